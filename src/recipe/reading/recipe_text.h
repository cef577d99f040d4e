// Parses the text of a recipe.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "recipe/json/json.h"

namespace cobble {

// Adds errors to `faults`. Returns nullopt if the text is not JSON, not an object, or a recipe for
// a newer cobble, whose keys may be unknown. A missing version is an error, too.
std::optional<Json> ParseRecipe(std::string_view text, const std::shared_ptr<const Source>& source,
                                Faults* faults, bool keeps_comments = false);

}  // namespace cobble
