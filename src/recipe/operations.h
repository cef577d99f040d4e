// Every operation: the nodes that are no noise, and what each makes of its inputs, in words.
#ifndef COBBLE_RECIPE_OPERATIONS_H_
#define COBBLE_RECIPE_OPERATIONS_H_

#include <span>
#include <string_view>
#include <vector>

#include "cobble/enums.h"

namespace cobble {

// Formulas are of the node's keys, of symbols, and of lo(a) and hi(a), the bounds of the input `a`.
struct Operation {
  NodeType type;
  std::string_view summary;  // a line for `cobble list nodes`
  std::string_view value;
  std::string_view bounds;  // that its value never leaves
};

std::span<const Operation> Operations();

// The operation of that type; null where the type is a noise.
const Operation* FindOperation(NodeType type);

// A word of the formulas, and what it stands for: {"s", "s: the value of source"}. One that ends in
// a bracket is a function.
struct Symbol {
  std::string_view word, meaning;
};

std::span<const Symbol> Symbols();
// Those that the operation's formulas use.
std::vector<std::string_view> MeaningsIn(const Operation& operation);

}  // namespace cobble

#endif  // COBBLE_RECIPE_OPERATIONS_H_
