// UTF-8, as far as recipes and messages need it.
#ifndef COBBLE_CORE_UTF8_H_
#define COBBLE_CORE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cobble {

// The bytes of the first character of `text`, or 0 where it is empty or not valid UTF-8 (overlong
// forms, surrogates and what lies past U+10FFFF are not).
std::size_t Utf8Length(std::string_view text);

bool IsUtf8(std::string_view text);

// Appends a character by its code point: up to U+10FFFF, no surrogate.
void AppendUtf8(uint32_t code_point, std::string* text);

// `text` fit for one line of a terminal: control characters, those that turn the direction of text
// included, and invalid UTF-8 as \xNN; cut at `most` bytes of `text`, which "..." then tells.
std::string Printable(std::string_view text, std::size_t maximum);

// How much of a word of the input a message shows, and how much of a path or a JSON pointer.
inline constexpr std::size_t kLongestWord = 80, kLongestPlace = 400;

}  // namespace cobble

#endif  // COBBLE_CORE_UTF8_H_
