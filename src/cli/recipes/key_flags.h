// The flags of recipe keys: what they are called and what messages say of them.
#ifndef COBBLE_CLI_RECIPES_KEY_FLAGS_H_
#define COBBLE_CLI_RECIPES_KEY_FLAGS_H_

#include <string>
#include <string_view>
#include <vector>

#include "cli/line/flag.h"
#include "recipe/fields/fields.h"

namespace cobble {

// The heading of the flags that name a recipe, and of keys at its root.
inline constexpr std::string_view kRecipeGroup = "Recipe";

// Returns the name of the flag of a key: "--octaves" for "noise.octaves"; empty if it has none.
std::string_view FlagOfPath(std::string_view path);
// Returns the flag of a key. In: name, the field's flag or its alias.
FlagSpec FlagOfKey(const Field& field, std::string_view name);

// Return the texts of the flag of a key; see HelpOf.
std::string KeyHelp(const Field& first);
std::string KeyRule(const Field& field);
std::vector<std::string> KeyChoices(const Field& field);

// Returns the placeholder for a field's value in the help: "X,Y,Z".
std::string ValueWord(const Field& field);

}  // namespace cobble

#endif  // COBBLE_CLI_RECIPES_KEY_FLAGS_H_
