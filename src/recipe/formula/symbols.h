// Hints for other languages' operators, characters and numbers, and for missing or extra operators.
#pragma once

#include <string>
#include <string_view>

#include "recipe/formula/names.h"
#include "recipe/formula/scanner.h"

namespace cobble {

// A token that is not allowed where it is.
struct UnexpectedToken {
  std::string_view formula;
  std::string_view expected;  // in messages: "an operator or the end of the formula"
  FormulaToken token, before;
  int brackets = 0;          // open ones
  bool is_key_next = false;  // whether the token is the key of "key=value"
};

// Returns what to write instead of the token, or an empty text.
std::string UnexpectedHint(const UnexpectedToken& at);
// Quotes a token for messages.
std::string TokenText(const FormulaToken& token);

// Returns what to write instead of a text that starts like a number.
std::string NumberHint(std::string_view text, const FormulaNames& names, bool may_be_color);

// Returns whether a byte belongs to a non-ASCII character.
inline bool IsForeignByte(char c) { return static_cast<unsigned char>(c) >= 0x80; }
// Returns what to write instead of the name that `text` starts with, which has foreign characters.
std::string ForeignNameHint(std::string_view text);

}  // namespace cobble
