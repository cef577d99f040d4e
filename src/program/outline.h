// The nodes of a recipe, with the bounds that a compiled program found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "core/bounds.h"

namespace cobble {

struct OutlineNode {
  std::string pointer;  // "/noise/a", "/nodes/rock"
  std::string type;
  std::string formula;  // for people to read
  bool is_color = false;
  std::optional<Bounds> bounds;  // see NodeBounds; nullopt for an unused node
};

// Returns the program's nodes in the order of Program::node_bounds, then the recipe's unused nodes.
std::vector<OutlineNode> OutlineOf(const Program& program);

}  // namespace cobble
