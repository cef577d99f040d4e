// One octave of erosion: the sum of the kernels around a sample, and what it makes of the height.
// Real is a vector of samples in float32, or one sample in double.
#include "core/math.h"
#include "noise/erosion/cells.h"
#include "noise/math/exp_log-inl.h"
#include "noise/math/sin_turns-inl.h"

#if defined(COBBLE_NOISE_EROSION_OCTAVE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_EROSION_OCTAVE_INL_H_
#undef COBBLE_NOISE_EROSION_OCTAVE_INL_H_
#else
#define COBBLE_NOISE_EROSION_OCTAVE_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Doubles do not fuse: not all machines have an instruction for it.
HWY_INLINE double Fma(double a, double b, double c) { return a * b + c; }
HWY_INLINE double Root(double x) { return std::sqrt(x); }
HWY_INLINE VF Root(VF x) { return hn::Sqrt(x); }
HWY_INLINE double Larger(double a, double b) { return a > b ? a : b; }
HWY_INLINE VF Larger(VF a, VF b) { return hn::Max(a, b); }
HWY_INLINE double Smaller(double a, double b) { return a < b ? a : b; }
HWY_INLINE VF Smaller(VF a, VF b) { return hn::Min(a, b); }
HWY_INLINE bool IsNowherePositive(double x) { return !(x > 0); }
HWY_INLINE bool IsNowherePositive(VF x) { return hn::AllFalse(F32(), x > hn::Zero(F32())); }

template <class Real>
HWY_INLINE Real Of(double x) {
  if constexpr (std::is_same_v<Real, double>)
    return x;
  else
    return Broadcast(static_cast<float>(x));
}

struct ErosionWave {
  VF sin, cos;
};

HWY_INLINE SinCos WaveOf(double turns) { return SinCosTurns(turns); }
HWY_INLINE ErosionWave WaveOf(VF turns) {
  const VF within = turns - hn::Floor(turns + Broadcast(0.5f));
  return {SinTurns(within), CosTurns(within)};
}

HWY_INLINE double OneMinusExpOfLog(double x, double power) {
  return 1 - cobble::Exp(power * cobble::Log(1 - x));
}
HWY_INLINE VF OneMinusExpOfLog(VF x, VF power) {
  return ExpParts(power * LogComplement(x)).OneMinusExp();
}

// 1 - (1 - x)^power, without cancellation, and its derivative. In: x, 0 to below 1.
template <class Real>
struct Approach {
  Real value, slope;

  // In: whole, the power if it is a whole number, else 0. Whole powers n: with y = 1 - x,
  // 1 - y^n = x (1 + y + ... + y^(n-1)).
  HWY_INLINE Approach(Real x, Real power, int whole) {
    const Real one = Of<Real>(1), y = one - x;
    if (whole == 0) {
      value = OneMinusExpOfLog(x, power);
      slope = power * (one - value) / y;
      return;
    }
    Real sum = one, product = power;
    for (int k = 1; k < whole; ++k) {
      sum = Fma(sum, y, one);
      product = product * y;
    }
    value = x * sum;
    slope = product;
  }
};

// The sums over kernels of w, w_k w, w_k w cos A and w_k w sin A, and their slopes in cells,
// divided by kErosionSlope.
template <class Real>
struct ErosionSums {
  Real window, weight, cos, sin;
  Real d_window[2], d_weight[2], d_cos[2], d_sin[2];

  HWY_INLINE ErosionSums() {
    const Real zero = Of<Real>(0);
    window = weight = cos = sin = zero;
    for (int a = 0; a < 2; ++a) d_window[a] = d_weight[a] = d_cos[a] = d_sin[a] = zero;
  }

  // Adds a kernel whose point is at (x, y) from the sample, in cells. What does not reach the
  // sample adds exactly 0. 0.64 is 1 / R^2, rounded up, so that no kernel reaches farther than R.
  template <bool kSlopes, class Number>
  HWY_INLINE void Add(const ErosionKernel<Number>& kernel, Real x, Real y) {
    constexpr double kPerSquare = std::is_same_v<Real, double> ? 0.64 : double{0x1.47ae16p-1f};
    const Real left = Fma(Fma(x, x, y * y), Of<Real>(-kPerSquare), Of<Real>(1));
    if (IsNowherePositive(left)) return;
    const Real e = Larger(left, Of<Real>(0)), square = e * e, full = square * e;
    window = window + full;
    if constexpr (kSlopes) {
      d_window[0] = Fma(square, x, d_window[0]);
      d_window[1] = Fma(square, y, d_window[1]);
    }
    if (kernel.weight == 0) return;
    const auto wave = WaveOf(Fma(Of<Real>(kernel.turns[0]), x,
                                 Fma(Of<Real>(kernel.turns[1]), y, Of<Real>(kernel.phase))));
    const Real w = full * Of<Real>(kernel.weight);
    const Real w_cos = w * wave.cos, w_sin = w * wave.sin;
    weight = weight + w;
    cos = cos + w_cos;
    sin = sin + w_sin;
    if constexpr (kSlopes) {
      const Real slope = square * Of<Real>(kernel.weight);
      const Real s_cos = slope * wave.cos, s_sin = slope * wave.sin;
      const Real place[2] = {x, y};
      for (int a = 0; a < 2; ++a) {
        d_weight[a] = Fma(slope, place[a], d_weight[a]);
        d_cos[a] = Fma(s_cos, place[a], Fma(w_sin, Of<Real>(kernel.of_sin[a]), d_cos[a]));
        d_sin[a] = Fma(s_sin, place[a], Fma(w_cos, Of<Real>(kernel.of_cos[a]), d_sin[a]));
      }
    }
  }
};

// The constants of all octaves.
template <class Real>
struct ErosionConstants {
  double blend, sign, scale;  // of the profile of gullies
  double first_root;
  Real detail, settle;
  int whole_detail;  // 0 if it is not a whole number

  explicit HWY_INLINE ErosionConstants(const ErosionArgs& args)
      : blend(std::abs(args.sharpness)),
        sign(args.sharpness < 0 ? -1 : 1),
        scale(1 / (Root(1 + kRounding) - Root(kRounding))),
        first_root(Root(kRounding)),
        detail(Of<Real>(args.detail)),
        settle(Of<Real>(args.settle / 2)),
        whole_detail(std::floor(args.detail) == args.detail ? static_cast<int>(args.detail) : 0) {}

  // Rounds crests off, so that they have a slope.
  static constexpr double kRounding = 1.0 / 400;
};

// The height of a sample after some octaves. `faded` is what later octaves leave where they are
// weak, `room` how much of them there is.
template <class Real, int kSlopes>
struct ErosionState {
  Real height, faded, room;
  Real d_height[kSlopes + 1], d_faded[kSlopes + 1], d_room[kSlopes + 1];

  // In: the source and its slopes.
  HWY_INLINE ErosionState(const ErosionArgs& args, Real value, const Real* slope) {
    const double span = args.high - args.low;
    const Real zero = Of<Real>(0), one = Of<Real>(1);
    const Real t = Smaller(Larger((value - Of<Real>(args.low)) * Of<Real>(1 / span), zero), one);
    height = value;
    faded = Fma(t * t * (Of<Real>(6) - Of<Real>(4) * t), one, Of<Real>(-1));
    room = one;
    const Real rise = Of<Real>(12 / span) * t * (one - t);
    for (int a = 0; a < kSlopes; ++a) {
      d_height[a] = slope[a];
      d_faded[a] = rise * slope[a];
      d_room[a] = zero;
    }
  }

  // In: matrix, kErosionSlope * d cell coordinate / d position, by axis of cells.
  HWY_INLINE void Add(const ErosionConstants<Real>& constants, const ErosionSums<Real>& sums,
                      const double (*matrix)[3], Real amplitude) {
    constexpr double kFloor = 0.45;  // keeps the length of the wave above 0
    const Real one = Of<Real>(1);
    const Real floor_square = Of<Real>(kFloor * kFloor);
    const Real square =
        Fma(floor_square * sums.window, sums.window, Fma(sums.cos, sums.cos, sums.sin * sums.sin));
    // One quotient for both.
    const Real length = Root(square), inverse = one / (length * sums.window);
    const Real per_length = inverse * sums.window, per_window = inverse * length;
    const Real cos = sums.cos * per_length, sin = sums.sin * per_length;
    const Real weight = sums.weight * per_window;

    const Real sign = Of<Real>(constants.sign);
    const Real root = Root(Fma(sign * cos, Of<Real>(-0.5), Of<Real>(0.5 + constants.kRounding)));
    const double cusp = constants.blend * constants.sign;
    const Real gully = Fma(Of<Real>(1 - constants.blend), cos,
                           Fma(root - Of<Real>(constants.first_root),
                               Of<Real>(-2 * cusp * constants.scale), Of<Real>(cusp)));

    // 1 - 2^-16: closer to 1, the power below has no logarithm.
    const Real share = Smaller(weight * room, Of<Real>(1 - 0x1p-16));
    const Real change = gully - faded;
    const Real next = Fma(share, change, faded);
    const Real sin_square = sin * sin;
    const Approach<Real> by_share(share, constants.detail, constants.whole_detail);
    const Approach<Real> by_sin(sin_square, constants.detail, constants.whole_detail);
    const Real settled = Fma(constants.settle, next - one, one);
    const Real near = by_share.value * by_sin.value;

    if constexpr (kSlopes > 0) {
      const Real d_gully = Fma(Of<Real>(constants.blend * constants.scale / 2), one / root,
                               Of<Real>(1 - constants.blend));
      const Real d_near_sin = Of<Real>(2) * sin * by_sin.slope;
      for (int a = 0; a < kSlopes; ++a) {
        const Real along[2] = {Of<Real>(matrix[0][a]), Of<Real>(matrix[1][a])};
        const auto slope = [&](const Real(&d)[2]) { return Fma(d[0], along[0], d[1] * along[1]); };
        const Real d_window = slope(sums.d_window), d_cos_sum = slope(sums.d_cos),
                   d_sin_sum = slope(sums.d_sin);
        const Real d_length = Fma(floor_square * sums.window, d_window,
                                  Fma(sums.cos, d_cos_sum, sums.sin * d_sin_sum)) *
                              per_length;
        const Real d_cos = (d_cos_sum - cos * d_length) * per_length;
        const Real d_sin = (d_sin_sum - sin * d_length) * per_length;
        const Real d_weight = (slope(sums.d_weight) - weight * d_window) * per_window;
        const Real d_share = Fma(d_weight, room, weight * d_room[a]);
        const Real d_next =
            Fma(d_share, change, Fma(share, d_gully * d_cos - d_faded[a], d_faded[a]));
        const Real d_near =
            Fma(by_share.slope * d_share, by_sin.value, by_share.value * (d_near_sin * d_sin));
        d_room[a] = Fma(d_near, settled, near * (constants.settle * d_next));
        d_height[a] = Fma(amplitude, d_next, d_height[a]);
        d_faded[a] = d_next;
      }
    }
    height = Fma(amplitude, next, height);
    room = near * settled;
    faded = next;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
