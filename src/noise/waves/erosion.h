// Erosion: gullies that run down the slopes of a source, octave by octave, each sample by itself.
//
// Each cell of an octave's lattice has a kernel: a wave within 1.25 cells of a point, across the
// direction in which the source, with earlier octaves' gullies, falls there. The kernels around a
// sample sum up to a wave whose phase makes crests and gullies. The direction at a point is a
// constant of its cell, so the result's slope needs only first derivatives.
//
// Based on: Ares Lagae et al., "Procedural Noise using Sparse Gabor Convolution", 2009; Thibault
// Tricard et al., "Procedural Phasor Noise", 2019.
// Departs: directions come from the slopes of a source at the points of kernels.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "noise/sampling/batches.h"
#include "noise/waves/cells.h"
#include "noise/waves/waves.h"

namespace cobble {

struct WaveTables;

// Waves per cell in a kernel.
inline constexpr double kErosionWaves = 0.8;

struct ErosionArgs : WaveArgs {
  ErosionArgs() { is_nested = true; }

  // The height, or the ridges, after some of the octaves.
  struct Output {
    std::size_t octaves;
    bool shows_ridges;
    std::size_t slot;  // in OutputSlots
  };

  std::vector<double> amplitudes;  // of the octaves' gullies, in units of height
  double low = -1, high = 1;       // heights of valley floors and summits; low < high
  double sharpness = 0.7;          // -1..1
  double steepness = 0;            // source slope per unit at which gullies have half their weight
  double branch = 1;
  double detail = 4;
  double settle = 0.35;
  std::vector<Output> outputs;  // by octaves
};

// The functions that are compiled once per SIMD target.
struct ErosionFunctions {
  // Computes samples first .. end - 1 of a run; may write up to the end of a vector. In: cells,
  // with windows that hold the samples' cells; position, x and y; tables of these args.
  void (*samples)(const ErosionArgs& args, const WaveCells& cells, WaveTables& tables,
                  const double* const* position, int first, int end, const Slot& source,
                  const OutputSlots& to) noexcept;
  // Computes the slopes along x and y of what octaves before `octave` add to the height at the
  // points of its cells. In: source, there. Out: `to`, may be written up to the end of a vector.
  void (*added_slopes)(const ErosionArgs& args, const WaveCells& cells, std::size_t octave,
                       const WaveCells::Missing* points, int count, const Slot& source,
                       const std::array<double*, 2>& to) noexcept;
};

ErosionFunctions SelectErosion(const ErosionArgs& args);

// Makes an object that computes its outputs from the source at the samples and, in batches, at the
// points of kernels. In: args, an ErosionArgs. The source's slopes at samples are with respect to
// the base; its two slopes in batches, with respect to the positions.
std::shared_ptr<Batches> MakeErosion(const void* args, int columns, Scratch* memory);

}  // namespace cobble
