// The positions of a run's samples, in double.
#include <algorithm>

#include "noise/sampling/split-inl.h"

#if defined(COBBLE_NOISE_SAMPLING_POSITIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_POSITIONS_INL_H_
#undef COBBLE_NOISE_SAMPLING_POSITIONS_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_POSITIONS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Computes the run's positions on one axis, q = (origin + j row) + i column, with i and j reduced
// modulo the frame's wrap. Writes n rounded up to kPad, and up to one vector more after a seam
// (where i wraps to 0); values past n are unspecified.
inline HWY_NOINLINE void AffinePositions(const Frame& frame, const Run& run, int axis, double* q) {
  const F64 d;
  const double start =
      frame.origin[axis] + static_cast<double>(Reduce(run.j, frame.wrap[1])) * frame.row[axis];
  const int width = Padded(run.n);
  const int lanes = static_cast<int>(hn::Lanes(d));
  int64_t i = Reduce(run.i, frame.wrap[0]);
  for (int k = 0; k < width;) {
    // Up to the next seam or the end. The next part overwrites what a vector writes past a seam.
    const int64_t left = frame.wrap[0] == 0 ? width - k : frame.wrap[0] - i;
    const int end = static_cast<int>(std::min<int64_t>(width - k, left)) + k;
    const auto first = hn::Set(d, static_cast<double>(i)) + hn::Iota(d, 0.0);
    for (int at = k; at < end; at += lanes) {
      const auto index = first + hn::Set(d, static_cast<double>(at - k));
      hn::StoreU(hn::Set(d, start) + index * hn::Set(d, frame.column[axis]), d, q + at);
    }
    k = end;
    i = 0;
  }
}

// Returns a run's positions: the frame's if kPoints, else in `buffer` (kRunLength + kPad doubles).
HWY_INLINE const double* RunPositions(const Frame& frame, const Run& run, int axis,
                                      double* buffer) {
  if (frame.kind == Frame::kPoints) return frame.q[axis];
  AffinePositions(frame, run, axis, buffer);
  return buffer;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
