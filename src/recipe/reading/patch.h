// Command-line settings as JSON patches. Both `--octaves 5` and `--set noise.octaves=5` become
//
//   {"noise": {"octaves": 5}}
//
// a tree whose objects are marked Json::is_patch, and which merge.h merges into the layers below.
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
// string, which the reader (read.h) then rejects with the message for that field.
Json FlagToJson(const Field& field, std::string_view word,
                const std::shared_ptr<const Source>& source);

// Parses the value of a --set of `path` as JSON. Anything that is not JSON becomes a list of
// numbers if the path leads to one and the word has the form of its flag ("512x256", "2,3"), else a
// string. Returns nullopt and adds an error if the word starts with {, [ or " but is not valid
// JSON. The path must have passed CheckPath.
std::optional<Json> SetValueToJson(std::string_view path, std::string_view word,
                                   const std::shared_ptr<const Source>& source, Faults* faults);

// Returns the keys and indices of a path, which is either dotted ("noise.by.0.frequency") or a JSON
// pointer ("/noise/by/0/frequency"), in which ~1 stands for / and ~0 for ~. The pointer's first
// slash may be missing.
std::vector<std::string> KeysOfPath(std::string_view path);

// Returns the value at a path; a null value if there is none.
const Json& AtPath(const Json& root, std::string_view path);

// Returns whether a recipe can have a value at the path. If not, adds an error.
bool CheckPath(std::string_view path, const std::shared_ptr<const Source>& source, Faults* faults);

// Stores `value` at `path` in the patch `root`, creating missing objects as patches. `path` must
// have passed CheckPath. Returns false, and changes nothing, if the result would be nested deeper
// than kMaxRecipeDepth.
bool PutAtPath(std::string_view path, Json value, Json* root);

// Returns the field of the value at the path if it takes nodes (kInput, kInputs), else nullopt. The
// path must have passed CheckPath.
std::optional<Field> InputAtPath(std::string_view path);

}  // namespace cobble
