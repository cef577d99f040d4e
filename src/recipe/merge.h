// Lays one layer of a recipe over another.
#ifndef COBBLE_RECIPE_MERGE_H_
#define COBBLE_RECIPE_MERGE_H_

#include "recipe/fields.h"
#include "recipe/json.h"

namespace cobble {

// Puts the keys of `upper` over those of `lower`, both recipes as trees. Objects merge by key,
// lists and values replace; keys reached by a path (Json::by_path) change just that item of a list.
// Where `upper` changes an object's type, what only the old type knows is dropped from `lower`
// first; so is what a key of `upper` stands instead of, and what stands instead of that. What is
// wrong in either stays in the result, for the reader to tell.
void MergeRecipe(const Json& upper, Json* lower);

// What short forms stand for, so that a path may reach into them: `json` as the field's list, and a
// number as a constant node.
Json::List AsList(const Field& field, const Json& json);
Json AsNode(const Json& number);

// The item of a field's list that a path names by its index, made where it is not there. Items that
// the path leaves out on the way there are holes where a number must be.
Json& ItemAt(const Field& field, std::string_view key, const Place& place, Json* list);

}  // namespace cobble

#endif  // COBBLE_RECIPE_MERGE_H_
