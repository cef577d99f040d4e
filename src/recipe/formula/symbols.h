// Hints for what is no formula: other languages' operators, characters and numbers, and operators
// that are missing or one too many.
#pragma once

#include <string>
#include <string_view>

#include "recipe/formula/names.h"
#include "recipe/formula/scanner.h"

namespace cobble {

// A token that cannot stand where it is.
struct UnexpectedToken {
  std::string_view formula;
  std::string_view expected;  // as messages say it: "an operator or the end of the formula"
  FormulaToken token, before;
  int brackets = 0;          // that are open
  bool is_key_next = false;  // whether the token is the key of "key=value"
};

// Returns what to write instead of a token; empty if that is unknown.
std::string UnexpectedHint(const UnexpectedToken& at);
// Returns how messages show a token: in quotes.
std::string TokenText(const FormulaToken& token);

// Returns what to write instead of a text that starts like a number.
std::string NumberHint(std::string_view text, const FormulaNames& names, bool may_be_color);

// Returns whether a byte belongs to a character that is not ASCII.
inline bool IsForeignByte(char c) { return static_cast<unsigned char>(c) >= 0x80; }
// Returns what to write instead of a name with characters that names in formulas do not have. In:
// text, that starts with it.
std::string ForeignNameHint(std::string_view text);

}  // namespace cobble
