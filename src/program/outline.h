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
  std::string formula;           // for people to read
  bool is_color = false;         // the result is a colour
  std::optional<Bounds> bounds;  // see NodeBounds; nullopt for a node that the program lacks
};

// Returns the nodes of the program, in the order of Program::node_bounds, and then those that the
// program lacks, since nothing uses them.
std::vector<OutlineNode> OutlineOf(const Program& program);

}  // namespace cobble
