// Shared by the nodes whose octaves have kernels of waves (noise/waves/waves.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noise/waves/waves.h"
#include "program/compile.h"
#include "recipe/fields/field.h"

namespace cobble::nodes {

// Sets all but is_nested. In: waves, of a kernel per cell. Returns false if the node does not tile
// because of the shape of the picture, after collecting that.
bool SetWaves(Compiler& compiler, const NodeContext& context, double waves, WaveArgs* args);

// An input that is sampled at the points of kernels alone.
struct PointInput {
  std::string key;
  int slopes;        // 2: with those along x and y; 0: none
  std::string flat;  // what to use in place of one that varies along z, for the hint
};

// Compiles an input at the points of kernels, the position set `local`, which are a new base.
// Collects an error where samples differ in z and the input depends on it: the points have one z.
Compiled InputAtPoints(Compiler& compiler, const NodeContext& context, const WaveArgs& args,
                       int local, const PointInput& input);

// Returns whether the waves vary along an axis of the base.
bool WavesVaryAlong(std::size_t axis, const WaveArgs& args);

// Return the fields `frequency`, 8 by default, and `octaves`, at most 16.
Field WaveFrequencyField();
Field WaveOctavesField(std::string_view fallback, std::string_view help);

}  // namespace cobble::nodes
