// Decodes JSON strings by RFC 8259.
#include "recipe/json/string.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>

#include "core/utf8.h"

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

  std::string_view Decode();

 private:
  std::string_view ReadEscape();
  std::string_view ReadUnicode();
  std::optional<uint32_t> TakeUnit();

  std::string_view rest_;  // the part of the token that is not decoded yet
  std::string* text_;
};

std::string_view StringDecoder::Decode() {
  while (!rest_.empty()) {
    const char c = rest_.front();
    if (c == '"') return {};
    if (static_cast<unsigned char>(c) < 0x20) return kControl;
    rest_.remove_prefix(1);
    if (c != '\\') {
      *text_ += c;
    } else if (const std::string_view error = ReadEscape(); !error.empty()) {
      return error;
    }
  }
  return kUnterminated;
}

// rest_ starts after the backslash.
std::string_view StringDecoder::ReadEscape() {
  constexpr std::string_view kNames = "\"\\/bfnrt", kPlain = "\"\\/\b\f\n\r\t";
  if (rest_.starts_with('u')) return ReadUnicode();
  const std::size_t index = rest_.empty() ? std::string_view::npos : kNames.find(rest_.front());
  if (index == std::string_view::npos) return kEscape;
  rest_.remove_prefix(1);
  *text_ += kPlain[index];
  return {};
}

// rest_ starts at the "u" of \u. Also consumes the second \u of a surrogate pair.
std::string_view StringDecoder::ReadUnicode() {
  const auto unit = TakeUnit();
  if (!unit) return kHex;
  if (IsLowSurrogate(*unit)) return kPair;
  if (!IsHighSurrogate(*unit)) {
    AppendUtf8(*unit, text_);
    return {};
  }
  if (!rest_.starts_with("\\u")) return kPair;
  rest_.remove_prefix(1);
  const auto low = TakeUnit();
  if (!low) return kHex;
  if (!IsLowSurrogate(*low)) return kPair;
  AppendUtf8(0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00), text_);
  return {};
}

// Consumes "u" and four hex digits, a UTF-16 code unit.
std::optional<uint32_t> StringDecoder::TakeUnit() {
  const std::string_view digits = rest_.substr(1, 4);
  uint32_t unit = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
  if (digits.size() < 4 || read.ec != std::errc{} || read.ptr != digits.data() + digits.size())
    return std::nullopt;
  rest_.remove_prefix(5);
  return unit;
}

}  // namespace

std::string_view ReadJsonString(std::string_view token, std::string* text) {
  return StringDecoder(token, text).Decode();
}

std::size_t OffsetInJsonString(std::string_view token, std::size_t offset) {
  std::size_t at = 1;
  std::string text;
  while (at < token.size()) {
    std::size_t length = 1;
    if (token[at] == '\\') length = token[at + 1] == 'u' ? 6 : 2;
    // A pair of escapes is one character.
    std::string piece = '"' + std::string(token.substr(at, length)) + '"', decoded;
    if (length == 6 && !ReadJsonString(piece, &decoded).empty()) length = 12;
    if (length > 1) {
      decoded.clear();
      ReadJsonString('"' + std::string(token.substr(at, length)) + '"', &decoded);
    }
    const std::size_t bytes = length > 1 ? decoded.size() : 1;
    if (offset < bytes) return at;
    offset -= bytes;
    at += length;
  }
  return at;
}

}  // namespace cobble
