// Erosion: gullies that run down the slopes of a source, octave by octave, each sample by itself.
//
// Each cell of an octave's lattice has a kernel: a wave within 1.25 cells of a point, across the
// direction in which the source, with the gullies of the octaves before, falls at that point. The
// sum of the kernels around a sample is a wave whose phase makes crests and gullies. The direction
// at a point is a constant of its cell, so the slope of the result needs first derivatives only.
//
// Based on: Ares Lagae et al., "Procedural Noise using Sparse Gabor Convolution", 2009; Thibault
// Tricard et al., "Procedural Phasor Noise", 2019.
// Departs: directions come from the slopes of a source at the points of kernels.
#ifndef COBBLE_NOISE_EROSION_EROSION_H_
#define COBBLE_NOISE_EROSION_EROSION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "noise/kernel.h"
#include "noise/sampling/batches.h"

namespace cobble {

// Waves of a kernel per cell.
inline constexpr double kErosionWaves = 0.8;
// Points of kernels are in the middle of their cells, at most this far from the centre along an
// axis, in cells.
inline constexpr double kErosionJitter = 0.25;

// The window of a kernel at the distance r, in cells, is w = e^3 with e = 1 - 0.64 r^2; its slope
// is this times e^2 r.
inline constexpr double kErosionSlope = -6 * 0.64;

struct ErosionArgs {
  std::vector<Octave> octaves;     // amplitude and slope_scale are not used
  std::vector<double> amplitudes;  // of the octaves' gullies, in units of height
  double low = -1, high = 1;       // heights of valley floors and summits; low < high
  double sharpness = 0.7;          // -1..1
  double steepness = 0;            // of a source where gullies have half their weight, per unit
  double branch = 1;
  double detail = 4;
  double settle = 0.35;
  bool shows_ridges = false;  // instead of the height
  int slopes = 0;             // number of slopes written: 0, 2 or 3
  // d cell coordinate / d base coordinate, times 1 / frequency: rows x and y of the site's map.
  std::array<std::array<double, 3>, 2> from_base{};
  int64_t simd_target = 0;
};

// Makes an object that computes `to` from the source at the samples, and at the points of kernels,
// which are its batches. In: args, an ErosionArgs. The slopes of the source at samples are with
// respect to the base; in batches, where it has two, with respect to the positions.
std::shared_ptr<Batches> MakeErosion(const void* args, int columns, Scratch* memory);

// Returns the mean number of points per sample at which the source is sampled, by octave. In:
// cells_per_sample, the mean number of cells of octave 0 per sample; infinite for samples that
// share no cells.
std::vector<double> ErosionPointsPerSample(const ErosionArgs& args, double cells_per_sample);

// Returns the maximum distance from a sample to a point that it depends on, along an axis, in units
// of position.
double ErosionReach(const ErosionArgs& args, int axis);

}  // namespace cobble

#endif  // COBBLE_NOISE_EROSION_EROSION_H_
