// Hints for names and functions that formulas do not have: those of other languages, and misspelt
// ones.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cobble/error.h"
#include "recipe/formula/names.h"

namespace cobble {

inline constexpr std::size_t kMaxHintedName = 200;  // bytes of a name, or of what follows it

// Where an unknown name stands.
struct NameContext {
  const FormulaNames& names;
  std::string_view rest;        // the formula behind the name
  bool may_be_color = false;    // a node that is a colour may stand there, or a colour
  bool is_color_value = false;  // only a colour as it stands
  std::string_view pointer{};   // JSON pointer to the formula
  bool is_flag = false;         // the formula is on the command line
};

// Returns what to write instead of a name that is unknown.
Phrase NameHint(std::string_view name, const NameContext& at);
// Returns what to call instead of a function that is unknown.
Phrase CallHint(std::string_view name, const NameContext& at);
// Returns what to write instead of the call of a colour by its channels, whose brackets `rest`
// starts with.
std::string ChannelsHint(const NameContext& at);

// Returns whether a call has a function or a type of that name.
bool IsCallable(std::string_view name);

}  // namespace cobble
