// The parts of UTF-8 that recipes and messages need, and UTF-16, which some Windows programs write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cobble {

// Returns the length in bytes of the first character of `text`; 0 if `text` is empty or starts with
// invalid UTF-8 (such as overlong encodings, surrogates and code points above U+10FFFF).
std::size_t Utf8Length(std::string_view text);

// Returns the number of bytes before the first one that is not valid UTF-8.
std::size_t Utf8Bytes(std::string_view text);
inline bool IsUtf8(std::string_view text) { return Utf8Bytes(text) == text.size(); }

// Return the argument with ASCII letters in lower case.
constexpr char LowerCase(char c) {
  return c >= 'A' && c <= 'Z' ? "abcdefghijklmnopqrstuvwxyz"[c - 'A'] : c;
}
std::string LowerCase(std::string_view text);

// Returns whether the text, in any case, ends with the lower-case `suffix`.
bool EndsWithIgnoringCase(std::string_view text, std::string_view suffix);

// Appends the character `code_point`, which must be at most U+10FFFF and not a surrogate.
void AppendUtf8(uint32_t code_point, std::string* text);

// Returns whether the bytes start with a UTF-16 byte order mark, which no UTF-8 text does.
bool HasUtf16Mark(std::string_view bytes);
// Converts UTF-16 with a byte order mark to UTF-8 without one, and returns any other bytes
// unchanged. Returns nullopt if UTF-16 ends in half a character or has a surrogate on its own.
std::optional<std::string> DecodedText(std::string bytes);

// Makes `text` safe to print on one terminal line: control characters, characters that change the
// text direction or are invisible, and invalid UTF-8 become \xNN. Cuts after at most `maximum`
// bytes of `text` and then appends "...".
std::string Printable(std::string_view text, std::size_t maximum);
// Returns whether Printable leaves the whole text unchanged.
inline bool IsPrintable(std::string_view text) { return Printable(text, text.size()) == text; }

// Maximum bytes that a message shows of an input word, and of a path or JSON pointer.
inline constexpr std::size_t kMaxShownWord = 80, kMaxShownPath = 400;

}  // namespace cobble
