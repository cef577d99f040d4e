// Measures the sources of nodes that count heights from valley floors to summits.
#pragma once

#include <string>
#include <vector>

#include "cobble/program.h"
#include "core/window.h"

namespace cobble {

struct SourceExtremes {
  std::string pointer;              // JSON pointer of the key `range` of the node
  double low = 0, high = 0;         // the range in use: the recipe's or the source's bounds
  double minimum = 0, maximum = 0;  // of the source at the samples
};

// Measures the sources of the nodes `erosion` in `program`, except below a node that samples its
// source at other places, such as another erosion. Uses 64 x 64 samples spread over the window (see
// RenderOptions; its whole picture if empty). Throws Error kLimit if memory runs out.
std::vector<SourceExtremes> ExtremesOfSources(const Program& program, const Window& window);

}  // namespace cobble
