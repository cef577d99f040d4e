// Simplex noise with one sample per lane on the untiled lattices, in 2D and 3D: the Noise of
// CornerOctave.
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
#include "noise/sampling/corner_octave-inl.h"
#include "noise/simplex/kernel_sum-inl.h"
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

template <class PointGradient, int kAxes, int kSlopeCount>
struct SimplexPoints {
  using Args = SimplexArgs;
  using Gradient = UntiledSimplex<PointGradient>;
  static constexpr int kDims = kAxes, kSlopes = kSlopeCount, kColumns = kRunLength;
  static constexpr bool kCells = false, kUniformCells = false;

  // Converts cells to skewed coordinates, in place:
  // 2D: (x, y) = c / sqrt(3); then (x + y) (sqrt(3) - 1) / 2 is added to each.
  // 3D: (x, y, z) = 0.6 c; then (x + y + z) / 3 is added to each.
  static HWY_INLINE void SkewVectors(VD* c) {
    const F64 d;
    VD sum = hn::Zero(d);
    for (int a = 0; a < kDims; ++a) sum = sum + (c[a] = c[a] * hn::Set(d, kUnitsPerCell));
    for (int a = 0; a < kDims; ++a) c[a] = c[a] + sum * hn::Set(d, kSkew);
  }
  static void Skew(double* c) {
    double sum = 0;
    for (int a = 0; a < kDims; ++a) sum += c[a] *= kUnitsPerCell;
    for (int a = 0; a < kDims; ++a) c[a] += sum * kSkew;
  }

  template <class Corners>
  static HWY_INLINE Jet<kSlopes> Make(const SimplexArgs& args, const VF* centred,
                                      const Corners& corners) {
    const SimplexShape<kDims> shape(false);
    VF f[kDims];
    for (int a = 0; a < kDims; ++a)
      f[a] = hn::MulAdd(centred[a], Broadcast(0.5f), Broadcast(0.5f));  // the product is exact
    VI upper[kDims + 1][3];
    SimplexSteps<kDims>(f, upper + 1);
    for (int a = 0; a < kDims; ++a) {
      upper[0][a] = hn::Zero(I32());
      upper[kDims][a] = hn::Set(I32(), -1);
    }
    KernelSum<PointGradient, kDims, kSlopes> sum(shape);
    for (int c = 0; c <= kDims; ++c) {
      VF offset[kDims], g[3];
      Place(f, upper[c], c, offset);
      corners.Read(NodeOf(corners, upper[c], c), g);
      sum.Add(offset, g);
    }
    Jet<kSlopes> jet = sum.jet();
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = jet.g[a] * Broadcast(shape.units_per_cell);
    ApplyTurbulence(args.turbulence, jet);
    return jet;
  }

 private:
  // Returns the node of the corner that is `upper` from the first one, with `steps` steps up.
  template <class Corners>
  static HWY_INLINE typename Corners::Node NodeOf(const Corners& corners, const VI* upper,
                                                  int steps) {
    const auto low = corners.template Step<0>(corners.Root(), 0);
    const auto high = corners.template Step<0>(corners.Root(), 1);
    auto node = steps == 0 ? low : steps == kDims ? high : corners.Select(upper[0], high, low);
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

  // Computes sample - corner, unskewed: f - step - (sum f - steps) kUnskew on each axis.
  static HWY_INLINE void Place(const VF* f, const VI* upper, int steps, VF* offset) {
    constexpr float kUnskew = kDims == 2 ? static_cast<float>((3 - kSqrt3) / 6) : 1.0f / 6;
    VF sum = f[0] + f[1];
    if constexpr (kDims == 3) sum = sum + f[2];
    const VF unskew = Fma(sum, Broadcast(-kUnskew), Broadcast(kUnskew * static_cast<float>(steps)));
    const VF one = Broadcast(1.0f);
    for (int a = 0; a < kDims; ++a) {
      const VF step = hn::And(hn::BitCast(F32(), upper[a]), one);
      offset[a] = f[a] - step + unskew;
    }
  }

  static constexpr double kUnitsPerCell = kDims == 2 ? 1 / kSqrt3 : 0.6;
  static constexpr double kSkew = kDims == 2 ? (kSqrt3 - 1) / 2 : 1.0 / 3;
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
