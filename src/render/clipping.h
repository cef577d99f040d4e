// Measures how often curvatures are clipped.
#pragma once

#include <string>
#include <vector>

#include "cobble/program.h"
#include "core/window.h"
#include "render/render_bands.h"

namespace cobble {

// How often the curvature of a node, or of the map `curvature`, is beyond -1..1.
struct ClippedCurvature {
  std::string pointer;  // JSON pointer of the node curvature-of; "/curvature/scale" for the map
  double scale = 0;     // its scale
  double share = 0;     // of the samples, 0..1
  double fitting = 0;   // a scale of two digits at which no sample is clipped
};

// Measures the nodes that `program` uses, where any sample is clipped, with 64 x 64 samples spread
// over the window (see RenderOptions; its whole picture if empty). Not those below a scatter.
//
// Throws Error kLimit if memory runs out.
std::vector<ClippedCurvature> ClippedNodes(const Program& program, const Window& window);

// The same for the map `curvature`. In: range, of the height. Out: no or one element.
//
// Throws Error as Program::Compile does with slopes, and kLimit if memory runs out.
std::vector<ClippedCurvature> ClippedMap(const Program& program, const Window& window,
                                         const HeightRange& range);

// Returns the JSON pointers of the nodes curvature-of that ClippedNodes leaves out: those below a
// scatter.
std::vector<std::string> UnmeasuredNodes(const Program& program);

}  // namespace cobble
