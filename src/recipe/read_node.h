// From a node's tree to a Node.
#ifndef COBBLE_RECIPE_READ_NODE_H_
#define COBBLE_RECIPE_READ_NODE_H_

#include <string>

#include "cobble/recipe.h"
#include "recipe/json.h"

namespace cobble {

// In: an object, its pointer, and its depth in the recipe as it is written (write.h), which must be
// readable again. Adds every fault of it to `faults`, and the places of all that it holds to
// `origins`.
Node ReadNode(const Json& json, const std::string& pointer, int depth, Faults* faults,
              Origins* origins);

}  // namespace cobble

#endif  // COBBLE_RECIPE_READ_NODE_H_
