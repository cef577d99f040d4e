// Runs in pieces, with positions, for kernels that compute each sample by itself in any frame.
#pragma once

#include <algorithm>

#include "noise/sampling/grid_axes.h"
#include "noise/sampling/positions-inl.h"
#include "noise/sampling/scratch.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Moves a coordinate into a tiled picture: see Repetition.
HWY_INLINE VD Reduced(const Repetition& repetition, int axis, VD q) {
  const F64 d;
  if (repetition.period[axis] == 0) return q;
  const VD middle = hn::Set(d, repetition.middle[axis]);
  const VD period = hn::Set(d, repetition.period[axis]);
  const VD offset = q - middle;
  return middle + (offset - period * hn::Floor(offset / period + hn::Set(d, 0.5)));
}

// Base of strategies (typed_kernel-inl.h) that keep nothing from sample to sample.
template <class FamilyArgs>
struct Stateless {
  using Args = FamilyArgs;
  struct State {};
  static constexpr int kMaxColumns = kRunLength;

  static void LayOut(const Args&, const Frame&, int, Scratch&, State&) {}
  static void Prepare(const Args&, const Frame&, const Tile&, State&) {}
};

// The slopes that a kernel of one octave writes, at most kMax: the noise's slope along `axis`,
// times `scale`.
template <int kMax>
struct SlopeOutputs {
  struct Output {
    int axis;
    float scale;
    float* to;
  };
  Output outputs[kMax] = {};
  int count = 0;

  SlopeOutputs(const Frame& frame, const NoiseArgs& args, const Slot& slot) {
    const auto axes = SlopeAxes(frame, args.dimensions);
    for (std::size_t s = 0; s < static_cast<std::size_t>(std::min(args.slopes, kMax)); ++s)
      if (slot.slope[s] != nullptr && axes[s] < args.dimensions)
        outputs[count++] = {axes[s], args.octaves.front().slope_scale[s], slot.slope[s]};
  }
};

inline constexpr int kMaxPiece = 256;  // the positions of a piece stay in L1

// Calls body(first, n, q) for the pieces of a run: samples first .. first + n - 1, n <= kMaxPiece,
// are at q[axis][0 .. n - 1] on the first `dimensions` axes. q is padded to a multiple of kPad.
template <class Body>
HWY_INLINE void ForPieces(const Frame& frame, const Run& run, int dimensions, const Body& body) {
  HWY_ALIGN double computed[3][kMaxPiece + kPad];
  for (int first = 0; first < run.n; first += kMaxPiece) {
    const Run piece{run.i + first, run.j, std::min(run.n - first, kMaxPiece)};
    const double* q[3] = {};
    for (int a = 0; a < dimensions; ++a) {
      if (frame.kind == Frame::kPoints) {
        q[a] = frame.q[a] + first;
      } else {
        AffinePositions(frame, piece, a, computed[a]);
        q[a] = computed[a];
      }
    }
    body(first, piece.n, q);
  }
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
