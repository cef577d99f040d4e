// Finds the places where a recipe's nodes have a key.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "recipe/json/json.h"

namespace cobble {

// A path that --set accepts: dotted ("noise.a.octaves"), or a JSON pointer if the name of a node
// contains a dot.
struct KeyPath {
  std::string path;
  // Whether the flag of the key, if it has one, sets this key: it belongs to the recipe, to one of
  // its own objects, or to the root node.
  bool is_set_by_flag = false;
};

// Returns the paths of all keys called `key` that the objects of the recipe tree `root` have
// according to their types, whether or not the recipe sets them. The name of a node, a map or a
// pack counts as a key. In order: the recipe's own objects, then the root node and its inputs, then
// named nodes, maps and packs.
std::vector<KeyPath> PathsOfKey(const Json& root, std::string_view key);

// Returns whether a path starts with a key that the recipe itself does not have, such as "octaves"
// or "distribution.mean", and so stands for a longer one.
bool NeedsCompletion(std::string_view path);

// Returns the paths in the recipe tree `root` that such a path may stand for: that of the key that
// the flag of its name sets, or else all keys of its name.
std::vector<KeyPath> CompletePaths(const std::string& path, const Json& root);

// Returns "`a=5`, `b=5` or `c=5`" for use in a hint, with the text after `=` left out if `value` is
// empty. Lists at most three paths: further ones become "one of 4 others".
Phrase PathChoice(std::span<const KeyPath> paths, std::string_view value);

}  // namespace cobble
