// Finds the places where a recipe's nodes have a key.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "recipe/json/json.h"

namespace cobble {

// A path for --set: dotted ("noise.a.octaves"), or a JSON pointer if a node's name contains a dot.
struct KeyPath {
  std::string path;
  // Whether the flag of the key's name, if any, sets this key: the key belongs to the recipe, to
  // one of its own objects, or to the root node.
  bool is_set_by_flag = false;
};

// Returns the paths of all keys called `key` that the types of the objects in the recipe tree
// `root` have, set or not. The name of a node, map or pack counts as a key. In order: the recipe's
// own objects, the root node and its inputs, then named nodes, maps and packs.
std::vector<KeyPath> PathsOfKey(const Json& root, std::string_view key);

// Returns whether a path stands for a longer one because the recipe itself does not have its first
// key, such as "octaves" or "distribution.mean".
bool NeedsCompletion(std::string_view path);

// Returns the path of a knob's key.
std::string KnobPath(std::string_view knob, std::string_view key = "value");

// Returns what such a path may stand for: the value of a knob, the key that its flag sets, or else
// all keys of its name.
std::vector<KeyPath> CompletePaths(const std::string& path, const Json& root);

// Completes a path such as "octaves" or "distribution.mean" from the keys of the recipe `root`.
// Adds an error and returns nullopt if it is unknown or ambiguous. In: value, for the hint.
std::optional<std::string> FullPath(const std::string& path, std::string_view value,
                                    const std::shared_ptr<const Source>& source, const Json& root,
                                    Faults* faults);

// Returns "`a=5`, `b=5` or `c=5`" for a hint, without what follows `=` if `value` is empty. After
// three paths, the rest become "one of 4 others".
Phrase PathChoice(std::span<const KeyPath> paths, std::string_view value);

}  // namespace cobble
