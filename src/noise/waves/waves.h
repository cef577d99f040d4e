// Waves: what erosion and phasor noise have in common.
//
// Each cell of an octave's lattice has a kernel: a wave within 1.25 cells of a point in the cell,
// with its own direction and phase. The sums over the kernels around a sample of w cos A and w sin
// A, with each one's window w and phase A, are a wave that goes through them all. The node decides
// how directions are made and what the waves become.
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

// Kernels' points are at most this far from the centres of their cells along an axis, in cells.
inline constexpr double kPointJitter = 0.25;

// The window of a kernel at the distance r, in cells, is w = e^3 with e = 1 - 0.64 r^2; its slope
// is this times e^2 r.
inline constexpr double kWindowSlope = -6 * 0.64;
// Returns e, or less than 0 where the window has ended. In: x and y from the kernel, in cells.
inline double WindowLeft(double x, double y) { return 1 - 0.64 * (x * x + y * y); }

// Where the kernels' waves cancel out, this part of the sum of their windows remains as the length
// of the summed wave, which is divided by it.
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

// Returns by octave the mean number of points per sample at which directions are found. In: the
// mean number of octave 0's cells per sample, infinite if samples share no cells.
std::vector<double> WavePointsPerSample(const WaveArgs& args, double cells_per_sample);

// Returns how far a sample is at most from a point it depends on, along an axis, in position units.
double WaveReach(const WaveArgs& args, int axis);

}  // namespace cobble
