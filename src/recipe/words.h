// What the command line says of a recipe, as pieces of JSON: the words after flags, and the paths
// and values of --set.
#ifndef COBBLE_RECIPE_WORDS_H_
#define COBBLE_RECIPE_WORDS_H_

#include <memory>
#include <optional>
#include <string_view>

#include "recipe/fields.h"
#include "recipe/json.h"

namespace cobble {

// The word after a field's flag. One that does not fit the field's type stays a text, which the
// reader then refuses by the field's own rule.
Json FlagWord(const Field& field, std::string_view word,
              const std::shared_ptr<const Source>& source);

// The value of a --set: JSON, or else a word. Nothing, and a fault more, where it starts as only
// JSON does and is none.
std::optional<Json> SetWord(std::string_view word, const std::shared_ptr<const Source>& source,
                            Faults* faults);

// Whether `path` ("noise.by.0.frequency") leads to a place that a recipe can have; if not, says
// why.
bool CheckPath(std::string_view path, const std::shared_ptr<const Source>& source, Faults* faults);

// Puts `value` at the path, which CheckPath accepts, making what is missing on the way
// (Json::by_path).
// Returns false where that would nest deeper than a recipe may.
bool PutAt(std::string_view path, Json value, Json* root);

}  // namespace cobble

#endif  // COBBLE_RECIPE_WORDS_H_
