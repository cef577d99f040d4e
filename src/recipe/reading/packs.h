// Packs ("pack" in recipes): pictures whose channels come from several maps.
#pragma once

#include <vector>

#include "cobble/recipe.h"
#include "recipe/fields/field.h"
#include "recipe/json/json.h"

namespace cobble {

class ObjectReader;

// Reads and checks the packs in `json`, the value of `field`, into `recipe`, which must already
// have its maps and nodes. Adds errors to the faults of `in`, and the locations of packs and parts
// to its origins.
void ReadPacks(const ObjectReader& in, const Field& field, const Json& json, Recipe* recipe);

// Converts a pack to JSON: [{ao}, {0.5}] to ["ao", 0.5].
Json PackToJson(const std::vector<PackPart>& parts);

}  // namespace cobble
