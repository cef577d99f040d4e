// Shared by the nodes whose octaves have kernels of waves (noise/waves/waves.h).
#ifndef COBBLE_NODES_SHARED_WAVE_KERNELS_H_
#define COBBLE_NODES_SHARED_WAVE_KERNELS_H_

#include <cstddef>

#include "noise/waves/waves.h"
#include "program/compile.h"

namespace cobble::nodes {

// Sets all but is_nested. In: waves, of a kernel per cell. Returns false if the node does not tile
// because of the shape of the picture, after collecting that.
bool SetWaves(Compiler& compiler, const NodeContext& context, double waves, WaveArgs* args);

// Returns the mean number of points of kernels per sample.
double PointsPerSample(const Compiler& compiler, const NodeContext& context, const WaveArgs& args);

// Returns the site of an input at the points of kernels, which are a new base.
Site PointSite(const NodeContext& context, const WaveArgs& args, int local);

// Returns whether the waves vary along an axis of the base.
bool WavesVaryAlong(std::size_t axis, const WaveArgs& args);

}  // namespace cobble::nodes

#endif  // COBBLE_NODES_SHARED_WAVE_KERNELS_H_
