// Parses the text of a recipe, and builds a Recipe from a merged JSON tree.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "cobble/recipe.h"
#include "recipe/formula/names.h"
#include "recipe/json/json.h"

namespace cobble {

// Adds errors to `faults`. Returns nullopt if the text is not JSON, not an object, or a recipe for
// a newer cobble, whose keys may be unknown. A missing version is an error, too.
std::optional<Json> ParseRecipe(std::string_view text, const std::shared_ptr<const Source>& source,
                                Faults* faults, bool keeps_comments = false);

// In: root, the merged tree, an object. Adds all errors to `faults`; if there are any, the returned
// Recipe is incomplete and must not be used. In: names, to mark the origins of those that formulas
// use, and to find circles of functions; or null.
Recipe RecipeFromJson(const Json& root, Faults* faults, const FormulaNames* names = nullptr);

}  // namespace cobble
