// Hill noise, 1 to 3 dimensions: a sum of sine waves, flattened to a uniform distribution.
// Based on: Bruce Hill, "Hill Noise", 2017 (a sum of sines, and the curve that makes all heights
// equally frequent); for the theory: S. O. Rice, "Mathematical Analysis of Random Noise", 1944.
// Departs: the two angles of 3D directions are not swapped, since that concentrates directions at
// the poles; each octave's directions are turned by hashes of its seed; the sum is divided by its
// true standard deviation in any number of dimensions.
#pragma once

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "core/bounds.h"
#include "noise/kernel.h"

namespace cobble {

// The result's distribution. Its quantile function is applied to the octaves' uniform mean, 0..1.
struct Distribution {
  DistributionType type = DistributionType::kUniform;
  // Weibull: alpha, beta. Normal: mean, deviation. Exponential: rate. Triangular: low, mode, high.
  double parameters[3] = {0, 0, 0};
};

// Unless the distribution is uniform, means are clamped to kMinTail .. 1 - kMinTail, which keeps
// their quantiles finite.
inline constexpr double kMinTail = 0x1p-24;

// Returns the quantiles at kMinTail and 1 - kMinTail; 0 and 1 for the uniform distribution.
Bounds BoundsOf(const Distribution& distribution);

// Returns size_i = ((i + 0.5) / (waves + 1))^(-ln smoothness), i = 0 .. waves - 1, in cells.
std::vector<double> WaveSizes(int waves, double smoothness);

// The terms of an octave's sum, amplitude * cos(2 pi (k . c + offset)) with c in cells. A wave has
// one term per dimension, stored contiguously: in n dimensions, terms w n .. w n + n - 1 belong to
// wave w. Arrays are padded with zeros to a multiple of kPad.
struct HillTerms {
  std::vector<double> k[3];        // wave vector by axis, turns per cell
  std::vector<double> offset;      // turns; includes -1/4, which turns the cosine into a sine
  std::vector<float> amplitude;    // scaled so that the sum has standard deviation 1
  std::vector<float> gradient[3];  // 2 pi k amplitude
  std::vector<float> wave[3];      // k in float32
  // Patches per cell along each axis, a power of two. A patch's phases are accurate in float32.
  double patches = 1;
};

// A distribution with its constants precomputed for kernels.
struct QuantileArgs {
  DistributionType type = DistributionType::kUniform;
  float low = 0, high = 1;  // BoundsOf, rounded inwards
  // Weibull: alpha, 1 / beta. Normal: mean, deviation. Exponential: 1 / rate. Triangular: low,
  // high, the probability of a value below the mode, sqrt((high - low) (mode - low)),
  // sqrt((high - low) (high - mode)).
  float parameters[5] = {};
};

struct HillArgs : NoiseArgs {
  std::vector<double> sizes;  // wavelength of each wave in cells, and its relative amplitude
  Distribution distribution;
  // Filled in by MakeWaves.
  int term_count = 0;            // per octave, without padding
  std::vector<HillTerms> terms;  // by octave
  QuantileArgs quantile;
};

// Fills in the members of args that follow from the others: the terms and the quantile.
void MakeWaves(HillArgs* args);

Kernel SelectHill(const HillArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
