// Checks the root and the version, which every recipe has.
#include "recipe/reading/recipe_text.h"

#include "cobble/version.h"
#include "recipe/fields/fields.h"
#include "recipe/reading/value_hints.h"

namespace cobble {

std::optional<Json> ParseRecipe(std::string_view text, const std::shared_ptr<const Source>& source,
                                Faults* faults, bool keeps_comments) {
  auto json = ParseJson(text, source, faults, keeps_comments);
  if (!json) return std::nullopt;
  if (!json->object()) {
    faults->Add({json->place, true, "", MustBe("an object", *json)});
    return std::nullopt;
  }
  const Json* const version = json->Find("cobble");
  if (version && version->number() && *version->number() > kRecipeVersion) {
    faults->Add({version->place, true, "/cobble",
                 MustBe(Rule(*FindField(ObjectKind::kRecipe, "cobble")), *version),
                 "the recipe needs a newer cobble"});
    return std::nullopt;
  }
  if (!version) {
    faults->Add({json->place, false, "/cobble",
                 "is required: the format version, " + std::to_string(kRecipeVersion)});
  }
  return json;
}

}  // namespace cobble
