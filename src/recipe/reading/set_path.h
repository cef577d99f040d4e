// The paths of settings: "noise.octaves", "/nodes/rock", or the end of one, "octaves".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "recipe/fields/field.h"
#include "recipe/json/json.h"

namespace cobble {

// Completes a path such as "octaves" or "distribution.mean" from the keys that the recipe `root`
// has. If it is unknown or ambiguous, adds an error and returns nullopt. In: value, of the setting,
// for the hint.
std::optional<std::string> FullPath(const std::string& path, std::string_view value,
                                    const std::shared_ptr<const Source>& source, const Json& root,
                                    Faults* faults);

// Returns the field of all that a recipe has named, "nodes" or "maps", if the path is that of it.
std::optional<Field> NamedAtPath(std::string_view path);
// Returns whether the path is that of a node of `nodes` as a whole.
bool IsNamedNode(std::string_view path);
// Returns the name of the node if the path is that of the value of one of `nodes`.
std::optional<std::string> NameOfValue(std::string_view path);

}  // namespace cobble
