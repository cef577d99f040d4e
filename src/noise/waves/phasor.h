// Phasor noise: waves whose direction and shape are given, such as ripples in sand.
//
// The summed waves (waves.h) have the phase of a wave that keeps its shape everywhere, and forks
// where neighbouring kernels do not fit together. A profile turns the phase into a value. The sum's
// length stays above 0, so value and slope are smooth where there is no phase.
//
// Based on: Thibault Tricard et al., "Procedural Phasor Noise", 2019; for the profile `gabor`, Ares
// Lagae et al., "Procedural Noise using Sparse Gabor Convolution", 2009.
// Departs: profiles are smooth where waves cancel out (waves.h).
#pragma once

#include <memory>

#include "noise/sampling/batches.h"
#include "noise/waves/waves.h"

namespace cobble {

class WaveCells;
struct WaveTables;

struct PhasorArgs : WaveArgs {
  enum Profile { kSine, kTriangle, kSawtooth, kGabor };

  Profile profile = kSine;
  double waves = 0.8;       // of a kernel, per cell
  double spread = 0;        // of random turns, 0..1: 1 turns waves in any direction
  bool has_source = false;  // whether angles come from a source
  double angle = 0;         // without one: the direction of the waves, in degrees
};

// The function that is compiled once per SIMD target.
// Computes samples first .. end - 1 of a run; may write up to the end of a vector. In: cells, with
// windows that hold the samples' cells; position, x and y; tables of these args.
using PhasorFunction = void (*)(const PhasorArgs& args, const WaveCells& cells, WaveTables& tables,
                                const double* const* position, int first, int end,
                                const Slot& to) noexcept;

PhasorFunction SelectPhasor(const PhasorArgs& args);

// Makes an object that computes the noise, in -1..1. Its batches, if there is a source, are the
// points of kernels; the source's values there are angles in degrees. In: args, a PhasorArgs.
std::shared_ptr<Batches> MakePhasor(const void* args, int columns, Scratch* memory);

}  // namespace cobble
