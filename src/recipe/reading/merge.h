// Merges one layer of a recipe into the layers below it:
//
//   lower   {"noise": {"type": "perlin", "octaves": 3}}
//   upper   {"noise": {"octaves": 5}}
//   result  {"noise": {"type": "perlin", "octaves": 5}}
#pragma once

#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Merges the recipe tree `upper` into `lower`, in place. Objects merge by key; scalars and lists
// replace, as do objects with Json::replaces, except that a patch (Json::is_patch) changes single
// items of a list. Before two objects are merged, the lower one loses
//   - the keys that its new type lacks or defines differently, if `upper` changes its type;
//   - the keys that are mutually exclusive with a key in `upper`.
// Never fails: invalid values are copied, and the reader (read.h) reports them.
void MergeRecipe(const Json& upper, Json* lower);

// These two functions expand short forms, so that a path can reach into them. In ExpandToList, a
// number n becomes [n, n, ...] with the length that `field` requires, a colour in words becomes its
// channels, a single input becomes a list of one, and a missing value becomes the default list.
Json::List ExpandToList(const Field& field, const Json& json);
// ExpandToNode converts a number n to a constant node, {"type": "constant", "value": n}, and a
// colour to {"type": "color", "value": ...}.
Json ExpandToNode(const Json& json);
// Return whether a value is a number or a colour, for ExpandToNode; and whether it is a colour in
// words, as the value of a field of colours.
bool IsShortNode(const Json& json);
bool IsColorText(const Field& field, const Json& json);

// Returns the item at index `key` of `list`, the value of `field`. Extends the list if it is too
// short: a list of inputs with the constant 0, any other list with holes (Json::is_hole).
Json& ListItem(const Field& field, std::string_view key, const Place& place, Json* list);

}  // namespace cobble
