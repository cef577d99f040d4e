// Simplex noise a sample a lane.
//
// A simplex is found in skewed coordinates s = M c, where simplices are the halves of squares and
// the sixths of cubes: floor(s) is its first corner, the order of the fractions tells the others.
// Based on: Ken Perlin, "Noise Hardware", 2001; Stefan Gustavson, "Simplex Noise Demystified",
// 2005; the kernels and gradients of Jasper Flick (catlikecoding.com, "Simplex Noise"), 2021.
// Departs: tiled, the lattice is deformed so that its points repeat with the period: in 2D rows of
// whole cells, every other one moved by half a cell; in 3D a body-centred cubic lattice. Points are
// then numbered by twice their position, X, Y, Z, each taken modulo twice its period.
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

// A kernel at a sample that lies d away, negated: its value is t^3 e, with t = min(|d|^2 - r, 0)
// and e the gradient's value; its slope along an axis t^3 e' + 6 pull d.
struct NegatedKernel {
  VF t3, pull;

  // In: |d|^2 - r.
  HWY_INLINE NegatedKernel(VF beyond, VF e) {
    const VF t = hn::Min(beyond, hn::Zero(F32()));
    const VF t2 = t * t;
    t3 = t2 * t;
    pull = t2 * e;
  }
};

// The sum of kernels, corner by corner.
template <class Gradient, int kDims, int kSlopes>
class KernelSum {
 public:
  HWY_INLINE KernelSum(const SimplexShape<kDims>& shape, uint32_t seed)
      : shape_(shape), seed_(hn::Set(U32(), seed)) {
    jet_.v = hn::Zero(F32());
    for (VF& g : jet_.g) g = hn::Zero(F32());
  }

  // In: the sample's offset from a lattice point, and the indices that the point is hashed by.
  HWY_INLINE void Add(const VF* offset, const VI* index) {
    VU hash = seed_;
    for (int a = 0; a < kDims; ++a) hash = Eat(hash, hn::BitCast(U32(), index[a]));
    VF g[3];
    Gradient::template Vector<kDims>(Avalanche(hash), shape_, g);
    VF square = offset[0] * offset[0];
    for (int a = 1; a < kDims; ++a) square = Fma(offset[a], offset[a], square);
    VF e = g[0];
    if constexpr (Gradient::kLinear) {
      e = g[0] * offset[0];
      for (int a = 1; a < kDims; ++a) e = Fma(g[a], offset[a], e);
    }
    const NegatedKernel kernel(square - Broadcast(shape_.radius), e);
    jet_.v = Fma(kernel.t3, e, jet_.v);
    const VF pull = kernel.pull * Broadcast(6.0f);
    for (int a = 0; a < kSlopes; ++a) {
      if constexpr (Gradient::kLinear) jet_.g[a] = Fma(kernel.t3, g[a], jet_.g[a]);
      jet_.g[a] = Fma(pull, offset[a], jet_.g[a]);
    }
  }

  HWY_INLINE Jet<kSlopes> jet() const {
    Jet<kSlopes> jet;
    jet.v = hn::Neg(jet_.v);
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = hn::Neg(jet_.g[a]);
    return jet;
  }

 private:
  const SimplexShape<kDims>& shape_;
  const VU seed_;
  Jet<kSlopes> jet_;  // negated
};

HWY_INLINE VI OneWhere(MF mask) {
  const I32 d;
  return hn::IfThenElseZero(hn::RebindMask(d, mask), hn::Set(d, 1));
}
HWY_INLINE VF FloatOf(VI x) { return hn::ConvertTo(F32(), x); }

// The steps from a simplex's first corner to its second, and to its third in 3D: 0 or 1 an axis.
// The walk goes along the axes in falling order of the fractions. Of equal ones the later leads.
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

// A place on the lattice of doubled positions `by` (-1 .. 2) further on, modulo `most` = twice the
// period.
HWY_INLINE VI ShiftDoubled(VI index, VI by, int64_t maximum) {
  const I32 d;
  const VI zero = hn::Zero(d), one = hn::Set(d, 1);
  const VI end = hn::Set(d, static_cast<int32_t>(static_cast<uint32_t>(maximum)));
  const auto below = hn::And(by < zero, index == zero);
  const VI moved = index + by;
  const VI wrapped =
      hn::IfThenElse(moved == end, zero, hn::IfThenElse(moved == end + one, one, moved));
  return hn::IfThenElse(below, end - one, wrapped);
}

// (a + b) / 2 of two numbers that are both even or both odd.
HWY_INLINE VI Middle(VI a, VI b) {
  const U32 d;
  const VU x = hn::BitCast(d, a), y = hn::BitCast(d, b);
  const VU odd = hn::And(x, hn::Set(d, 1));
  return hn::BitCast(I32(), hn::ShiftRight<1>(x) + hn::ShiftRight<1>(y) + odd);
}

// From skewed indices to twice the point's position, but for the last axis in 2D.
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

// What the numbers that DoublePosition makes are taken modulo; in 1D, the index itself. 0: nothing.
template <int kDims>
HWY_INLINE int64_t KeyPeriod(const Octave& octave, int axis) {
  return octave.period[axis] * (kDims == 1 || (kDims == 2 && axis == 1) ? 1 : 2);
}

// From these numbers, reduced, to what a point is hashed by.
template <int kDims>
HWY_INLINE void HalvePosition(VI* x) {
  if constexpr (kDims == 2) {
    x[0] = Middle(x[0], x[1]);
  } else if constexpr (kDims == 3) {
    const VI y[3] = {x[0], x[1], x[2]};
    for (int a = 0; a < 3; ++a) x[a] = Middle(y[(a + 1) % 3], y[(a + 2) % 3]);
  }
}

template <class Gradient, int kDimensions, int kSlopes>
struct SimplexPoints {
  using Args = SimplexArgs;
  using Sum = KernelSum<Gradient, kDimensions, kSlopes>;
  static constexpr int kDims = kDimensions;

  static HWY_INLINE bool IsTiled(const Octave& octave) { return octave.period[0] != 0; }

  // Fills s.index and s.fraction with those of the first corners. Tiled, in 2D and 3D, the indices
  // are the doubled positions.
  static HWY_INLINE void Split(const Octave& octave, const double* const* q, int n,
                               const PointsScratch& s) {
    if constexpr (kDims == 1) {
      SplitRun(q[0], n, AxisOf(octave, 0), s.index[0], s.fraction[0]);
    } else {
      const F64 d;
      for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
        VD c[kDims], whole[kDims];
        for (int a = 0; a < kDims; ++a)
          c[a] = hn::LoadU(d, q[a] + k) * hn::Set(d, octave.frequency[a]);
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
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = jet.g[a] * Broadcast(shape.unit);
    ApplyTurbulence(args.turbulence, jet);
    return jet;
  }

 private:
  // s = x + (x + y) (sqrt(3) - 1) / 2 with x = c / sqrt(3); s = x + (x + y + z) / 3 with x = 0.6 c.
  static HWY_INLINE void Skew(VD* c) {
    const F64 d;
    constexpr double kUnit = kDims == 2 ? 1 / kSqrt3 : 0.6;
    constexpr double kAlong = kDims == 2 ? (kSqrt3 - 1) / 2 : 1.0 / 3;
    VD sum = hn::Zero(d);
    for (int a = 0; a < kDims; ++a) sum = sum + (c[a] = c[a] * hn::Set(d, kUnit));
    for (int a = 0; a < kDims; ++a) c[a] = c[a] + sum * hn::Set(d, kAlong);
  }

  // (x + y / 2, y), and (y + z, x + z, x + y).
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
      VI at[kDims];
      if (tiled)
        PlaceTiled(octave, f, index, step[corner], corner, offset, at);
      else
        Place(f, index, step[corner], corner, offset, at);
      sum.Add(offset, at);
    }
  }

  // A corner `step` (0 or 1 an axis, `steps` in all) from the first one stands there, less steps G
  // on each axis.
  static HWY_INLINE void Place(const VF* f, const VI* index, const VI* step, int steps, VF* offset,
                               VI* at) {
    constexpr float kUnskew = kDims == 2 ? static_cast<float>((3 - kSqrt3) / 6) : 1.0f / 6;
    VF along = f[0] + f[1];
    if constexpr (kDims == 3) along = along + f[2];
    const VF back = Fma(along, Broadcast(-kUnskew), Broadcast(kUnskew * static_cast<float>(steps)));
    for (int a = 0; a < kDims; ++a) {
      offset[a] = f[a] - FloatOf(step[a]) + back;
      at[a] = index[a] + step[a];
    }
  }

  static HWY_INLINE void PlaceTiled(const Octave& octave, const VF* f, const VI* index,
                                    const VI* step, int steps, VF* offset, VI* at) {
    const VF half = Broadcast(0.5f);
    if constexpr (kDims == 2) {
      const VI by = step[0] + step[0] - step[1];
      offset[0] = Fma(f[1] + FloatOf(by), hn::Neg(half), f[0]);
      offset[1] = f[1] - FloatOf(step[1]);
      at[0] = ShiftDoubled(index[0], by, 2 * octave.period[0]);
      at[1] = ShiftDoubled(index[1], step[1], octave.period[1]);
    } else {
      const VF sum = f[0] + f[1] + f[2];
      for (int a = 0; a < 3; ++a) {
        const VI by = hn::Set(I32(), steps) - step[a] - step[a];
        offset[a] = Fma(sum - FloatOf(by), half, hn::Neg(f[a]));
        at[a] = ShiftDoubled(index[a], by, 2 * octave.period[a]);
      }
    }
    HalvePosition<kDims>(at);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
