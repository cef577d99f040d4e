// The paths of settings: "noise.octaves", "/nodes/rock", or only the end of one, "octaves".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "recipe/fields/field.h"
#include "recipe/json/json.h"

namespace cobble {

// Completes a path such as "octaves" or "distribution.mean" from the keys of the recipe `root`.
// Adds an error and returns nullopt if it is unknown or ambiguous. In: value, for the hint.
std::optional<std::string> FullPath(const std::string& path, std::string_view value,
                                    const std::shared_ptr<const Source>& source, const Json& root,
                                    Faults* faults);

// Returns the field of "nodes" or "maps" if that is the path.
std::optional<Field> NamedAtPath(std::string_view path);
// Returns whether the path leads to a whole node of `nodes`.
bool IsNamedNode(std::string_view path);
// Returns the name of the node if the path leads to the value of one of `nodes`.
std::optional<std::string> NameOfValue(std::string_view path);

}  // namespace cobble
