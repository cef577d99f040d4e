// The kernel of textures by example (example.h), compiled once per SIMD level.
#include "noise/image/example.h"
#include "noise/image/pixels-inl.h"
#include "noise/math/hash-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/split-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// --- The lattice: the three corners around a sample ---

constexpr int kCorners = 3, kMaxLocated = 64;

// Where up to kMaxLocated samples are. Corner 0 is right of the sample in the row above, corner 1
// in the row below. Corner 2 is left of corner 0, or right of corner 1 in the far half (far = 1):
//
//   2---------0           0
//     .  near .          . .        `along` is 0 at the left of the cell, a parallelogram, and
//      .     .          .   .       grows to the right; `down` is 0 at the upper row.
//       .   .          . far .
//         1           1-------2
//
struct Located {
  HWY_ALIGN int32_t number[kCorners][kMaxLocated + kPad], row[kCorners][kMaxLocated + kPad];
  // Whole pixels from each corner to the sample, by axis.
  HWY_ALIGN int32_t offset[kCorners][2][kMaxLocated + kPad];
  HWY_ALIGN float along[kMaxLocated + kPad], down[kMaxLocated + kPad], far[kMaxLocated + kPad];
  HWY_ALIGN float fraction[2][kMaxLocated + kPad];  // of a pixel
};

// The index of a corner along an axis, reduced to its period, and its whole pixel.
struct CornerPlace {
  VD index, pixel;
};

HWY_INLINE CornerPlace CornerAt(const ExampleAxis& axis, VD index) {
  const F64 d;
  const VD step = hn::Set(d, axis.step), offset = hn::Set(d, axis.offset);
  if (axis.period == 0) return {index, hn::Floor(index * step + offset)};
  const VD period = hn::Set(d, static_cast<double>(axis.period));
  const VD turns = hn::Floor(index / period), reduced = index - period * turns;
  const VD moved = turns * hn::Set(d, static_cast<double>(axis.period_pixels));
  return {reduced, hn::Floor(reduced * step + offset) + moved};
}

HWY_INLINE VD StorePixel(const ExampleAxis& axis, const double* q, float* fraction) {
  const F64 d;
  const VD c = hn::LoadU(d, q) * hn::Set(d, axis.pixels_per_unit) - hn::Set(d, 0.5);
  const VD whole = hn::Floor(c);
  StoreFraction(c, whole, fraction);
  return whole;
}

// In: n positions. Samples past n are also valid, up to kPad.
inline HWY_NOINLINE void Locate(const ExampleArgs& args, const double* const* q, int n,
                                Located* to) {
  const F64 d;
  const hn::Rebind<int32_t, F64> di;
  const hn::Rebind<float, F64> df;
  const Octave& octave = args.octave;
  const VD half = hn::Set(d, 0.5), one = hn::Set(d, 1.0), two = hn::Set(d, 2.0);
  for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
    const VD x =
        hn::LoadU(d, q[0] + k) * hn::Set(d, octave.frequency[0]) + hn::Set(d, octave.scatter[0]);
    const VD y =
        hn::LoadU(d, q[1] + k) * hn::Set(d, octave.frequency[1]) + hn::Set(d, octave.scatter[1]);
    const VD row = hn::Floor(y), down = y - row;
    const VD is_odd = row - two * hn::Floor(row * half);
    const VD skewed = x - (is_odd + down) * half;
    const VD cell = hn::Floor(skewed), along = skewed - cell;
    const VD far = hn::IfThenElseZero(along + down >= one, one);
    hn::StoreU(hn::DemoteTo(df, along), df, to->along + k);
    hn::StoreU(hn::DemoteTo(df, down), df, to->down + k);
    hn::StoreU(hn::DemoteTo(df, far), df, to->far + k);

    const VD left = two * cell + is_odd;  // in half cells
    const CornerPlace rows[2] = {CornerAt(args.axes[1], row), CornerAt(args.axes[1], row + one)};
    const VD far_pixel = rows[0].pixel + far * (rows[1].pixel - rows[0].pixel);
    const VD far_index = rows[0].index + far * (rows[1].index - rows[0].index);
    const CornerPlace down_places[kCorners] = {rows[0], rows[1], {far_index, far_pixel}};
    const VD numbers[kCorners] = {left + two, left + one, left + far * hn::Set(d, 3.0)};
    const VD pixel_x = StorePixel(args.axes[0], q[0] + k, to->fraction[0] + k);
    const VD pixel_y = StorePixel(args.axes[1], q[1] + k, to->fraction[1] + k);
    for (int c = 0; c < kCorners; ++c) {
      const CornerPlace across = CornerAt(args.axes[0], numbers[c]);
      hn::StoreU(IndexOf(d, across.index, 0), di, to->number[c] + k);
      hn::StoreU(IndexOf(d, down_places[c].index, 0), di, to->row[c] + k);
      hn::StoreU(hn::DemoteTo(di, pixel_x - across.pixel), di, to->offset[c][0] + k);
      hn::StoreU(hn::DemoteTo(di, pixel_y - down_places[c].pixel), di, to->offset[c][1] + k);
    }
  }
  for (int k = n; k % kPad != 0; ++k) {
    to->along[k] = to->down[k] = to->far[k] = to->fraction[0][k] = to->fraction[1][k] = 0;
    for (int c = 0; c < kCorners; ++c)
      to->number[c][k] = to->row[c][k] = to->offset[c][0][k] = to->offset[c][1][k] = 0;
  }
}

// A corner's weight, and its slopes in cells along x and in rows along y.
struct CornerWeight {
  VF weight, slope[2];
};

// Computes the weights q^8 of sample k's corners, q = 1 - 4/3 x^2 - y^2, (x, y) = the offset from
// the corner in cells and rows. They are 0 on the opposite side, which touches the ellipse q = 0.
HWY_INLINE void CornerWeights(const Located& at, int k, CornerWeight* to) {
  const F32 d;
  const VF along = hn::Load(d, at.along + k), down = hn::Load(d, at.down + k);
  const VF far = hn::Load(d, at.far + k);
  const VF one = Broadcast(1.0f), half = Broadcast(0.5f), x = Fma(down, half, along);
  const VF offset_x[kCorners] = {x - one, x - half, Fma(far, Broadcast(-1.5f), x)};
  const VF offset_y[kCorners] = {down, down - one, down - far};
  for (int c = 0; c < kCorners; ++c) {
    const VF u = offset_x[c], v = offset_y[c];
    const VF q = hn::Max(Fma(u * Broadcast(-4.0f / 3), u, Fma(hn::Neg(v), v, one)), hn::Zero(d));
    const VF square = q * q, fourth = square * square, seventh = fourth * square * q;
    to[c].weight = fourth * fourth;
    to[c].slope[0] = seventh * u * Broadcast(-64.0f / 3);  // 8 q^7 dq/dx
    to[c].slope[1] = seventh * v * Broadcast(-16.0f);
  }
}

// Returns two random numbers below 2^16 for a corner. Of 4 x 4 corners, each has another sixteenth
// of the pairs, so that the same part of the image is rarely seen twice nearby. Sixteenth s = (m k
// + b) mod 16, k = the corner's place in its block, is a permutation, as m is odd; m and b are
// random for each block.
HWY_INLINE void RandomPlace(const ExampleArgs& args, VI number, VI row, VU* random) {
  const U32 du;
  const VI column = hn::ShiftRight<1>(number);
  const VU three = hn::Set(du, 3), seed = hn::Set(du, args.octave.seed);
  const auto bits = [](VI x) { return hn::BitCast(U32(), x); };
  const VU hash = Avalanche(Eat(Eat(seed, bits(number)), bits(row)));
  const VU block = Avalanche(Eat(Eat(seed + hn::Set(du, kPrimeA), bits(hn::ShiftRight<2>(column))),
                                 bits(hn::ShiftRight<2>(row))));
  const VU place = hn::And(bits(column), three) + hn::ShiftLeft<2>(hn::And(bits(row), three));
  const VU odd = hn::Or(hn::ShiftRight<16>(block), hn::Set(du, 1));
  const VU sixteenth = place * odd + hn::ShiftRight<8>(block);
  const VU low = hn::Set(du, 0x3fff);
  random[0] = hn::Or(hn::ShiftLeft<14>(hn::And(sixteenth, three)), hn::And(hash, low));
  random[1] = hn::Or(hn::ShiftLeft<14>(hn::And(hn::ShiftRight<2>(sixteenth), three)),
                     hn::ShiftRight<18>(hash));
}

// Returns the image's pixel along an axis. In: offset, of the sample from the patch's corner, in
// pixels; random, the corner's number below 2^16.
HWY_INLINE VI PixelInPatch(const ExampleArgs& args, int axis, VI offset, VU random) {
  const I32 di;
  const U32 du;
  const ExampleAxis& a = args.axes[axis];
  const VU chosen = hn::ShiftRight<16>(random * hn::Set(du, static_cast<uint32_t>(a.count)));
  const VI size = hn::Set(di, static_cast<int32_t>(a.size)), zero = hn::Zero(di);
  VI pixel = offset + hn::BitCast(di, chosen) + hn::Set(di, static_cast<int32_t>(a.first));
  if (args.wraps) {
    pixel = hn::IfThenElse(pixel < zero, pixel + size, pixel);
    pixel = hn::IfThenElse(pixel < size, pixel, pixel - size);
  }
  return hn::Min(hn::Max(pixel, zero), size - hn::Set(di, 1));  // whatever the positions are
}

// --- Samples ---

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
  template <int kSlopes>
  static HWY_INLINE void RunWith(const ExampleArgs& args, const Frame& frame,
                                 const cobble::Run& run, const Slot& slot) {
    Located at;
    ForPieces(frame, run, 2, [&](int begin, int n, const double* const* q) {
      for (int first = 0; first < n; first += kMaxLocated) {
        const int count = std::min(n - first, kMaxLocated);
        const double* const positions[2] = {q[0] + first, q[1] + first};
        Locate(args, positions, count, &at);
        ForVectors(count,
                   [&](int k) { StoreJet(JetAt<kSlopes>(args, at, k), slot, begin + first + k); });
      }
    });
  }

 private:
  // Returns the value of sample k and its slopes with respect to q. With the corners' weights w and
  // quantiles g, the sum G = sum w g / sqrt(sum w^2) is distributed like each g.
  template <int kSlopes>
  static HWY_INLINE Jet<kSlopes> JetAt(const ExampleArgs& args, const Located& at, int k) {
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
      const Jet<kSlopes> jet = PixelJetAt<kSlopes>(args.origin, args.stride, i, j, across, down);
      const CornerWeight& w = corners[c];
      sum = Fma(w.weight, jet.v, sum);
      squares = Fma(w.weight, w.weight, squares);
      if constexpr (kSlopes > 0)
        for (int a = 0; a < 2; ++a) {
          const VF rate = Broadcast(static_cast<float>(args.axes[a].pixels_per_unit));
          const VF by_weight = w.slope[a] * Broadcast(static_cast<float>(args.octave.frequency[a]));
          slope[a] = Fma(by_weight, jet.v, Fma(w.weight, jet.g[a] * rate, slope[a]));
          square_slope[a] = Fma(w.weight, by_weight, square_slope[a]);
        }
    }
    const VF norm = Broadcast(1.0f) / hn::Sqrt(squares), quantile = sum * norm;
    VF rate;
    Jet<kSlopes> out;
    out.v = ValueOfQuantile(args, quantile, &rate);
    if constexpr (kSlopes > 0)
      for (int a = 0; a < 2; ++a)
        out.g[a] = (slope[a] - quantile * norm * square_slope[a]) * norm * rate;
    return out;
  }
};

Kernel SelectExampleHere(ImageArgs::Filter filter) {
  return SelectByFilter<ExampleArgs, ExampleSamples>(filter);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
