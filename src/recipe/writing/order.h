// The order of keys in recipes that people read.
#pragma once

#include "recipe/writing/document.h"

namespace cobble {

// Sorts the keys of all objects as in the table of fields, but with `nodes` above `noise`. Named
// items keep their order and get their own lines. An unknown key stays after the one before it.
void OrderKeys(DocumentValue* recipe);

}  // namespace cobble
