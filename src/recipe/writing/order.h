// The order of keys in recipes that people read.
#pragma once

#include "recipe/writing/document.h"

namespace cobble {

// Sorts the keys of all objects of a recipe: as in the table of fields, but with `nodes` above
// `noise`. Named nodes, maps and packs keep their order and stand on lines of their own; a key that
// the table lacks stays behind the key that it follows.
void OrderKeys(DocumentValue* recipe);

}  // namespace cobble
