// Writes nodes as the formulas that expand to them.
#pragma once

#include <optional>
#include <string>

#include "recipe/formula/names.h"
#include "recipe/json/json.h"

namespace cobble {

struct WrittenFormula {
  std::string text;
  // Whether the formula gives its noises their patterns: they were part of a formula at this place.
  bool has_own_patterns = false;
  // The number of parts of a sum, a product or another chain of one operator, else 1.
  int parts = 1;
};

// Returns a formula that expands to exactly `node`, an object without formulas, or nullopt for
//   - a node with an object inside, a key of its own ("x-...") or an error;
//   - a noise without a seed and a pattern inside another node, since its seed follows from its
//     path;
//   - a noise whose pattern is that of a formula further inside, which is then short for it;
//   - what would be longer or deeper than a formula may be.
// In: names, the named nodes of the recipe; pointer, the node's; nodes, the number of nodes that
// the recipe's formulas have made so far, to which this formula's are added.
std::optional<WrittenFormula> WriteFormula(const Json& node, const FormulaNames& names,
                                           const std::string& pointer, int* nodes);

// For people: the formula lacks patterns, and has "..." for what formulas cannot write.
std::string ReadableFormula(const Json& node);

// Returns whether two trees of nodes without formulas have the same values. The order of members
// does not matter; an input equals a list of it.
bool IsSameNode(const Json& a, const Json& b);

}  // namespace cobble
