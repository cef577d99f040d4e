// The tree of all JSON that cobble writes. The only header that includes the JSON library; readers
// of recipes have a tree of their own, which knows lines and columns (recipe/json/json.h).
#pragma once

#include <nlohmann/json.hpp>

namespace cobble {

// Objects keep the order in which their members were added. Start an object with
// JsonTree::object(): operator[] on null is not safe if memory runs out.
using JsonTree = nlohmann::ordered_json;

}  // namespace cobble
