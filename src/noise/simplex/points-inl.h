// Simplex noise evaluated sample by sample, one sample per lane.
//
// The simplex that contains a sample is found in skewed coordinates s = M c, where simplices are
// the halves of unit squares or the sixths of unit cubes: floor(s) is the first corner, and the
// order of the fractions determines the others. In 2D:
//
//   (0,1)-----(1,1)
//     |      .'|     f0 > f1: corners (0,0), (1,0), (1,1)
//     |    .'  |     else:    corners (0,0), (0,1), (1,1)
//     |  .'    |
//   (0,0)-----(1,0)
//
// A corner's kernel (shape-inl.h) ends where the simplices around the corner do, so no other
// lattice point contributes.
//
// Tiled noise uses a different lattice, which repeats with the period (figure in
// simplex_lattice.h). Its corners are identified by their doubled position, which is integral: in
// 3D X = 2x, Y = 2y, Z = 2z, each modulo twice its period; in 2D X = 2x and y, which is already
// integral.
// Based on: Ken Perlin, "Noise Hardware", 2001; Stefan Gustavson, "Simplex Noise Demystified",
// 2005; the kernels and gradients of Jasper Flick (catlikecoding.com, "Simplex Noise"), 2021.
// Departs: the tiled lattices.
#include "noise/sampling/points-inl.h"
#include "noise/sampling/split-inl.h"
#include "noise/simplex/shape-inl.h"
#include "noise/simplex/simplex.h"

#if defined(COBBLE_NOISE_SIMPLEX_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SIMPLEX_POINTS_INL_H_
#undef COBBLE_NOISE_SIMPLEX_POINTS_INL_H_
#else
#define COBBLE_NOISE_SIMPLEX_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// One lattice point's kernel at offset d, negated, with t = min(|d|^2 - R^2, 0) and ramp = g . d
// (or g itself for values): its value is t^3 ramp, its slope t^3 g + 6 t^2 ramp d.
struct NegatedKernel {
  VF t3, t2_ramp;

  // In: excess = |d|^2 - R^2.
  HWY_INLINE NegatedKernel(VF excess, VF ramp) {
    const VF t = hn::Min(excess, hn::Zero(F32()));
    const VF t2 = t * t;
    t3 = t2 * t;
    t2_ramp = t2 * ramp;
  }
};

// Sums the kernels of a simplex, corner by corner.
template <class Gradient, int kDims, int kSlopes>
class KernelSum {
 public:
  HWY_INLINE KernelSum(const SimplexShape<kDims>& shape, uint32_t seed)
      : shape_(shape), seed_(hn::Set(U32(), seed)) {
    negated_.v = hn::Zero(F32());
    for (VF& g : negated_.g) g = hn::Zero(F32());
  }

  // In: sample - lattice point, and the point's hash key.
  HWY_INLINE void Add(const VF* offset, const VI* key) {
    VU hash = seed_;
    for (int a = 0; a < kDims; ++a) hash = Eat(hash, hn::BitCast(U32(), key[a]));
    VF g[3];
    Gradient::template Vector<kDims>(Avalanche(hash), shape_, g);
    VF square = offset[0] * offset[0];
    for (int a = 1; a < kDims; ++a) square = Fma(offset[a], offset[a], square);
    VF ramp = g[0];
    if constexpr (Gradient::kLinear) {
      ramp = g[0] * offset[0];
      for (int a = 1; a < kDims; ++a) ramp = Fma(g[a], offset[a], ramp);
    }
    const NegatedKernel kernel(square - Broadcast(shape_.radius_squared), ramp);
    negated_.v = Fma(kernel.t3, ramp, negated_.v);
    const VF six_t2_ramp = kernel.t2_ramp * Broadcast(6.0f);
    for (int a = 0; a < kSlopes; ++a) {
      if constexpr (Gradient::kLinear) negated_.g[a] = Fma(kernel.t3, g[a], negated_.g[a]);
      negated_.g[a] = Fma(six_t2_ramp, offset[a], negated_.g[a]);
    }
  }

  HWY_INLINE Jet<kSlopes> jet() const {
    Jet<kSlopes> jet;
    jet.v = hn::Neg(negated_.v);
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = hn::Neg(negated_.g[a]);
    return jet;
  }

 private:
  const SimplexShape<kDims>& shape_;
  const VU seed_;
  Jet<kSlopes> negated_;
};

HWY_INLINE VI OneWhere(MF mask) {
  const I32 d;
  return hn::IfThenElseZero(hn::RebindMask(d, mask), hn::Set(d, 1));
}
HWY_INLINE VF FloatOf(VI x) { return hn::ConvertTo(F32(), x); }

// The steps from a simplex's first corner to its second and, in 3D, third corner: 0 or 1 on each
// axis. The walk from (0, 0, 0) to (1, 1, 1) takes the axes in descending order of the fractions;
// on a tie the later axis comes first.
template <int kDims>
HWY_INLINE void SimplexSteps(const VF* f, VI (*step)[3]) {
  if constexpr (kDims == 2) {
    step[0][0] = OneWhere(f[0] > f[1]);
    step[0][1] = hn::Set(I32(), 1) - step[0][0];
  } else if constexpr (kDims == 3) {
    const MF xy = f[0] > f[1], xz = f[0] > f[2], yz = f[1] > f[2];
    const VI one = hn::Set(I32(), 1);
    step[0][0] = OneWhere(hn::And(xy, xz));
    step[0][1] = OneWhere(hn::AndNot(xy, yz));
    step[0][2] = one - step[0][0] - step[0][1];
    step[1][0] = OneWhere(hn::Or(xy, xz));
    step[1][2] = one - OneWhere(hn::And(xz, yz));
    step[1][1] = hn::Set(I32(), 2) - step[1][0] - step[1][2];
  }
}

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
struct SimplexPoints {
  using Args = SimplexArgs;
  using Sum = KernelSum<Gradient, kDimensions, kSlopes>;
  static constexpr int kDims = kDimensions;

  static HWY_INLINE bool IsTiled(const Octave& octave) { return octave.period[0] != 0; }

  // Fills s.fraction with the skewed fractions, and s.index with the indices of the first corners
  // (tiled, in 2D and 3D: their doubled positions).
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
        IsTiled(octave) ? SkewTiled(c) : Skew(c);
        for (int a = 0; a < kDims; ++a) {
          whole[a] = hn::Floor(c[a]);
          const hn::Rebind<float, F64> df;
          hn::StoreU(hn::DemoteTo(df, c[a] - whole[a]), df, s.fraction[a] + k);
        }
        if (IsTiled(octave)) DoublePosition<kDims>(whole);
        for (int a = 0; a < kDims; ++a) {
          hn::StoreU(WrapIndex(d, whole[a], KeyPeriod<kDims>(octave, a)),
                     hn::Rebind<int32_t, F64>(), s.index[a] + k);
        }
      }
    }
  }

  static HWY_INLINE Jet<kSlopes> Make(const SimplexArgs& args, const Octave& octave,
                                      const PointsScratch& s, int k) {
    const bool tiled = IsTiled(octave);
    const SimplexShape<kDims> shape(tiled);
    VF f[kDims];
    VI index[kDims];
    for (int a = 0; a < kDims; ++a) {
      f[a] = hn::Load(F32(), s.fraction[a] + k);
      index[a] = hn::Load(I32(), s.index[a] + k);
    }
    Sum sum(shape, octave.seed);
    if constexpr (kDims == 1)
      AddLine(octave, f, index, sum);
    else
      AddCorners(octave, f, index, sum);
    Jet<kSlopes> jet = sum.jet();
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = jet.g[a] * Broadcast(shape.units_per_cell);
    ApplyTurbulence(args.turbulence, jet);
    return jet;
  }

 private:
  // Converts cells to skewed coordinates, in place:
  // 2D: (x, y) = c / sqrt(3); then (x + y) (sqrt(3) - 1) / 2 is added to each.
  // 3D: (x, y, z) = 0.6 c; then (x + y + z) / 3 is added to each.
  static HWY_INLINE void Skew(VD* c) {
    const F64 d;
    constexpr double kUnitsPerCell = kDims == 2 ? 1 / kSqrt3 : 0.6;
    constexpr double kSkew = kDims == 2 ? (kSqrt3 - 1) / 2 : 1.0 / 3;
    VD sum = hn::Zero(d);
    for (int a = 0; a < kDims; ++a) sum = sum + (c[a] = c[a] * hn::Set(d, kUnitsPerCell));
    for (int a = 0; a < kDims; ++a) c[a] = c[a] + sum * hn::Set(d, kSkew);
  }

  // The same for the tiled lattices: (x + y / 2, y) and (y + z, x + z, x + y).
  static HWY_INLINE void SkewTiled(VD* c) {
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

  static HWY_INLINE void AddLine(const Octave& octave, const VF* f, const VI* index, Sum& sum) {
    sum.Add(f, index);
    const VF offset = f[0] - Broadcast(1.0f);
    const VI next = NextIndex(index[0], octave.period[0]);
    sum.Add(&offset, &next);
  }

  static HWY_INLINE void AddCorners(const Octave& octave, const VF* f, const VI* index, Sum& sum) {
    VI step[kDims + 1][3];
    for (int a = 0; a < kDims; ++a) {
      step[0][a] = hn::Zero(I32());
      step[kDims][a] = hn::Set(I32(), 1);
    }
    SimplexSteps<kDims>(f, step + 1);
    const bool tiled = IsTiled(octave);
    for (int corner = 0; corner <= kDims; ++corner) {
      VF offset[kDims];
      VI key[kDims];
      if (tiled)
        PlaceTiled(octave, f, index, step[corner], corner, offset, key);
      else
        Place(f, index, step[corner], corner, offset, key);
      sum.Add(offset, key);
    }
  }

  // Computes the corner that is `step` away from the first one (0 or 1 on each axis, `steps` in
  // total).
  // Out: sample - corner, unskewed: f - step - (sum f - steps) kUnskew on each axis; and the
  // corner's hash key.
  static HWY_INLINE void Place(const VF* f, const VI* index, const VI* step, int steps, VF* offset,
                               VI* key) {
    constexpr float kUnskew = kDims == 2 ? static_cast<float>((3 - kSqrt3) / 6) : 1.0f / 6;
    VF sum = f[0] + f[1];
    if constexpr (kDims == 3) sum = sum + f[2];
    const VF unskew = Fma(sum, Broadcast(-kUnskew), Broadcast(kUnskew * static_cast<float>(steps)));
    for (int a = 0; a < kDims; ++a) {
      offset[a] = f[a] - FloatOf(step[a]) + unskew;
      key[a] = index[a] + step[a];
    }
  }

  // The same for the tiled lattices. In: `doubled`, the first corner's doubled position.
  // 2D: a step of (i, j) moves by (i - j / 2, j). 3D: by (steps / 2 - step) on each axis.
  static HWY_INLINE void PlaceTiled(const Octave& octave, const VF* f, const VI* doubled,
                                    const VI* step, int steps, VF* offset, VI* key) {
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
