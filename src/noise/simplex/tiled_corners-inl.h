// The corners of the tiled simplex lattices: Corners and Gradient of CornerOctave.
//
// Tiled noise has its own lattice, which repeats with the period (figure in simplex_lattice.h). A
// corner is identified by its doubled position, which is integral: in 3D X = 2x, Y = 2y, Z = 2z,
// each modulo twice its period; in 2D X = 2x and y, which is already integral. Samples are in the
// first period, so an index exceeds it by a few corners at most.
// In a loop, which repeats along z alone, indices keep their size along x and y, and a corner is
// identified by its index: a period p along z, where Z = u + v - w changes by 2 p, is (p, p, 0).
// Departs: the published noise has no tiled lattices.
#pragma once

#include "noise/math/vectors-inl.h"
#include "noise/sampling/corners-inl.h"
#include "noise/simplex/shape-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Returns (a + b) / 2 without overflow, for unsigned numbers that are both even or both odd.
HWY_INLINE VI Midpoint(VI a, VI b) {
  const U32 d;
  const VU x = hn::BitCast(d, a), y = hn::BitCast(d, b);
  const VU odd = hn::And(x, hn::Set(d, 1));
  return hn::BitCast(I32(), hn::ShiftRight<1>(x) + hn::ShiftRight<1>(y) + odd);
}

// Converts an index of a tiled lattice to its doubled position, in place: in 2D (i, j) to (2 i - j,
// j), in 3D (i, j, l) to (-i + j + l, i - j + l, i + j - l).
template <int kDims>
HWY_INLINE void DoublePosition(VD* i) {
  const F64 d;
  if constexpr (kDims == 2) {
    i[0] = i[0] * hn::Set(d, 2.0) - i[1];
  } else if constexpr (kDims == 3) {
    const VD u = i[0], v = i[1], w = i[2];
    i[0] = v + w - u;
    i[1] = u + w - v;
    i[2] = u + v - w;
  }
}

// Returns the modulus of a doubled position (in 1D and untiled: of an index), or 0 if not tiled.
template <int kDims>
HWY_INLINE int64_t KeyPeriod(const Octave& octave, int axis) {
  return octave.period[axis] * (kDims == 1 || (kDims == 2 && axis == 1) ? 1 : 2);
}

// Converts a reduced doubled position to the hash key, in place: in 2D ((X + y) / 2, y), in 3D ((Y
// + Z) / 2, (X + Z) / 2, (X + Y) / 2). The sums are even.
template <int kDims>
HWY_INLINE void HalvePosition(VI* x) {
  if constexpr (kDims == 2) {
    x[0] = Midpoint(x[0], x[1]);
  } else if constexpr (kDims == 3) {
    const VI y[3] = {x[0], x[1], x[2]};
    for (int a = 0; a < 3; ++a) x[a] = Midpoint(y[(a + 1) % 3], y[(a + 2) % 3]);
  }
}

// Returns x mod `modulus`, for x from -kMargin to the modulus + kMargin. The modulus may be 2^31.
HWY_INLINE VI ReduceNear(VI x, int64_t modulus) {
  constexpr int kMargin = 64;
  const I32 d;
  const U32 du;
  if (modulus < kMargin) {
    // Small enough for float; the quotient is at least 1/128 away from integers.
    const VF m = Broadcast(static_cast<float>(modulus));
    const VF whole = hn::Floor((hn::ConvertTo(F32(), x) + Broadcast(0.5f)) / m);
    return x - hn::ConvertTo(d, whole * m);
  }
  const auto size = static_cast<uint32_t>(modulus);
  const VU from_margin = hn::BitCast(du, x) + hn::Set(du, kMargin);
  const auto below = from_margin < hn::Set(du, kMargin);
  const auto above = hn::Not(from_margin < hn::Set(du, size + kMargin));
  const VI change = hn::Set(d, static_cast<int32_t>(size));
  const VI raised = hn::IfThenElse(hn::RebindMask(d, below), x + change, x);
  return hn::IfThenElse(hn::RebindMask(d, above), x - change, raised);
}

// Returns whether the octave repeats along z alone.
template <int kDims>
HWY_INLINE bool IsLoop(const Octave& octave) {
  return kDims == 3 && octave.period[2] != 0 && octave.period[0] == 0;
}

// Moves an index of the 3D lattice into the first period along z, in place.
HWY_INLINE void ReduceLoop(int64_t period, VD* index) {
  const F64 d;
  const VD p = hn::Set(d, static_cast<double>(period)), z = index[0] + index[1] - index[2];
  const VD shift = p * hn::Floor(z / (p + p));
  index[0] = index[0] - shift;
  index[1] = index[1] - shift;
}

// The same modulo 2^32, for Z near the first period (see ReduceNear). In: a period below 2^30.
HWY_INLINE void ReduceLoop(int64_t period, VI* index) {
  const VI z = index[0] + index[1] - index[2];
  const VI shift = hn::ShiftRight<1>(z - ReduceNear(z, 2 * period));
  index[0] = index[0] - shift;
  index[1] = index[1] - shift;
}

// What the points of the tiled lattices hold, and their hashes.
template <class PointGradient>
struct TiledSimplex {
  static constexpr bool kLinear = PointGradient::kLinear;
  static constexpr bool kWraps = false;  // Hash reduces any index near the first period

  template <int kDims>
  static HWY_INLINE void Unscaled(VU value, VF* g) {
    PointGradient::template Vector<kDims>(value, SimplexShape<kDims>(true), g);
  }

  // Converts a corner's index to the indices that are hashed.
  template <int kDims>
  static HWY_INLINE void MakeKey(const Octave& octave, const VI* index, VI* x) {
    if (IsLoop<kDims>(octave)) {
      for (int a = 0; a < kDims; ++a) x[a] = index[a];
      if constexpr (kDims == 3) ReduceLoop(octave.period[2], x);
    } else {
      if constexpr (kDims == 2) {
        x[0] = index[0] + index[0] - index[1];
        x[1] = index[1];
      } else {
        const VI sum = index[0] + index[1] + index[2];
        for (int a = 0; a < kDims; ++a) x[a] = sum - index[a] - index[a];
      }
      for (int a = 0; a < kDims; ++a) x[a] = ReduceNear(x[a], KeyPeriod<kDims>(octave, a));
      HalvePosition<kDims>(x);
    }
  }

  template <int kDims>
  static HWY_INLINE VU Hash(const Octave& octave, const VI* index) {
    VI x[kDims];
    MakeKey<kDims>(octave, index, x);
    VU hash = hn::Set(U32(), octave.seed);
    for (int a = 0; a < kDims; ++a) hash = Eat(hash, hn::BitCast(U32(), x[a]));
    return hash;
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
