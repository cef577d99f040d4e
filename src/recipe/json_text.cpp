// Escapes of JSON texts, as RFC 8259 has them.
#include "recipe/json_text.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>

#include "core/utf8.h"

namespace cobble {
namespace {

constexpr std::string_view kNotClosed = "this text has no closing quote";
constexpr std::string_view kControl =
    "a text may not hold line breaks and other control characters: write \\n";
constexpr std::string_view kEscape =
    "in a text, one of \" \\ / b f n r t u must follow a backslash";
constexpr std::string_view kHex = "in a text, four hex digits must follow \\u";
constexpr std::string_view kPair =
    "in a text, \\uD800 to \\uDFFF must stand in pairs, high before low";

bool IsHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool IsLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

class TextReader {
 public:
  TextReader(std::string_view token, std::string* text) : rest_(token.substr(1)), text_(text) {}

  std::string_view Read();

 private:
  std::string_view ReadEscape();
  std::string_view ReadUnicode();
  std::optional<uint32_t> TakeUnit();

  std::string_view rest_;  // behind the opening quote
  std::string* text_;
};

std::string_view TextReader::Read() {
  while (!rest_.empty()) {
    const char c = rest_.front();
    if (c == '"') return {};
    if (static_cast<unsigned char>(c) < 0x20) return kControl;
    rest_.remove_prefix(1);
    if (c != '\\') {
      *text_ += c;
    } else if (const std::string_view wrong = ReadEscape(); !wrong.empty()) {
      return wrong;
    }
  }
  return kNotClosed;
}

// Behind the backslash.
std::string_view TextReader::ReadEscape() {
  constexpr std::string_view kNames = "\"\\/bfnrt", kPlain = "\"\\/\b\f\n\r\t";
  if (rest_.starts_with('u')) return ReadUnicode();
  const std::size_t known = rest_.empty() ? std::string_view::npos : kNames.find(rest_.front());
  if (known == std::string_view::npos) return kEscape;
  rest_.remove_prefix(1);
  *text_ += kPlain[known];
  return {};
}

// At the "u" of \u, and of the \u after it where the two are one character.
std::string_view TextReader::ReadUnicode() {
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

// Takes "u" and four hex digits.
std::optional<uint32_t> TextReader::TakeUnit() {
  const std::string_view digits = rest_.substr(1, 4);
  uint32_t unit = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
  if (digits.size() < 4 || read.ec != std::errc{} || read.ptr != digits.data() + digits.size())
    return std::nullopt;
  rest_.remove_prefix(5);
  return unit;
}

}  // namespace

std::string_view ReadJsonText(std::string_view token, std::string* text) {
  return TextReader(token, text).Read();
}

}  // namespace cobble
