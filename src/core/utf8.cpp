// UTF-8: lengths of characters, and escaping for messages.
#include "core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cobble {
namespace {

// Well-formed UTF-8 by first byte (first..last): its length and the range of the second byte.
// Further bytes are 80..BF. Source: The Unicode Standard, table 3-7.
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

// The halves of a character beyond U+FFFF in UTF-16; the first half is below kLowSurrogates.
constexpr uint32_t kLowSurrogates = 0xDC00;
bool IsSurrogate(uint32_t unit) { return unit >= 0xD800 && unit <= 0xDFFF; }

uint8_t Byte(char c) { return static_cast<uint8_t>(c); }

// C0, DEL, and C1, whose CSI starts terminal commands like ESC [.
bool IsControl(std::string_view character) {
  const uint8_t first = Byte(character[0]);
  return first < 0x20 || first == 0x7F || (first == 0xC2 && Byte(character[1]) < 0xA0);
}

// Line breaks, direction marks and invisible characters: U+061C, U+200B..U+200F,
// U+2028..U+202E, U+2060..U+206F, U+FEFF and the tags of U+E0000..U+E0FFF.
bool IsFormat(std::string_view character) {
  const auto within = [&](std::string_view first, std::string_view last) {
    return first <= character && character <= last;
  };
  return within("\xD8\x9C", "\xD8\x9C") || within("\xE2\x80\x8B", "\xE2\x80\x8F") ||
         within("\xE2\x80\xA8", "\xE2\x80\xAE") || within("\xE2\x81\xA0", "\xE2\x81\xAF") ||
         within("\xEF\xBB\xBF", "\xEF\xBB\xBF") || within("\xF3\xA0\x80\x80", "\xF3\xA0\xBF\xBF");
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

std::size_t Utf8Bytes(std::string_view text) {
  std::size_t at = 0;
  while (const std::size_t length = Utf8Length(text.substr(at))) at += length;
  return at;
}

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = LowerCase(c);
  return lower;
}

bool EndsWithIgnoringCase(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         std::equal(suffix.rbegin(), suffix.rend(), text.rbegin(),
                    [](char a, char b) { return a == LowerCase(b); });
}

void AppendUtf8(uint32_t code_point, std::string* text) {
  if (code_point < 0x80) {
    *text += static_cast<char>(code_point);
    return;
  }
  const int continuations = 1 + (code_point >= 0x800) + (code_point >= 0x10000);
  constexpr std::array<uint32_t, 4> kLeadBits{0, 0xC0, 0xE0, 0xF0};
  *text += static_cast<char>(kLeadBits[static_cast<std::size_t>(continuations)] |
                             code_point >> 6 * continuations);
  for (int i = continuations - 1; i >= 0; --i)
    *text += static_cast<char>(0x80 | (code_point >> 6 * i & 0x3F));
}

bool HasUtf16Mark(std::string_view bytes) {
  return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

std::optional<std::string> DecodedText(std::string bytes) {
  if (!HasUtf16Mark(bytes)) return bytes;
  if (bytes.size() % 2 != 0) return std::nullopt;
  const std::size_t high = bytes[0] == '\xFE' ? 0 : 1;  // the offset of a unit's high byte
  const auto unit_at = [&](std::size_t at) {
    return static_cast<uint32_t>(Byte(bytes[at + high]) << 8 | Byte(bytes[at + 1 - high]));
  };
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t at = 2; at < bytes.size(); at += 2) {
    uint32_t code_point = unit_at(at);
    if (IsSurrogate(code_point)) {
      const uint32_t low = at + 2 < bytes.size() ? unit_at(at += 2) : 0;
      if (code_point >= kLowSurrogates || !IsSurrogate(low) || low < kLowSurrogates)
        return std::nullopt;
      code_point = 0x10000 + ((code_point & 0x3FF) << 10 | (low & 0x3FF));
    }
    AppendUtf8(code_point, &text);
  }
  return text;
}

std::string Printable(std::string_view text, std::size_t maximum) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = Utf8Length(text.substr(at));
    const std::string_view character = text.substr(at, std::max<std::size_t>(length, 1));
    if (at + character.size() > maximum) return result + "...";
    if (length == 0 || IsControl(character) || IsFormat(character)) {
      for (const char c : character) result += fmt::format("\\x{:02X}", Byte(c));
    } else {
      result += character;
    }
    at += character.size();
  }
  return result;
}

}  // namespace cobble
