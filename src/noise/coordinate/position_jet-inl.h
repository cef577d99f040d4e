// The loop over samples whose values and slopes come from positions in double, rounded once.
#pragma once

#include "noise/coordinate/coordinate.h"
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

// Calls at(q), which returns a PositionJet, for the reduced positions of each vector of samples.
template <class Args, class At>
HWY_INLINE void ForPositions(const Args& args, const Frame& frame, const Run& run, const Slot& slot,
                             const At& at) {
  const F64 d;
  const SlopeOutputs<3> slopes(frame, args, slot);
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
        StoreNarrowed(jet.slope[output.axis] * hn::Set(d, double{output.scale}),
                      output.to + first + k);
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
