// The functions of erosion, compiled once per SIMD level: how the waves around a sample change its
// height, octave by octave. Real is a vector of floats, for samples, or of doubles, for the points
// of kernels.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/math.h"
#include "noise/math/exp_log-inl.h"
#include "noise/waves/erosion.h"
#include "noise/waves/samples-inl.h"
#include "noise/waves/sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

HWY_INLINE VD OneMinusExpOfLog(VD x, VD power) {
  const F64 d;
  HWY_ALIGN double numbers[hn::MaxLanes(d)];
  hn::Store(x, d, numbers);
  for (double& each : numbers) each = 1 - cobble::Exp(hn::GetLane(power) * cobble::Log(1 - each));
  return hn::Load(d, numbers);
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

// The constants of all octaves. The profile of gullies is, at the cosine co of their phase,
//   even co + cusp (1 - 2 (root - first_root) / (last_root - first_root)), where
//   root = sqrt((1 - sign co) / 2 + kRounding).
template <class Real>
struct ErosionConstants {
  Real even, cusp, per_root, first_root;
  Real root_cos, root_one;  // root^2 = root_cos co + root_one
  Real per_inverse_root;    // in the profile's slope
  Real detail, settle;
  int whole_detail;  // 0 if it is not a whole number

  explicit HWY_INLINE ErosionConstants(const ErosionArgs& args) {
    const double blend = std::abs(args.sharpness), sign = args.sharpness < 0 ? -1 : 1;
    const double first = std::sqrt(kRounding), scale = 1 / (std::sqrt(1 + kRounding) - first);
    even = Of<Real>(1 - blend);
    cusp = Of<Real>(blend * sign);
    per_root = Of<Real>(-2 * (blend * sign) * scale);
    first_root = Of<Real>(first);
    root_cos = Of<Real>(sign / -2);
    root_one = Of<Real>(0.5 + kRounding);
    per_inverse_root = Of<Real>(blend * scale / 2);
    detail = Of<Real>(args.detail);
    settle = Of<Real>(args.settle / 2);
    whole_detail = std::floor(args.detail) == args.detail ? static_cast<int>(args.detail) : 0;
  }

  // Rounds crests off, so that they have a slope.
  static constexpr double kRounding = 1.0 / 400;
};

// A sample's height after some octaves. `faded` is what later octaves leave where they are weak,
// `room` the factor of their weight.
template <class Real, int kSlopes>
struct ErosionState {
  Real height, faded, room;
  Real d_height[kSlopes + 1], d_faded[kSlopes + 1], d_room[kSlopes + 1];

  // In: the source and its slopes.
  HWY_INLINE ErosionState(const ErosionArgs& args, Real value, const Real* slope) {
    const double span = args.high - args.low;
    const Real zero = Of<Real>(0), one = Of<Real>(1);
    const Real t = hn::Min(hn::Max((value - Of<Real>(args.low)) * Of<Real>(1 / span), zero), one);
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

  using Narrow = NarrowOf<Real>;

  // In: matrix, kWindowSlope * d cell coordinate / d position, by axis of cells.
  HWY_INLINE void Add(const ErosionConstants<Real>& constants, const WaveSums<Real>& sums,
                      const Narrow (*matrix)[3], Real amplitude) {
    const Real one = Of<Real>(1);
    const Real floor_square = Of<Real>(kWaveFloor * kWaveFloor);
    const Real square =
        Fma(floor_square * sums.window, sums.window, Fma(sums.cos, sums.cos, sums.sin * sums.sin));
    // One quotient for both.
    const Real length = hn::Sqrt(square), inverse = one / (length * sums.window);
    const Real per_length = inverse * sums.window, per_window = inverse * length;
    const Real cos = sums.cos * per_length, sin = sums.sin * per_length;
    const Real weight = sums.weight * per_window;

    const Real root = hn::Sqrt(Fma(cos, constants.root_cos, constants.root_one));
    const Real gully = Fma(constants.even, cos,
                           Fma(root - constants.first_root, constants.per_root, constants.cusp));

    // At most 1 - 2^-16: closer to 1, the power below has no logarithm.
    const Real share = hn::Min(weight * room, Of<Real>(1 - 0x1p-16));
    const Real change = gully - faded;
    const Real next = Fma(share, change, faded);
    const Real sin_square = sin * sin;
    const Approach<Real> by_share(share, constants.detail, constants.whole_detail);
    const Approach<Real> by_sin(sin_square, constants.detail, constants.whole_detail);
    const Real settled = Fma(constants.settle, next - one, one);
    const Real near = by_share.value * by_sin.value;

    if constexpr (kSlopes > 0) {
      const Real d_gully = Fma(constants.per_inverse_root, one / root, constants.even);
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

template <int kSlopes>
void ErodeSamples(const ErosionArgs& args, const WaveCells& cells, WaveTables& tables,
                  const double* const* position, int first, int end, const Slot& source,
                  const OutputSlots& to) noexcept {
  const F32 d;
  const ErosionConstants<VF> constants(args);
  float matrix[kMaxOctaves][2][3], amplitudes[kMaxOctaves];
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    SetMatrix(args, o, matrix[o]);
    amplitudes[o] = static_cast<float>(args.amplitudes[o]);
  }
  SumsOfSamples<kSlopes, true> sums(args, cells, tables, position, first, end);
  ForVectors(end - first, [&](int from) {
    const int k = first + from;
    VF slope[kSlopes + 1];
    for (int a = 0; a < kSlopes; ++a)
      slope[a] = source.slope[a] == nullptr ? hn::Zero(d) : hn::LoadU(d, source.slope[a] + k);
    ErosionState<VF, kSlopes> state(args, hn::LoadU(d, source.value + k), slope);
    std::size_t o = 0;
    for (const ErosionArgs::Output& output : args.outputs) {
      for (; o < output.octaves; ++o)
        state.Add(constants, sums.At(o, from), matrix[o], Broadcast(amplitudes[o]));
      const Slot& slot = to[output.slot];
      hn::StoreU(output.shows_ridges ? state.faded : state.height, d, slot.value + k);
      for (int a = 0; a < kSlopes; ++a)
        if (slot.slope[a] != nullptr)
          hn::StoreU(output.shows_ridges ? state.d_faded[a] : state.d_height[a], d,
                     slot.slope[a] + k);
    }
  });
}

// The kernels that reach each point of a vector of points, a lane each, in the order of their
// cells.
class ReachingKernels {
 public:
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(F64()));

  // A lane that has not been set has a kernel without a wave.
  ReachingKernels() { std::fill_n(numbers_[0][kLeft], kLanes, 1.0); }

  // Must be called for lane 0 first.
  void SetLane(int lane, const WaveWindow& window, const WavePlace& place) {
    int count = 0;
    for (int i = -1; i <= 1; ++i) {
      const WaveCell* const* const cells = window.At(place.cell[0] + i, place.cell[1]);
      for (int j = -1; j <= 1; ++j) {
        const WaveKernel<double>& kernel = cells[j]->wide;
        const double x = place.fraction[0] - i - kernel.point[0];
        const double y = place.fraction[1] - j - kernel.point[1];
        const double left = WindowLeft(x, y);
        if (!(left > 0)) continue;
        const double turns = kernel.turns[0] * x + kernel.turns[1] * y + kernel.phase;
        const double numbers[kNumbers] = {
            x, y, left, turns, kernel.of_cos[0], kernel.of_cos[1], kernel.weight};
        for (int k = 0; k < kNumbers; ++k) numbers_[count][k][lane] = numbers[k];
        ++count;
      }
    }
    most_ = lane == 0 ? count : std::max(most_, count);
    for (int k = count; k < kMost; ++k) numbers_[k][kLeft][lane] = 0;
  }

  WaveSums<VD> Sums() const {
    const F64 d;
    WaveSums<VD> sums;
    for (int k = 0; k < most_; ++k) {
      const auto load = [&](Number number) { return hn::Load(d, numbers_[k][number]); };
      WaveKernel<VD> kernel;
      kernel.of_cos[0] = load(kOfCosX);
      kernel.of_cos[1] = load(kOfCosY);
      for (int a = 0; a < 2; ++a) kernel.of_sin[a] = hn::Neg(kernel.of_cos[a]);
      kernel.weight = load(kWeight);
      kernel.has_weight = true;
      sums.template AddReaching<true, true>(kernel, load(kX), load(kY), load(kLeft), [&] {
        const SinCosD wave = SinCosTurns(load(kTurns));
        return Wave<VD>{wave.sin * kernel.weight, wave.cos * kernel.weight};
      });
    }
    return sums;
  }

 private:
  static constexpr int kMost = 9;
  // x and y from the kernel, what is left of its window, the phase there; see WaveKernel.
  enum Number { kX, kY, kLeft, kTurns, kOfCosX, kOfCosY, kWeight, kNumbers };

  alignas(kAlign) double numbers_[kMost][kNumbers][kLanes] = {};
  int most_ = 0;  // kernels of a lane, since lane 0 was set
};

void AddedSlopes(const ErosionArgs& args, const WaveCells& cells, std::size_t octave,
                 const WaveCells::Missing* points, int count, const Slot& source,
                 const std::array<double*, 2>& to) noexcept {
  constexpr int kLanes = ReachingKernels::kLanes;
  const F64 d;
  const hn::Rebind<float, F64> half;
  const ErosionConstants<VD> constants(args);
  ReachingKernels reaching;
  for (int from = 0; from < count; from += kLanes) {
    const int lanes = std::min(kLanes, count - from);
    std::array<double, 2> position[kLanes];
    std::array<int64_t, 2> periods[kLanes];
    for (int lane = 0; lane < lanes; ++lane) {
      position[lane] = cells.PointOf(octave, points[from + lane]);
      periods[lane] = cells.PeriodsOf(octave, points[from + lane]);
    }
    VD slope[2] = {hn::Zero(d), hn::Zero(d)};
    for (int a = 0; a < 2; ++a)
      if (source.slope[a] != nullptr)
        slope[a] = hn::PromoteTo(d, hn::LoadU(half, source.slope[a] + from));
    ErosionState<VD, 2> state(args, hn::PromoteTo(d, hn::LoadU(half, source.value + from)), slope);
    state.d_height[0] = state.d_height[1] = hn::Zero(d);
    for (std::size_t o = 0; o < octave; ++o) {
      for (int lane = 0; lane < lanes; ++lane)
        reaching.SetLane(lane, cells.window(o), cells.PlaceOf(o, position[lane], periods[lane]));
      const double* const frequency = args.octaves[o].frequency;
      const double matrix[2][3] = {{kWindowSlope * frequency[0], 0, 0},
                                   {0, kWindowSlope * frequency[1], 0}};
      state.Add(constants, reaching.Sums(), matrix, Of<VD>(args.amplitudes[o]));
    }
    for (std::size_t a = 0; a < 2; ++a) hn::StoreU(state.d_height[a], d, to[a] + from);
  }
}

ErosionFunctions SelectErosionHere(int slopes) {
  if (slopes == 0) return {&ErodeSamples<0>, &AddedSlopes};
  if (slopes == 2) return {&ErodeSamples<2>, &AddedSlopes};
  return {&ErodeSamples<3>, &AddedSlopes};
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
