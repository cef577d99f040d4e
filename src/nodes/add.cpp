// add: the sum of two inputs.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Add() {
  return OfOperands({.name = "add",
                     .summary = "the sum of two inputs",
                     .value = "a + b",
                     .bounds = "lo(a) + lo(b) to hi(a) + hi(b)"},
                    [](Compiler& compiler, const NodeContext&, const Compiled& a,
                       const Compiled& b) { return compiler.Sum(a, b); });
}

}  // namespace cobble::nodes
