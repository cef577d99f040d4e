// The flags of recipe keys: what they are called and what messages say of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/flag.h"
#include "recipe/fields/fields.h"

namespace cobble {

// The heading of flags that name a recipe, and of keys at its root.
inline constexpr std::string_view kRecipeGroup = "Recipe";

// The flag that sets a key of the recipe, of one of its objects or of the root node.
struct KeyFlag {
  std::string name, alias;  // "--octaves"
  std::string path;         // of the key: "noise.octaves"
  const Field* field;       // the first row of the key
  std::string_view brief;   // a few words for short help, which lists only keys that have it
};
std::span<const KeyFlag> KeyFlags();
const KeyFlag* FindKeyFlag(std::string_view path);
// Returns the flag's name, or nothing.
std::string_view FlagOfPath(std::string_view path);

// Returns the flag as data. In: name, of the flag or its alias.
FlagSpec SpecOf(const KeyFlag& key, const std::string& name);

// Return the texts of any flag. Those of keys are made on request, since making all takes longer
// than a short run. Brief: a few words, by default the first clause of the help. Rule: the values
// that it takes, "one of none, absolute", for messages.
std::string HelpOf(const FlagSpec& flag);
std::string BriefOf(const FlagSpec& flag);
std::string RuleOf(const FlagSpec& flag);
std::vector<std::string> ChoicesOf(const FlagSpec& flag);

// Returns the placeholder for a value in the help: "X,Y,Z".
std::string ValueWord(const Field& field);

}  // namespace cobble
