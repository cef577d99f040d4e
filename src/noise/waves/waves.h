// Waves: what erosion and phasor noise have in common.
//
// Each cell of an octave's lattice has a kernel: a wave within 1.25 cells of a point in the cell,
// with a direction and a phase of its own. The sums of the kernels around a sample, w cos A and
// w sin A with the window w and the phase A of each, are a wave that goes through them all. What
// makes the directions, and what the waves become, is up to the node.
//
// Based on: Ares Lagae et al., "Procedural Noise using Sparse Gabor Convolution", 2009; Thibault
// Tricard et al., "Procedural Phasor Noise", 2019.
// Departs: one kernel per cell, whose window is a polynomial and ends within the cells around it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "noise/kernel.h"

namespace cobble {

// Points of kernels are in the middle of their cells, at most this far from the centre along an
// axis, in cells.
inline constexpr double kPointJitter = 0.25;

// The window of a kernel at the distance r, in cells, is w = e^3 with e = 1 - 0.64 r^2; its slope
// is this times e^2 r.
inline constexpr double kWindowSlope = -6 * 0.64;

// Where the waves of kernels cancel out, this part of the sum of their windows remains as the
// length of their sum, which divides it.
inline constexpr double kWaveFloor = 0.45;

struct WaveArgs {
  std::vector<Octave> octaves;
  // Whether the direction of a kernel depends on the octaves before its own, at its point.
  bool is_nested = false;
  int slopes = 0;  // number of slopes written: 0, 2 or 3
  // d cell coordinate / d base coordinate, times 1 / frequency: rows x and y of the site's map.
  std::array<std::array<double, 3>, 2> from_base{};
  int64_t simd_target = 0;
};

// Returns the mean number of points per sample at which directions are found, by octave. In:
// cells_per_sample, the mean number of cells of octave 0 per sample; infinite for samples that
// share no cells.
std::vector<double> WavePointsPerSample(const WaveArgs& args, double cells_per_sample);

// Returns the maximum distance from a sample to a point that it depends on, along an axis, in units
// of position.
double WaveReach(const WaveArgs& args, int axis);

}  // namespace cobble
