// Hints for unknown names and functions in formulas: those of other languages, and misspelt ones.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cobble/error.h"
#include "recipe/formula/names.h"

namespace cobble {

inline constexpr std::size_t kMaxHintedName = 200;  // bytes of a name or what follows it

// Where an unknown name stands.
struct NameContext {
  const FormulaNames& names;
  std::string_view rest;        // the formula after the name
  bool may_be_color = false;    // as a node or by itself
  bool is_color_value = false;  // only a colour by itself
  std::string_view pointer{};   // to the formula
  bool is_flag = false;         // the formula is on the command line
};

// Returns what to write instead of an unknown name.
Phrase NameHint(std::string_view name, const NameContext& at);
// Returns what to call instead of an unknown function.
Phrase CallHint(std::string_view name, const NameContext& at);
// Returns what to write instead of a colour called by its channels. `rest` starts with the "(".
std::string ChannelsHint(const NameContext& at);

bool IsCallable(std::string_view name);

}  // namespace cobble
