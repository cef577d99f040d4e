// UTF-8: lengths of characters, and text made fit for messages.
#include "core/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace cobble {
namespace {

// Characters by their first byte: their length and the range of the second byte (the Unicode
// Standard, table 3-7); the bytes after it are 80..BF.
struct Lead {
  uint8_t first, last, length, low, high;
};
constexpr std::array<Lead, 9> kLeads{{{0x00, 0x7F, 1, 0, 0},
                                      {0xC2, 0xDF, 2, 0x80, 0xBF},
                                      {0xE0, 0xE0, 3, 0xA0, 0xBF},
                                      {0xE1, 0xEC, 3, 0x80, 0xBF},
                                      {0xED, 0xED, 3, 0x80, 0x9F},
                                      {0xEE, 0xEF, 3, 0x80, 0xBF},
                                      {0xF0, 0xF0, 4, 0x90, 0xBF},
                                      {0xF1, 0xF3, 4, 0x80, 0xBF},
                                      {0xF4, 0xF4, 4, 0x80, 0x8F}}};

uint8_t Byte(char c) { return static_cast<uint8_t>(c); }

// C0, DEL, and C1, whose CSI starts terminal commands as ESC [ does.
bool IsControl(std::string_view character) {
  const uint8_t first = Byte(character[0]);
  return first < 0x20 || first == 0x7F || (first == 0xC2 && Byte(character[1]) < 0xA0);
}

// U+202A..U+202E and U+2066..U+2069, which make a terminal show text in another order.
bool IsBidiControl(std::string_view character) {
  if (!character.starts_with("\xE2") || character.size() != 3) return false;
  const uint8_t second = Byte(character[1]), third = Byte(character[2]);
  return (second == 0x80 && 0xAA <= third && third <= 0xAE) ||
         (second == 0x81 && 0xA6 <= third && third <= 0xA9);
}

void AppendHex(std::string_view bytes, std::string* out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : bytes) {
    *out += "\\x";
    *out += kDigits[Byte(c) >> 4];
    *out += kDigits[Byte(c) & 15];
  }
}

}  // namespace

std::size_t Utf8Length(std::string_view text) {
  if (text.empty()) return 0;
  const uint8_t first = Byte(text[0]);
  const auto lead = std::find_if(kLeads.begin(), kLeads.end(), [first](const Lead& l) {
    return l.first <= first && first <= l.last;
  });
  if (lead == kLeads.end() || text.size() < lead->length) return 0;
  for (std::size_t i = 1; i < lead->length; ++i) {
    const uint8_t low = i == 1 ? lead->low : uint8_t{0x80};
    const uint8_t high = i == 1 ? lead->high : uint8_t{0xBF};
    if (Byte(text[i]) < low || Byte(text[i]) > high) return 0;
  }
  return lead->length;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string Printable(std::string_view text, std::size_t most) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = Utf8Length(text.substr(at));
    const std::string_view character = text.substr(at, std::max<std::size_t>(length, 1));
    if (at + character.size() > most) return result + "...";
    if (length == 0 || IsControl(character) || IsBidiControl(character)) {
      AppendHex(character, &result);
    } else {
      result += character;
    }
    at += character.size();
  }
  return result;
}

}  // namespace cobble
