// Simplex noise with one sample per lane: in 1D the kernels of the two lattice points around it, in
// 2D and 3D the Noise of CornerOctave.
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
// Based on: Ken Perlin, "Noise Hardware", 2001; Stefan Gustavson, "Simplex Noise Demystified",
// 2005; the kernels and gradients of Jasper Flick (catlikecoding.com, "Simplex Noise"), 2021.
#pragma once

#include <type_traits>

#include "noise/sampling/corner_octave-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/simplex/shape-inl.h"
#include "noise/simplex/simplex.h"
#include "noise/simplex/tiled_corners-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Sums the kernels of a simplex, corner by corner.
template <class Gradient, int kDims, int kSlopes>
class KernelSum {
 public:
  HWY_INLINE explicit KernelSum(const SimplexShape<kDims>& shape) : shape_(shape) {
    negated_.v = hn::Zero(F32());
    for (VF& g : negated_.g) g = hn::Zero(F32());
  }

  // In: sample - lattice point, and the point's gradient or value.
  HWY_INLINE void Add(const VF* offset, const VF* g) {
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
  Jet<kSlopes> negated_;
};

HWY_INLINE VI MinusOneWhere(MF mask) {
  const I32 d;
  return hn::VecFromMask(d, hn::RebindMask(d, mask));
}

// The way from a simplex's first corner to its second and, in 3D, third corner: -1 on the axes
// where they are one step up, else 0. The walk from (0, 0, 0) to (1, 1, 1) takes the axes in
// descending order of the fractions; on a tie the later axis comes first.
template <int kDims>
HWY_INLINE void SimplexSteps(const VF* f, VI (*upper)[3]) {
  if constexpr (kDims == 2) {
    upper[0][0] = MinusOneWhere(f[0] > f[1]);
    upper[0][1] = hn::Not(upper[0][0]);
  } else if constexpr (kDims == 3) {
    const VI xy = MinusOneWhere(f[0] > f[1]), xz = MinusOneWhere(f[0] > f[2]),
             yz = MinusOneWhere(f[1] > f[2]);
    upper[0][0] = hn::And(xy, xz);
    upper[0][1] = hn::AndNot(xy, yz);
    upper[0][2] = hn::Not(hn::Or(upper[0][0], upper[0][1]));
    upper[1][0] = hn::Or(xy, xz);
    upper[1][2] = hn::Not(hn::And(xz, yz));
    // Exactly two of three are up.
    upper[1][1] = hn::Not(hn::And(upper[1][0], upper[1][2]));
  }
}

// In 1D.
template <class Gradient, int kSlopes>
struct SimplexLine {
  static HWY_INLINE Jet<kSlopes> Make(const SimplexArgs& args, const Octave& octave,
                                      const PointsScratch& s, int k) {
    const SimplexShape<1> shape(IsTiled<1>(octave));
    KernelSum<Gradient, 1, kSlopes> sum(shape);
    const VF offset = hn::Load(F32(), s.fraction[0] + k);
    const VI index = hn::Load(I32(), s.index[0] + k);
    Add(octave, shape, offset, index, sum);
    Add(octave, shape, offset - Broadcast(1.0f), NextIndex(index, octave.period[0]), sum);
    Jet<kSlopes> jet = sum.jet();
    ApplyTurbulence(args.turbulence, jet);
    return jet;
  }

 private:
  static HWY_INLINE void Add(const Octave& octave, const SimplexShape<1>& shape, VF offset,
                             VI index, KernelSum<Gradient, 1, kSlopes>& sum) {
    const VU hash = Eat(hn::Set(U32(), octave.seed), hn::BitCast(U32(), index));
    VF g[3];
    Gradient::template Vector<1>(Avalanche(hash), shape, g);
    sum.Add(&offset, g);
  }
};

// What the points of the untiled lattices hold: the Gradient of CornerTable.
template <class PointGradient>
struct UntiledSimplex : CellCorner {
  static constexpr bool kLinear = PointGradient::kLinear;

  template <int kDims>
  static HWY_INLINE void Unscaled(VU value, VF* g) {
    PointGradient::template Vector<kDims>(value, SimplexShape<kDims>(false), g);
  }
};

// A vector of samples in their simplices: the fractions, and the steps to each corner.
template <int kDims>
struct Simplices {
  VF f[kDims];
  VI upper[kDims + 1][3];  // -1 on the axes where the corner is one step up, else 0

  HWY_INLINE Simplices() {
    for (int a = 0; a < kDims; ++a) {
      upper[0][a] = hn::Zero(I32());
      upper[kDims][a] = hn::Set(I32(), -1);
    }
  }

  static HWY_INLINE Simplices Find(const VF* centred) {
    Simplices s;
    for (int a = 0; a < kDims; ++a)
      s.f[a] = hn::MulAdd(centred[a], Broadcast(0.5f), Broadcast(0.5f));  // the product is exact
    SimplexSteps<kDims>(s.f, s.upper + 1);
    return s;
  }
};

// The corners of a simplex per lane.
template <class PointGradient, int kDims, bool kTiled>
struct HashedSimplices {
  // The Simplices in memory, and their corners' hashes.
  struct Hashes : CornerHashes<kDims + 1> {
    HWY_ALIGN float f[kDims][hn::MaxLanes(F32())];
    HWY_ALIGN int32_t upper[kDims - 1][kDims][hn::MaxLanes(F32())];

    HWY_INLINE void Set(const Simplices<kDims>& s, VU* accumulators) {
      CornerHashes<kDims + 1>::Set(accumulators);
      for (int a = 0; a < kDims; ++a) {
        hn::Store(s.f[a], F32(), f[a]);
        for (int c = 1; c < kDims; ++c) hn::Store(s.upper[c][a], I32(), upper[c - 1][a]);
      }
    }
  };

  const Hashes& hashes;

  HWY_INLINE Simplices<kDims> LoadSimplices() const {
    Simplices<kDims> s;
    for (int a = 0; a < kDims; ++a) {
      s.f[a] = hn::Load(F32(), hashes.f[a]);
      for (int c = 1; c < kDims; ++c) s.upper[c][a] = hn::Load(I32(), hashes.upper[c - 1][a]);
    }
    return s;
  }

  // Computes the gradients of all corners.
  HWY_INLINE void ReadAll(VF (*g)[3]) const {
    VU values[kDims + 1];
    for (int c = 0; c <= kDims; ++c) values[c] = hashes.Get(c);
    if constexpr (kDims == 2 && PointGradient::kLinear) {
      for (int c = 0; c <= kDims; ++c) CircleGradients::Of<kTiled>().Read(values[c], g[c]);
    } else {
      PointGradient::template Vectors<kDims, kDims + 1>(values, SimplexShape<kDims>(kTiled), g);
    }
  }
};

template <class PointGradient, int kAxes, int kSlopeCount, bool kTiled>
struct SimplexPoints {
  using Args = SimplexArgs;
  using Gradient =
      std::conditional_t<kTiled, TiledSimplex<PointGradient>, UntiledSimplex<PointGradient>>;
  using Hashed = HashedSimplices<PointGradient, kAxes, kTiled>;
  static constexpr int kDims = kAxes, kSlopes = kSlopeCount;
  static constexpr bool kCells = false;

  // Converts cells to skewed coordinates, in place. Untiled:
  // 2D: (x, y) = c / sqrt(3); then (x + y) (sqrt(3) - 1) / 2 is added to each.
  // 3D: (x, y, z) = 0.6 c; then (x + y + z) / 3 is added to each.
  // Tiled: (x + y / 2, y) and (y + z, x + z, x + y).
  template <class Number>
  static HWY_INLINE void Skew(Number* c) {
    if constexpr (!kTiled) {
      Number sum{};
      for (int a = 0; a < kDims; ++a) {
        c[a] = c[a] * Constant<Number>(kDims == 2 ? 1 / kSqrt3 : 0.6);
        sum = a == 0 ? c[0] : sum + c[a];
      }
      const Number skew = sum * Constant<Number>(kDims == 2 ? (kSqrt3 - 1) / 2 : 1.0 / 3);
      for (int a = 0; a < kDims; ++a) c[a] = c[a] + skew;
    } else if constexpr (kDims == 2) {
      c[0] = c[0] + c[1] * Constant<Number>(0.5);
    } else {
      const Number x = c[0], y = c[1], z = c[2];
      c[0] = y + z;
      c[1] = x + z;
      c[2] = x + y;
    }
  }

  // Splits a run's positions for the octaves based on `octave`.
  static HWY_INLINE void Split(const Octave& octave, const double* const* q, int n,
                               const FixedPoints& fixed) {
    SplitFixed<kDims, kCells>(octave, q, n, fixed, [&](VD* c) HWY_ATTR {
      if constexpr (kTiled)
        for (int a = 0; a < kDims; ++a) c[a] = Reduced(F64(), c[a], octave.period[a]);
      Skew(c);
    });
  }

  static HWY_INLINE void Hash(const Octave& octave, const VI* index, const VF* centred,
                              typename Hashed::Hashes& hashes) {
    constexpr int kCorners = kDims + 1;
    const auto simplices = Simplices<kDims>::Find(centred);
    VU products[kDims][kCorners], accumulators[kCorners];
    MakeProducts(octave, index, simplices.upper, products);
    for (VU& accumulator : accumulators) accumulator = hn::Set(U32(), octave.seed);
    if constexpr (kTiled) {
      EatProducts<kCorners>(accumulators, products[0]);
    } else {  // On the first axis the corners are only two.
      VU ends[2] = {accumulators[0], accumulators[0]};
      const VU end_products[2] = {products[0][0], products[0][kDims]};
      EatProducts<2>(ends, end_products);
      for (int c = 0; c < kCorners; ++c) accumulators[c] = Choose(simplices.upper[c][0], c, ends);
    }
    for (int a = 1; a < kDims; ++a) EatProducts<kCorners>(accumulators, products[a]);
    hashes.Set(simplices, accumulators);
  }

  template <class Corners>
  static HWY_INLINE Jet<kSlopes> Make(const SimplexArgs& args, const VF* centred,
                                      const Corners& corners) {
    const SimplexShape<kDims> shape(kTiled);
    Simplices<kDims> s;
    if constexpr (std::is_same_v<Corners, Hashed>)
      s = corners.LoadSimplices();
    else
      s = Simplices<kDims>::Find(centred);
    KernelSum<PointGradient, kDims, kSlopes> sum(shape);
    VF g[kDims + 1][3];
    if constexpr (std::is_same_v<Corners, Hashed>) corners.ReadAll(g);
    for (int c = 0; c <= kDims; ++c) {
      VF offset[kDims];
      Place(s.f, s.upper[c], c, offset);
      if constexpr (!std::is_same_v<Corners, Hashed>)
        corners.Read(NodeOf(corners, s.upper[c], c), g[c]);
      sum.Add(offset, g[c]);
    }
    Jet<kSlopes> jet = sum.jet();
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = jet.g[a] * Broadcast(shape.units_per_cell);
    ApplyTurbulence(args.turbulence, jet);
    return jet;
  }

 private:
  // Computes what the corners' hashes eat (EatProduct), by axis.
  static HWY_INLINE void MakeProducts(const Octave& octave, const VI* index, const VI (*upper)[3],
                                      VU (*products)[kDims + 1]) {
    const U32 d;
    const VU prime = hn::Set(d, kPrimeC);
    if constexpr (kTiled) {
      for (int c = 0; c <= kDims; ++c) {
        VI corner[kDims], key[kDims];
        for (int a = 0; a < kDims; ++a) corner[a] = index[a] - upper[c][a];
        Gradient::template MakeKey<kDims>(octave, corner, key);
        for (int a = 0; a < kDims; ++a) products[a][c] = hn::BitCast(d, key[a]) * prime;
      }
    } else {
      for (int a = 0; a < kDims; ++a) {
        const VU low = hn::BitCast(d, index[a]) * prime;
        const VU ends[2] = {low, low + prime};
        for (int c = 0; c <= kDims; ++c) products[a][c] = Choose(upper[c][a], c, ends);
      }
    }
  }

  // Returns ends[1] where the corner with this number of steps is up, else ends[0].
  static HWY_INLINE VU Choose(VI upper, int steps, const VU* ends) {
    if (steps == 0) return ends[0];
    if (steps == kDims) return ends[1];
    return hn::IfVecThenElse(hn::BitCast(U32(), upper), ends[1], ends[0]);
  }

  // Returns the node of the corner that is `upper` from the first one, with `steps` steps up.
  template <class Corners>
  static HWY_INLINE typename Corners::Node NodeOf(const Corners& corners, const VI* upper,
                                                  int steps) {
    const auto low = corners.template Step<0>(corners.Root(), 0);
    const auto high = corners.template Step<0>(corners.Root(), 1);
    auto node = steps == 0 ? low : high;
    if (steps != 0 && steps != kDims) node = corners.Select(upper[0], high, low);
    node = Step<1>(corners, node, upper, steps);
    if constexpr (kDims == 3) node = Step<2>(corners, node, upper, steps);
    return node;
  }

  template <int kAxis, class Corners>
  static HWY_INLINE typename Corners::Node Step(const Corners& corners,
                                                const typename Corners::Node& node, const VI* upper,
                                                int steps) {
    if (steps == 0) return corners.template Step<kAxis>(node, 0);
    if (steps == kDims) return corners.template Step<kAxis>(node, 1);
    return corners.template StepWhere<kAxis>(node, upper[kAxis]);
  }

  template <class Number>
  static HWY_INLINE Number Constant(double x) {
    if constexpr (std::is_same_v<Number, double>)
      return x;
    else
      return hn::Set(F64(), x);
  }

  // Returns `size` where upper is -1, else 0.
  static HWY_INLINE VF Where(VI upper, float size) {
    return hn::And(hn::BitCast(F32(), upper), Broadcast(size));
  }

  // Computes sample - corner, unskewed. Untiled: f - step - (sum f - steps) kUnskew on each axis.
  // Tiled: a step of (i, j) moves by (i - j / 2, j); in 3D by (steps / 2 - step) on each axis.
  static HWY_INLINE void Place(const VF* f, const VI* upper, int steps, VF* offset) {
    VF sum = f[0] + f[1];
    if constexpr (kDims == 3) sum = sum + f[2];
    const VF half = Broadcast(0.5f);
    if constexpr (!kTiled) {
      constexpr float kUnskew = kDims == 2 ? static_cast<float>((3 - kSqrt3) / 6) : 1.0f / 6;
      const VF unskew =
          Fma(sum, Broadcast(-kUnskew), Broadcast(kUnskew * static_cast<float>(steps)));
      for (int a = 0; a < kDims; ++a) offset[a] = f[a] - Where(upper[a], 1) + unskew;
    } else if constexpr (kDims == 2) {
      const VF shift = Where(upper[0], 2) - Where(upper[1], 1);
      offset[0] = Fma(f[1] + shift, hn::Neg(half), f[0]);
      offset[1] = f[1] - Where(upper[1], 1);
    } else {
      for (int a = 0; a < kDims; ++a) {
        const VF shift = Broadcast(static_cast<float>(steps)) - Where(upper[a], 2);
        offset[a] = Fma(sum - shift, half, hn::Neg(f[a]));
      }
    }
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
