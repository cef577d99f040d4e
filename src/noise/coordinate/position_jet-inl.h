// The loop over samples whose values and slopes come from positions in double, rounded once.
#pragma once

#include "noise/coordinate/coordinate.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/pieces-inl.h"
#include "noise/sampling/repetition-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

using MD = hn::Mask<F64>;

struct PositionJet {
  VD value;
  VD slope[3];
};

// The slopes that a kernel writes: the jet's slope along `axis`, times `scale`.
struct SlopeOutputs {
  struct Output {
    int axis;
    double scale;
    float* to;
  };
  Output outputs[3];
  int count = 0;

  SlopeOutputs(const Frame& frame, int dimensions, int slopes, const Octave& octave,
               const Slot& slot) {
    const GridAxes axes = GridAxesOf(frame, dimensions);
    const int grid_axes[3] = {axes.column, axes.row, axes.fixed};
    for (int s = 0; s < slopes; ++s) {
      const int axis = frame.kind == Frame::kGrid ? grid_axes[s] : s;
      if (slot.slope[s] != nullptr && axis < dimensions)
        outputs[count++] = {axis, static_cast<double>(octave.slope_scale[s]), slot.slope[s]};
    }
  }
};

// Calls at(q), which returns a PositionJet, for the reduced positions of each vector of samples.
template <class Args, class At>
HWY_INLINE void ForPositions(const Args& args, const Frame& frame, const Run& run, const Slot& slot,
                             const At& at) {
  const F64 d;
  const SlopeOutputs slopes(frame, args.dimensions, args.slopes, args.octaves.front(), slot);
  const int lanes = static_cast<int>(hn::Lanes(d));
  ForPieces(frame, run, args.dimensions, [&](int first, int n, const double* const* from) {
    for (int k = 0; k < n; k += lanes) {
      VD q[3] = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
      for (int a = 0; a < args.dimensions; ++a)
        q[a] = Reduced(args.repetition, a, hn::LoadU(d, from[a] + k));
      const PositionJet jet = at(q);
      StoreNarrowed(jet.value, slot.value + first + k);
      for (int s = 0; s < slopes.count; ++s) {
        const auto& output = slopes.outputs[s];
        StoreNarrowed(jet.slope[output.axis] * hn::Set(d, output.scale), output.to + first + k);
      }
    }
  });
}

// The distance from the origin in the plane, and its inverse, which is 0 within 2^-60 of the
// origin, where no slope is defined.
struct Polar {
  VD radius, inverse;
};
HWY_INLINE Polar PolarOf(VD x, VD y) {
  const F64 d;
  const VD radius = hn::Sqrt(x * x + y * y);
  const MD is_origin = radius < hn::Set(d, 0x1p-60);
  const VD one = hn::Set(d, 1.0);
  return {radius, hn::IfThenZeroElse(is_origin, one / hn::IfThenElse(is_origin, one, radius))};
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
