// The tree of all JSON that cobble writes. Only this header includes the JSON library. The reader
// has a tree of its own, which knows lines, columns and comments (recipe/json/json.h).
#pragma once

#include <nlohmann/json.hpp>

namespace cobble {

// Objects keep the order in which their members were added. Start an object with
// JsonTree::object(): operator[] on null is not safe if memory runs out.
using JsonTree = nlohmann::ordered_json;

}  // namespace cobble
