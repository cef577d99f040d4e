// Command-line settings as JSON patches. Both `--octaves 5` and `--set noise.octaves=5` become
//
//   {"noise": {"octaves": 5}}
//
// a tree of objects marked Json::is_patch, which merge.h merges into the layers below.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Converts the value of a field's flag. A word that is invalid for the field's type becomes a
// string, which the reader (read.h) rejects with the field's message.
Json FlagToJson(const Field& field, std::string_view word,
                const std::shared_ptr<const Source>& source);

// Parses the value of a --set of `path` as JSON. Other words become a list of numbers if the path
// leads to one and the word has its flag's form ("512x256", "2,3"), else a string. Adds an error
// and returns nullopt for invalid JSON that starts with {, [ or ". Call CheckPath first.
std::optional<Json> SetValueToJson(std::string_view path, std::string_view word,
                                   const std::shared_ptr<const Source>& source, Faults* faults);

// Returns the keys and indices of a dotted path ("noise.by.0.frequency") or a JSON pointer
// ("/noise/by/0/frequency"; ~1 stands for / and ~0 for ~), whose first slash may be missing.
std::vector<std::string> KeysOfPath(std::string_view path);

// Returns the value at a path; a null value if there is none.
const Json& AtPath(const Json& root, std::string_view path);

// Returns whether a recipe can have a value at the path. If not, adds an error.
bool CheckPath(std::string_view path, const std::shared_ptr<const Source>& source, Faults* faults);

// Stores `value` at `path` in the patch `root`, creating missing objects as patches. Returns false
// and changes nothing if the result would be deeper than kMaxRecipeDepth. Call CheckPath first.
bool PutAtPath(std::string_view path, Json value, Json* root);

// Returns the path's field if its type is wanted (IsInput, IsValue), else nullopt. Call CheckPath
// first.
std::optional<Field> FieldAtPath(std::string_view path, bool (*is_wanted)(FieldType));

}  // namespace cobble
