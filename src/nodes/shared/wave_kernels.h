// Shared by the nodes whose octaves have kernels of waves (noise/waves/waves.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noise/waves/waves.h"
#include "program/compile.h"
#include "recipe/fields/field.h"

namespace cobble::nodes {

// Sets all but is_nested. Collects an error and returns false if the node does not tile because of
// the picture's shape. In: waves, of a kernel per cell.
bool SetWaves(Compiler& compiler, const NodeContext& context, double waves, WaveArgs* args);

// An input that is sampled only at the points of kernels.
struct PointInput {
  std::string key;
  int slopes;        // 2: along x and y; 0: none
  std::string flat;  // for the hint: what to use if the input varies along z
};

// Compiles an input at the points of kernels. In: local, their position set, a new base. Collects
// an error if samples differ in z and the input depends on it: the points have one z.
Compiled InputAtPoints(Compiler& compiler, const NodeContext& context, const WaveArgs& args,
                       int local, const PointInput& input);

bool WavesVaryAlong(std::size_t axis, const WaveArgs& args);

// `frequency` is 8 by default; `octaves` is at most 16.
Field WaveFrequencyField();
Field WaveOctavesField(std::string_view fallback, std::string_view help);

}  // namespace cobble::nodes
