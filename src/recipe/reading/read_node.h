// Builds a Node from its JSON tree.
#pragma once

#include <string>

#include "cobble/recipe.h"
#include "recipe/fields/field.h"
#include "recipe/json/json.h"

namespace cobble {

// Reads the map in `json`, the value of `field`: a node, a number or a colour.
Node ReadMap(const Json& root, const Field& field, const Json& json, const std::string& pointer,
             int depth, Faults* faults, Origins* origins);

// Reads the node in `json`, an object at JSON pointer `pointer`. Adds all errors to `faults`, and
// the locations of the node's values to `origins`. In: root, the whole recipe, where hints look for
// keys; depth, the node's nesting depth in the recipe as write.h outputs it, checked against
// kMaxRecipeDepth so that the output can be read again.
Node ReadNode(const Json& root, const Json& json, const std::string& pointer, int depth,
              Faults* faults, Origins* origins);

}  // namespace cobble
