// The kernel of textures by example, compiled once per SIMD level.
#include "noise/image/corners-inl.h"
#include "noise/image/example.h"
#include "noise/image/pixels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Returns the value of a quantile, and in `rate` its derivative.
HWY_INLINE VF ValueOfQuantile(const ExampleArgs& args, VF quantile, VF* rate) {
  const F32 d;
  const I32 di;
  const VF scale = Broadcast(args.pieces_per_unit);
  const VF x = hn::Min(hn::Max((quantile - Broadcast(args.table_first)) * scale, hn::Zero(d)),
                       Broadcast(static_cast<float>(args.pieces)));
  const VI piece = hn::Min(hn::ConvertTo(di, x), hn::Set(di, args.pieces - 1));
  const VF t = x - hn::ConvertTo(d, piece);
  VF c[4];
  LoadFours(args.table, hn::ShiftLeft<2>(piece), c);
  *rate = Fma(Fma(c[3] * t, Broadcast(3.0f), c[2] * Broadcast(2.0f)), t, c[1]) * scale;
  const VF value = Fma(Fma(Fma(c[3], t, c[2]), t, c[1]), t, c[0]);
  return hn::Min(hn::Max(value, Broadcast(args.low)), Broadcast(args.high));
}

template <ImageArgs::Filter kFilter>
struct ExampleSamples {
  template <bool kHasSlopes>
  static HWY_INLINE void RunWith(const ExampleArgs& args, const Frame& frame,
                                 const cobble::Run& run, const Slot& slot) {
    Located at;
    ForPieces(frame, run, 2, [&](int begin, int n, const double* const* q) {
      for (int first = 0; first < n; first += kMaxLocated) {
        const int count = std::min(n - first, kMaxLocated);
        const double* const positions[2] = {q[0] + first, q[1] + first};
        Locate(args, positions, count, &at);
        ForVectors(count, [&](int k) {
          StoreJet<kHasSlopes>(JetAt<kHasSlopes>(args, at, k), slot, begin + first + k);
        });
      }
    });
  }

 private:
  // Returns the value of sample k and its slopes with respect to q. With the corners' weights w and
  // quantiles g, the sum G = sum w g / sqrt(sum w^2) is distributed like each g.
  template <bool kHasSlopes>
  static HWY_INLINE PixelJet JetAt(const ExampleArgs& args, const Located& at, int k) {
    const F32 d;
    const I32 di;
    const CubicWeights across = WeightsAt<kFilter>(hn::Load(d, at.fraction[0] + k));
    const CubicWeights down = WeightsAt<kFilter>(hn::Load(d, at.fraction[1] + k));
    CornerWeight corners[kCorners];
    CornerWeights(at, k, corners);
    VF sum = hn::Zero(d), squares = hn::Zero(d);
    VF slope[2] = {sum, sum}, square_slope[2] = {sum, sum};
    for (int c = 0; c < kCorners; ++c) {
      VU random[2];
      RandomPlace(args, hn::Load(di, at.number[c] + k), hn::Load(di, at.row[c] + k), random);
      const VI i = PixelInPatch(args, 0, hn::Load(di, at.offset[c][0] + k), random[0]);
      const VI j = PixelInPatch(args, 1, hn::Load(di, at.offset[c][1] + k), random[1]);
      const PixelJet jet = PixelJetAt<kHasSlopes>(args.origin, args.stride, i, j, across, down);
      const CornerWeight& w = corners[c];
      sum = Fma(w.weight, jet.value, sum);
      squares = Fma(w.weight, w.weight, squares);
      if constexpr (kHasSlopes)
        for (int a = 0; a < 2; ++a) {
          const VF rate = Broadcast(static_cast<float>(args.axes[a].pixels_per_unit));
          const VF by_weight = w.slope[a] * Broadcast(static_cast<float>(args.octave.frequency[a]));
          slope[a] = Fma(by_weight, jet.value, Fma(w.weight, jet.slope[a] * rate, slope[a]));
          square_slope[a] = Fma(w.weight, by_weight, square_slope[a]);
        }
    }
    const VF norm = Broadcast(1.0f) / hn::Sqrt(squares), quantile = sum * norm;
    VF rate;
    PixelJet out{ValueOfQuantile(args, quantile, &rate), {}};
    if constexpr (kHasSlopes)
      for (int a = 0; a < 2; ++a)
        out.slope[a] = (slope[a] - quantile * norm * square_slope[a]) * norm * rate;
    return out;
  }
};

Kernel SelectExampleHere(ImageArgs::Filter filter) {
  return SelectByFilter<ExampleArgs, ExampleSamples>(filter);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
