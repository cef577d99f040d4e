// Packs: pictures whose channels come from several maps. "pack" in recipes.
#pragma once

#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "recipe/fields/field.h"
#include "recipe/json/json.h"

namespace cobble {

// What precedes the name of a map that a pack inverts.
inline constexpr std::string_view kInvertPrefix = "invert:";
// What precedes the name of a map that is divided by the sum of a pack's weights.
inline constexpr std::string_view kWeightPrefix = "weight:";

// Reads and checks the packs in `json`, the value of `field`, into `recipe`, whose maps and nodes
// must have been read. In: root, the tree that the recipe is read from. Adds the locations
// of the packs and their parts to `origins`.
void ReadPacks(const Json& root, const Field& field, const Json& json, Recipe* recipe,
               Faults* faults, Origins* origins);

// Converts a pack to JSON: [{ao}, {0.5}] to ["ao", 0.5].
Json PackToJson(const std::vector<PackPart>& parts);

}  // namespace cobble
