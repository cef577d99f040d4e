// Measures of a program's nodes and maps at 64 x 64 samples of a window.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "core/bounds.h"
#include "core/maps.h"
#include "render/render_bands.h"

namespace cobble {

// How often the curvature of a node or of the map `curvature` is beyond -1..1.
struct ClippedCurvature {
  std::string pointer;  // JSON pointer of the node curvature-of; "/curvature/scale" for the map
  double scale = 0;     // its scale
  double share = 0;     // of the samples, 0..1
  double fitting = 0;   // a scale of two digits at which at most 1 % are clipped
};

// Measures the nodes of `program` with clipped samples, except below a scatter, on 64 x 64 samples
// across the window (the whole picture if empty). In: range, of the height. Throws Error kLimit if
// memory runs out.
std::vector<ClippedCurvature> ClippedNodes(const Program& program, const Window& window,
                                           const HeightRange& range);

// The same for the map `curvature`. Out: no or one element. Throws Error as Program::Compile does
// with slopes, and kLimit if memory runs out.
std::vector<ClippedCurvature> ClippedMap(const Program& program, const Window& window,
                                         const HeightRange& range);

// Returns the JSON pointers of nodes curvature-of that ClippedNodes skips: those below a scatter.
std::vector<std::string> UnmeasuredNodes(const Program& program);

struct SourceExtremes {
  std::string pointer;              // JSON pointer of the key `range` of the node
  double low = 0, high = 0;         // the range in use: the recipe's or the source's bounds
  double minimum = 0, maximum = 0;  // of the source at the samples
};

// Measures the sources of the nodes `erosion` in `program`, except below a node that samples its
// source at other places, such as another erosion. Uses 64 x 64 samples spread over the window (see
// RenderOptions; its whole picture if empty). In: range, of the height. Throws Error kLimit if
// memory runs out.
std::vector<SourceExtremes> ExtremesOfSources(const Program& program, const Window& window,
                                              const HeightRange& range);

// Returns the lowest and the highest value of the height, a map of the recipe or a node, or a
// channel of one, which the program computes, at 64 x 64 samples spread over the window (its whole
// picture if empty). In: height, the range of heights. Throws Error kLimit if memory runs out.
Bounds MeasuredValues(const Program& program, const Window& window, const PictureMap& map,
                      const HeightRange& height);

// Returns the range of heights before the picture is rendered. In place of those that "fit" will
// find, it has the lowest and the highest value at such samples.
HeightRange LikelyRange(const Program& program);

// Returns the bounds of a map's samples. In: map, the height, one of the recipe or a node, or a
// channel of one, which the program computes. height, the range of heights.
Bounds SampleBounds(const Program& program, const PictureMap& map, const HeightRange& height);

// Returns the bounds of its samples if these are its values.
Bounds SamplesAt(const Bounds& values, const Program& program, const PictureMap& map,
                 const HeightRange& height);

// Returns, for each such map, the share of samples, 0..1, with a channel outside 0..1. Uses 64 x 64
// samples spread over the window (its whole picture if empty). Throws Error kLimit if memory runs
// out.
std::vector<double> SharesOutside(const Program& program, const Window& window,
                                  std::span<const PictureMap> maps, const HeightRange& height);

}  // namespace cobble
