// Merges one layer of a recipe into the layers below it:
//
//   lower   {"noise": {"type": "perlin", "octaves": 3}}
//   upper   {"noise": {"octaves": 5}}
//   result  {"noise": {"type": "perlin", "octaves": 5}}
#pragma once

#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Merges `upper` into `lower`, in place. Objects merge by key. Scalars, lists and objects with
// Json::replaces replace, but a patch (Json::is_patch) changes single items of a list. Before two
// objects are merged, the lower one loses
//   - keys that its new type lacks or defines differently, if `upper` changes its type;
//   - keys that a key in `upper` excludes.
// Never fails: copies invalid values, which the reader (read.h) reports.
void MergeRecipe(const Json& upper, Json* lower);

// Expands a short form, so that a path can reach into it. A number n becomes [n, n, ...] with the
// length that `field` requires, a colour in words its channels, a single input a list of one, and a
// missing value the default list.
Json::List ExpandToList(const Field& field, const Json& json);
// Turns a number n into {"type": "constant", "value": n}, and a colour into a node of type "color".
Json ExpandToNode(const Json& json);
// Return whether ExpandToNode takes a value, and whether a field of colours has it in words.
bool IsShortNode(const Json& json);
bool IsColorText(const Field& field, const Json& json);

// Returns item `key` of `list`, the value of `field`. Extends a list that is too short: a list of
// inputs with the constant 0, any other with holes (Json::is_hole).
Json& ListItem(const Field& field, std::string_view key, const Place& place, Json* list);

}  // namespace cobble
