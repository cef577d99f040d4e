// Writes nodes as the formulas that expand to them.
#pragma once

#include <optional>
#include <string>

#include "recipe/formula/names.h"
#include "recipe/json/json.h"

namespace cobble {

struct WrittenFormula {
  std::string text;
  // Whether its noises have patterns that the formula gives them, so that they were part of a
  // formula at the same place.
  bool has_own_patterns = false;
  // The number of parts of a sum, a product or another chain of one operator; 1 for all others.
  int parts = 1;
};

// Returns a formula that expands to exactly `node`, an object in which all formulas are expanded,
// or nullopt if there is none:
//   - a node with an object inside, a key of its own ("x-...") or an error;
//   - a noise without a seed and a pattern inside another node, since its seed follows from its
//     path;
//   - a noise whose pattern is that of a formula further inside: that one is short for it;
//   - a formula that is longer or deeper than formulas may be.
// In: names, the named nodes of the recipe; pointer, where the node stands; nodes, the number of
// nodes that formulas of the recipe have made so far, to which those of this one are added.
std::optional<WrittenFormula> WriteFormula(const Json& node, const FormulaNames& names,
                                           const std::string& pointer, int* nodes);

// Returns the node as a formula for people to read, which need not expand to it: it has no
// patterns, and "..." for what has no form in formulas.
std::string ReadableFormula(const Json& node);

}  // namespace cobble
