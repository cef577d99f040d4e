// Hints for what formulas lack: names, functions, operators and characters of other languages, and
// misspelt ones.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cobble/error.h"
#include "recipe/formula/names.h"
#include "recipe/formula/scanner.h"

namespace cobble {

inline constexpr std::string_view kRampHint =
    "for colours at positions, write ramp(s, [[0, #000], [1, #fff]])";
inline constexpr std::size_t kMaxHintedName = 200;  // bytes of a name or what follows it

// Where an unknown name stands.
struct NameContext {
  const FormulaNames& names;
  std::string_view rest;        // the formula after the name
  bool may_be_color = false;    // as a node or by itself
  bool is_color_value = false;  // only a colour by itself
  std::string_view pointer{};   // to the formula
  bool is_flag = false;         // the formula is on the command line
  bool is_number = false;       // the formula is the value of a key of numbers or colours
};

// Returns what to write instead of an unknown name.
Phrase NameHint(std::string_view name, const NameContext& at);
// Returns whether an unknown function may be a misspelt one.
bool IsNearCall(std::string_view name, const FormulaNames& names);
// Returns what to call instead of an unknown function.
Phrase CallHint(std::string_view name, const NameContext& at);
// Returns what to write instead of a colour called by its channels. `rest` starts with the "(".
std::string ChannelsHint(const NameContext& at);

bool IsCallable(std::string_view name);

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
