// Lays one layer of a recipe over another.
#ifndef COBBLE_RECIPE_MERGE_H_
#define COBBLE_RECIPE_MERGE_H_

#include "recipe/fields.h"
#include "recipe/json.h"

namespace cobble {

// Puts the keys of `upper` over those of `lower`, both recipes as trees. Objects merge by key,
// lists and values replace; keys reached by a path (Json::by_path) change just that item of a list.
// Where `upper` changes a node's type, what only the old type knows is dropped from `lower` first.
// What is wrong in either stays in the result, for the reader to tell.
void MergeRecipe(const Json& upper, Json* lower);

// What short forms stand for, so that a path may reach into them: `json` as the field's list, and a
// number as a constant node.
Json::List AsList(const Field& field, const Json& json);
Json AsNode(const Json& number);

}  // namespace cobble

#endif  // COBBLE_RECIPE_MERGE_H_
