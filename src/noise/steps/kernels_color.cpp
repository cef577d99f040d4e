// The operations on colours, compiled once per SIMD level.
#include "noise/math/roots-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/steps/color_step.h"
#include "noise/steps/pointwise.h"
#include "noise/steps/zeros.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// One vector of floats in double.
struct Wide {
  VD half[kHalves];

  HWY_INLINE VF Narrowed() const {
    return NarrowHalves([&](int h) { return half[h]; });
  }
};

// Clamps the slope of the root near 0, so that products with other slopes stay finite.
constexpr float kMaxRootSlope = 1e18f;

// A Curve replaces x by f(x) and returns the derivative.
struct CubeRoot {
  static HWY_INLINE VF Apply(Wide& x) {
    const CubeRootParts parts(x.Narrowed());
    for (int h = 0; h < kHalves; ++h)
      x.half[h] = RootOf(x.half[h], WidenHalf(parts.root, h), WidenHalf(parts.slope, h));
    return hn::Min(parts.slope, Broadcast(kMaxRootSlope));
  }
};

struct Cube {
  static HWY_INLINE VF Apply(Wide& x) {
    const VF narrow = x.Narrowed();
    for (VD& half : x.half) half = half * half * half;
    return Broadcast(3.0f) * narrow * narrow;
  }
};

// The matrices as vectors, copied where stores of samples cannot alias them: of doubles for values,
// of floats for slopes.
template <class D>
struct Matrices {
  hn::Vec<D> inner[3][3], outer[3][3], offset[3];

  explicit HWY_INLINE Matrices(const ColorArgs& args) {
    const auto set = [](double x) { return hn::Set(D(), static_cast<hn::TFromD<D>>(x)); };
    for (std::size_t a = 0; a < 3; ++a) {
      offset[a] = set(args.offset[a]);
      for (std::size_t b = 0; b < 3; ++b) {
        inner[a][b] = set(args.inner[a][b]);
        outer[a][b] = set(args.outer[a][b]);
      }
    }
  }
};

HWY_INLINE VD Dot(const VD* m, VD x, VD y, VD z) { return (m[0] * x + m[1] * y) + m[2] * z; }
HWY_INLINE VF Dot(const VF* m, VF x, VF y, VF z) { return Fma(m[2], z, Fma(m[1], y, m[0] * x)); }

// Computes the values of the vector at k. Out: rate, the derivatives of the curve.
template <class Curve>
HWY_INLINE void Values(const Matrices<F64>& m, const float* const* in, int k, float* const* out,
                       VF* rate) {
  const F32 d;
  const VF x = hn::Load(d, in[0] + k), y = hn::Load(d, in[1] + k), z = hn::Load(d, in[2] + k);
  Wide mid[3];
  for (int a = 0; a < 3; ++a) {
    for (int h = 0; h < kHalves; ++h)
      mid[a].half[h] = Dot(m.inner[a], WidenHalf(x, h), WidenHalf(y, h), WidenHalf(z, h));
    rate[a] = Curve::Apply(mid[a]);
  }
  for (int a = 0; a < 3; ++a) {
    Wide sum;
    for (int h = 0; h < kHalves; ++h)
      sum.half[h] = Dot(m.outer[a], mid[0].half[h], mid[1].half[h], mid[2].half[h]) + m.offset[a];
    hn::Store(Limit(sum.Narrowed(), -kMaxResult, kMaxResult), d, out[a] + k);
  }
}

// Computes one slope of all channels of the vector at k.
HWY_INLINE void Slopes(const Matrices<F32>& m, const float* const* in, int k, const VF* rate,
                       float* const* out) {
  const F32 d;
  const VF x = hn::Load(d, in[0] + k), y = hn::Load(d, in[1] + k), z = hn::Load(d, in[2] + k);
  VF mid[3];
  for (int a = 0; a < 3; ++a) mid[a] = Dot(m.inner[a], x, y, z) * rate[a];
  for (int a = 0; a < 3; ++a) hn::Store(Dot(m.outer[a], mid[0], mid[1], mid[2]), d, out[a] + k);
}

// The arrays of a run: values, then the slopes that are written.
struct ColorRows {
  const float* in[4][3];
  float* out[4][3];
  int slopes = 0;

  ColorRows(const Slot* from, const Slot* to) {
    for (int c = 0; c < 3; ++c) {
      in[0][c] = from[c].value;
      out[0][c] = to[c].value;
    }
    for (int s = 0; s < 3; ++s) {
      if (to[0].slope[s] == nullptr) continue;
      ++slopes;
      for (int c = 0; c < 3; ++c) {
        in[slopes][c] = from[c].slope[s] == nullptr ? kZeros : from[c].slope[s];
        out[slopes][c] = to[c].slope[s];
      }
    }
  }
};

template <class Curve>
void RunColor(const void* color_args, const Slot* in, int n, const Slot* out) noexcept {
  const auto& args = *static_cast<const ColorArgs*>(color_args);
  const ColorRows rows(in, out);
  const Matrices<F64> m(args);
  const Matrices<F32> slopes(args);
  ForVectors(n, [&](int k) {
    VF rate[3];
    Values<Curve>(m, rows.in[0], k, rows.out[0], rate);
    for (int s = 1; s <= rows.slopes; ++s) Slopes(slopes, rows.in[s], k, rate, rows.out[s]);
  });
}

ColorRun SelectColorHere(ColorArgs::Curve curve) {
  return curve == ColorArgs::kCubeRoot ? &RunColor<CubeRoot> : &RunColor<Cube>;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
