// Simplex noise with one sample per lane, in 1D and on the tiled lattices.
//
// Tiled noise uses a different lattice than untiled noise (points-inl.h), which repeats with the
// period (figure in simplex_lattice.h). Its corners are identified by their doubled position, which
// is integral: in 3D X = 2x, Y = 2y, Z = 2z, each modulo twice its period; in 2D X = 2x and y,
// which is already integral. Departs: the published noise has no tiled lattices.
#include "noise/sampling/points-inl.h"
#include "noise/sampling/split-inl.h"
#include "noise/simplex/kernel_sum-inl.h"
#include "noise/simplex/simplex.h"

#if defined(COBBLE_NOISE_SIMPLEX_TILED_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SIMPLEX_TILED_POINTS_INL_H_
#undef COBBLE_NOISE_SIMPLEX_TILED_POINTS_INL_H_
#else
#define COBBLE_NOISE_SIMPLEX_TILED_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Returns (x + shift) mod `modulus`, for x in 0 .. modulus - 1 and shift in -1 .. 2. The modulus
// may be 2^31.
HWY_INLINE VI ShiftDoubled(VI x, VI shift, int64_t modulus) {
  const I32 d;
  const VI zero = hn::Zero(d), one = hn::Set(d, 1);
  const VI end = hn::Set(d, static_cast<int32_t>(static_cast<uint32_t>(modulus)));
  const auto below = hn::And(shift < zero, x == zero);
  const VI moved = x + shift;
  const VI wrapped =
      hn::IfThenElse(moved == end, zero, hn::IfThenElse(moved == end + one, one, moved));
  return hn::IfThenElse(below, end - one, wrapped);
}

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

// Returns the modulus of a doubled position (in 1D and untiled: of an index) on an axis. 0: not
// tiled.
template <int kDims>
HWY_INLINE int64_t KeyPeriod(const Octave& octave, int axis) {
  return octave.period[axis] * (kDims == 1 || (kDims == 2 && axis == 1) ? 1 : 2);
}

// Converts a reduced doubled position to the hash key, in place: in 2D
// ((X + y) / 2, y), in 3D ((Y + Z) / 2, (X + Z) / 2, (X + Y) / 2). The sums are even.
template <int kDims>
HWY_INLINE void HalvePosition(VI* x) {
  if constexpr (kDims == 2) {
    x[0] = Midpoint(x[0], x[1]);
  } else if constexpr (kDims == 3) {
    const VI y[3] = {x[0], x[1], x[2]};
    for (int a = 0; a < 3; ++a) x[a] = Midpoint(y[(a + 1) % 3], y[(a + 2) % 3]);
  }
}

template <class Gradient, int kDimensions, int kSlopes>
struct TiledSimplexPoints {
  using Args = SimplexArgs;
  using Sum = KernelSum<Gradient, kDimensions, kSlopes>;
  static constexpr int kDims = kDimensions;

  // Fills s.fraction with the skewed fractions, and s.index with the doubled positions of the first
  // corners (in 1D: their indices).
  static HWY_INLINE void Split(const Octave& octave, const double* const* q, int n,
                               const PointsScratch& s) {
    if constexpr (kDims == 1) {
      SplitRun(q[0], n, AxisOf(octave, 0), s.index[0], s.fraction[0]);
    } else {
      const F64 d;
      for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
        VD c[kDims], whole[kDims];
        for (int a = 0; a < kDims; ++a)
          c[a] = hn::LoadU(d, q[a] + k) * hn::Set(d, octave.frequency[a]) +
                 hn::Set(d, octave.scatter[a]);
        Skew(c);
        for (int a = 0; a < kDims; ++a) {
          whole[a] = hn::Floor(c[a]);
          const hn::Rebind<float, F64> df;
          hn::StoreU(hn::DemoteTo(df, c[a] - whole[a]), df, s.fraction[a] + k);
        }
        DoublePosition<kDims>(whole);
        for (int a = 0; a < kDims; ++a) {
          hn::StoreU(WrapIndex(d, whole[a], KeyPeriod<kDims>(octave, a)),
                     hn::Rebind<int32_t, F64>(), s.index[a] + k);
        }
      }
    }
  }

  static HWY_INLINE Jet<kSlopes> Make(const SimplexArgs& args, const Octave& octave,
                                      const PointsScratch& s, int k) {
    const SimplexShape<kDims> shape(true);
    VF f[kDims];
    VI index[kDims];
    for (int a = 0; a < kDims; ++a) {
      f[a] = hn::Load(F32(), s.fraction[a] + k);
      index[a] = hn::Load(I32(), s.index[a] + k);
    }
    Sum sum(shape);
    if constexpr (kDims == 1)
      AddLine(octave, shape, f, index, sum);
    else
      AddCorners(octave, shape, f, index, sum);
    Jet<kSlopes> jet = sum.jet();
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = jet.g[a] * Broadcast(shape.units_per_cell);
    ApplyTurbulence(args.turbulence, jet);
    return jet;
  }

 private:
  // Converts cells to skewed coordinates, in place: (x + y / 2, y) and (y + z, x + z, x + y).
  static HWY_INLINE void Skew(VD* c) {
    const F64 d;
    if constexpr (kDims == 2) {
      c[0] = c[0] + c[1] * hn::Set(d, 0.5);
    } else {
      const VD x = c[0], y = c[1], z = c[2];
      c[0] = y + z;
      c[1] = x + z;
      c[2] = x + y;
    }
  }

  static HWY_INLINE void AddLine(const Octave& octave, const SimplexShape<kDims>& shape,
                                 const VF* f, const VI* index, Sum& sum) {
    Add(octave, shape, f, index, sum);
    const VF offset = f[0] - Broadcast(1.0f);
    const VI next = NextIndex(index[0], octave.period[0]);
    Add(octave, shape, &offset, &next, sum);
  }

  static HWY_INLINE void AddCorners(const Octave& octave, const SimplexShape<kDims>& shape,
                                    const VF* f, const VI* doubled, Sum& sum) {
    VI upper[kDims + 1][3];
    SimplexSteps<kDims>(f, upper + 1);
    for (int a = 0; a < kDims; ++a) {
      upper[0][a] = hn::Zero(I32());
      upper[kDims][a] = hn::Set(I32(), -1);
    }
    for (int corner = 0; corner <= kDims; ++corner) {
      VI step[kDims];
      for (int a = 0; a < kDims; ++a) step[a] = hn::Neg(upper[corner][a]);
      VF offset[kDims];
      VI key[kDims];
      Place(octave, f, doubled, step, corner, offset, key);
      Add(octave, shape, offset, key, sum);
    }
  }

  // Adds the kernel of the lattice point with this hash key.
  static HWY_INLINE void Add(const Octave& octave, const SimplexShape<kDims>& shape,
                             const VF* offset, const VI* key, Sum& sum) {
    VU hash = hn::Set(U32(), octave.seed);
    for (int a = 0; a < kDims; ++a) hash = Eat(hash, hn::BitCast(U32(), key[a]));
    VF g[3];
    Gradient::template Vector<kDims>(Avalanche(hash), shape, g);
    sum.Add(offset, g);
  }

  // Computes the corner that is `step` away from the first one (0 or 1 on each axis, `steps` in
  // total). In: `doubled`, the first corner's doubled position.
  // Out: sample - corner, unskewed, and the corner's hash key.
  // 2D: a step of (i, j) moves by (i - j / 2, j). 3D: by (steps / 2 - step) on each axis.
  static HWY_INLINE void Place(const Octave& octave, const VF* f, const VI* doubled, const VI* step,
                               int steps, VF* offset, VI* key) {
    const VF half = Broadcast(0.5f);
    if constexpr (kDims == 2) {
      const VI shift = step[0] + step[0] - step[1];
      offset[0] = Fma(f[1] + FloatOf(shift), hn::Neg(half), f[0]);
      offset[1] = f[1] - FloatOf(step[1]);
      key[0] = ShiftDoubled(doubled[0], shift, 2 * octave.period[0]);
      key[1] = ShiftDoubled(doubled[1], step[1], octave.period[1]);
    } else {
      const VF sum = f[0] + f[1] + f[2];
      for (int a = 0; a < 3; ++a) {
        const VI shift = hn::Set(I32(), steps) - step[a] - step[a];
        offset[a] = Fma(sum - FloatOf(shift), half, hn::Neg(f[a]));
        key[a] = ShiftDoubled(doubled[a], shift, 2 * octave.period[a]);
      }
    }
    HalvePosition<kDims>(key);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
