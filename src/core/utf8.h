// The parts of UTF-8 that recipes and messages need.
#ifndef COBBLE_CORE_UTF8_H_
#define COBBLE_CORE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cobble {

// Returns the length in bytes of the first character of `text`; 0 if `text` is empty or the
// character is not valid UTF-8 (overlong encodings, surrogates and code points above U+10FFFF are
// not).
std::size_t Utf8Length(std::string_view text);

bool IsUtf8(std::string_view text);

// Return the character, or the text, with ASCII letters in lower case.
constexpr char LowerCase(char c) {
  return c >= 'A' && c <= 'Z' ? "abcdefghijklmnopqrstuvwxyz"[c - 'A'] : c;
}
std::string LowerCase(std::string_view text);

// Returns whether the text ends with `suffix`, which is in lower case, in any case.
bool EndsWithIgnoringCase(std::string_view text, std::string_view suffix);

// Appends the character `code_point`, which must be at most U+10FFFF and not a surrogate.
void AppendUtf8(uint32_t code_point, std::string* text);

// Makes `text` safe to print on one line of a terminal: control characters, characters that change
// the text direction or are invisible, and invalid UTF-8 become \xNN. Cuts after at most `maximum`
// bytes of `text` and then appends "...".
std::string Printable(std::string_view text, std::size_t maximum);
// Returns whether Printable leaves the whole text as it is.
inline bool IsPrintable(std::string_view text) { return Printable(text, text.size()) == text; }

// Maximum number of bytes that a message shows of an input word, and of a path or JSON pointer.
inline constexpr std::size_t kMaxShownWord = 80, kMaxShownPath = 400;

}  // namespace cobble

#endif  // COBBLE_CORE_UTF8_H_
