// Hill noise: a sum of waves, flattened to a uniform distribution, 1 to 3 dimensions. What a
// Program hands over, and the selector of its kernels.
// Based on: Bruce Hill, "Hill Noise", 2017 (a sum of sines, and the curve that makes every height
// as frequent as any other); the theory: S. O. Rice, "Mathematical Analysis of Random Noise", 1944.
// Departs: the two angles of directions in space are not swapped, which would crowd the poles, and
// the sum's deviation is the true one in every number of dimensions.
#ifndef COBBLE_NOISE_HILL_HILL_H_
#define COBBLE_NOISE_HILL_HILL_H_

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "core/bounds.h"
#include "noise/kernel.h"

namespace cobble {

// What the mean of the octaves, uniform in 0..1, is turned into: the quantile function of a law.
struct Distribution {
  DistributionType type = DistributionType::kUniform;
  // Weibull: alpha, beta. Normal: mean, deviation. Exponential: rate. Triangular: low, mode, high.
  double parameters[3] = {0, 0, 0};
};

// A mean nearer to 0 or 1 than this counts as this near to every distribution but the uniform one.
inline constexpr double kMinTail = 0x1p-24;

// The quantiles at 2^-24 and 1 - 2^-24; of a uniform one 0 and 1.
Bounds BoundsOf(const Distribution& distribution);

// size_i = ((i + 0.5) / (waves + 1))^(-ln smoothness), i = 0 .. waves - 1.
std::vector<double> WaveSizes(int waves, double smoothness);

// The terms of an octave's sum: one a wave and axis, the axes of a wave together. Each is
// amplitude * cos(2 pi (k c + offset)), c in lattice cells. Arrays are padded with zeros to kPad.
struct HillWaves {
  std::vector<double> k[3];        // turns a lattice cell
  std::vector<double> offset;      // turns, a quarter less than a sine's
  std::vector<float> amplitude;    // so that the sum has deviation 1
  std::vector<float> gradient[3];  // 2 pi k amplitude
};

// A distribution as kernels see it.
struct QuantileArgs {
  DistributionType type = DistributionType::kUniform;
  float low = 0, high = 1;  // the bounds, rounded inwards
  // Weibull: alpha, 1 / beta. Normal: mean, deviation. Exponential: 1 / rate. Triangular: low,
  // high, the probability of less than the mode, and the roots of (high - low) (mode - low) and of
  // (high - low) (high - mode).
  float parameters[5] = {};
};

struct HillArgs {
  int dimensions = 2;
  int slopes = 0;             // how many are written: see Slot
  std::vector<double> sizes;  // amplitude and length of each wave, in lattice cells
  Distribution distribution;
  std::vector<Octave> octaves;
  // What MakeWaves fills in.
  int terms = 0;
  std::vector<HillWaves> waves;  // by octave
  QuantileArgs quantile;
};

// Fills in what follows from the rest of args: the waves of every octave, and the law.
void MakeWaves(HillArgs* args);

// The kernel for args in that form, at a SIMD level (SimdLevel::target).
Kernel SelectHill(const HillArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_HILL_HILL_H_
