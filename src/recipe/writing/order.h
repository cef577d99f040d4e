// The order of keys in recipes that people read.
#ifndef COBBLE_RECIPE_WRITING_ORDER_H_
#define COBBLE_RECIPE_WRITING_ORDER_H_

#include "recipe/writing/document.h"

namespace cobble {

// Sorts the keys of all objects of a recipe: as in the table of fields, but with `nodes` above
// `noise`. Named nodes, maps and packs keep their order and stand on lines of their own; a key that
// the table lacks stays behind the key that it follows.
void OrderKeys(DocumentValue* recipe);

}  // namespace cobble

#endif  // COBBLE_RECIPE_WRITING_ORDER_H_
