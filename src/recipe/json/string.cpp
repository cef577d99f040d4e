// Decodes JSON strings by RFC 8259.
#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>

#include "core/utf8.h"
#include "recipe/json/json.h"

namespace cobble {
namespace {

constexpr std::string_view kUnterminated = "unterminated string";
constexpr std::string_view kControl =
    "a string cannot contain control characters: write a line break as \\n, a tab as \\t";
constexpr std::string_view kEscape =
    "invalid escape: a backslash must be followed by one of \" \\ / b f n r t u";
constexpr std::string_view kHex = "invalid escape: \\u must be followed by four hex digits";
constexpr std::string_view kPair =
    "invalid escape: \\uD800 to \\uDFFF must come in pairs, high before low";

bool IsHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool IsLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

class StringDecoder {
 public:
  StringDecoder(std::string_view token, std::string* text) : rest_(token.substr(1)), text_(text) {}

  // Decodes a character. Returns false at the closing quote, and after an error.
  bool Step() {
    if (rest_.empty()) return Fail(kUnterminated);
    const char c = rest_.front();
    if (c == '"') return false;
    if (static_cast<unsigned char>(c) < 0x20) return Fail(kControl);
    rest_.remove_prefix(1);
    if (c == '\\') return ReadEscape();
    *text_ += c;
    return true;
  }

  std::string_view rest() const { return rest_; }  // the part that is not decoded yet
  std::string_view error() const { return error_; }

 private:
  bool Fail(std::string_view error) {
    error_ = error;
    return false;
  }

  // rest_ starts after the backslash.
  bool ReadEscape() {
    constexpr std::string_view kNames = "\"\\/bfnrt", kPlain = "\"\\/\b\f\n\r\t";
    if (rest_.starts_with('u')) return ReadUnicode();
    const std::size_t index = rest_.empty() ? std::string_view::npos : kNames.find(rest_.front());
    if (index == std::string_view::npos) return Fail(kEscape);
    rest_.remove_prefix(1);
    *text_ += kPlain[index];
    return true;
  }

  // rest_ starts at the "u" of \u. Also consumes the second \u of a surrogate pair.
  bool ReadUnicode() {
    auto character = TakeUnit();
    if (!character) return Fail(kHex);
    if (IsLowSurrogate(*character)) return Fail(kPair);
    if (IsHighSurrogate(*character)) {
      if (!rest_.starts_with("\\u")) return Fail(kPair);
      rest_.remove_prefix(1);
      const auto low = TakeUnit();
      if (!low) return Fail(kHex);
      if (!IsLowSurrogate(*low)) return Fail(kPair);
      *character = 0x10000 + ((*character - 0xD800) << 10) + (*low - 0xDC00);
    }
    AppendUtf8(*character, text_);
    return true;
  }

  // Consumes "u" and four hex digits, a UTF-16 code unit.
  std::optional<uint32_t> TakeUnit() {
    const std::string_view digits = rest_.substr(1, 4);
    uint32_t unit = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
    if (digits.size() < 4 || read.ec != std::errc{} || read.ptr != digits.data() + digits.size())
      return std::nullopt;
    rest_.remove_prefix(5);
    return unit;
  }

  std::string_view rest_, error_;
  std::string* text_;
};

}  // namespace

std::string_view ReadJsonString(std::string_view token, std::string* text) {
  StringDecoder decoder(token, text);
  while (decoder.Step()) {
  }
  return decoder.error();
}

std::size_t OffsetInJsonString(std::string_view token, std::size_t offset) {
  std::string text;
  StringDecoder decoder(token, &text);
  std::size_t at = 0;
  do {
    at = token.size() - decoder.rest().size();
  } while (decoder.Step() && text.size() <= offset);
  return at;
}

}  // namespace cobble
