// The kernels of images, compiled once per SIMD level.
#include "noise/image/image.h"
#include "noise/image/pixels-inl.h"
#include "noise/math/sphere-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <ImageArgs::Filter kFilter>
struct ImageSamples {
  // Positions along an axis, split into pixels and fractions, 0..1. Up to kPad, samples past n are
  // on pixel 0.
  struct Along {
    HWY_ALIGN int32_t pixel[kMaxPiece + kPad];
    HWY_ALIGN float fraction[kMaxPiece + kPad];

    HWY_INLINE void Store(VD c, int k) {
      const hn::Rebind<int32_t, F64> di;
      const VD whole = hn::Floor(c);
      hn::StoreU(hn::DemoteTo(di, whole), di, pixel + k);
      StoreFraction(c, whole, fraction + k);
    }
    HWY_INLINE void Pad(int n) {
      for (int k = n; k % kPad != 0; ++k) pixel[k] = 0, fraction[k] = 0;
    }
  };

  // The positions m of kExtend along an axis, and the slopes of e and m with respect to c.
  struct Mirrored {
    Along at;
    HWY_ALIGN float edge_rate[kMaxPiece + kPad];  // 1, or 0 outside
    HWY_ALIGN float rate[kMaxPiece + kPad];
  };

  static HWY_INLINE VD InPixels(const ImageArgs& args, int axis, const double* q) {
    const F64 d;
    const VD scale = hn::Set(d, args.pixels_per_unit[axis]);
    return Reduced(args.repetition, axis, hn::LoadU(d, q)) * scale + hn::Set(d, args.middle[axis]);
  }

  // Pixels are at most one before the first and one behind the last.
  static HWY_INLINE void Locate(const ImageArgs& args, int axis, const double* q, int n,
                                Along* to) {
    const F64 d;
    const VD size = hn::Set(d, static_cast<double>(args.size[axis]));
    const VD first = hn::Set(d, args.edges == ImageArgs::kClamp ? -1.0 : 0.0);
    for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
      VD c = InPixels(args, axis, q + k);
      if (args.edges == ImageArgs::kWrap) c = c - size * hn::Floor(c / size);
      to->Store(hn::Min(hn::Max(c, first), size), k);
    }
    to->Pad(n);
  }

  static HWY_INLINE void LocateExtended(const ImageArgs& args, int axis, const double* q, int n,
                                        Along* edge, Mirrored* mirrored) {
    const F64 d;
    const hn::Rebind<float, F64> df;
    const VD zero = hn::Zero(d), one = hn::Set(d, 1.0), half = hn::Set(d, 0.5);
    const VD last = hn::Set(d, static_cast<double>(args.size[axis] - 1));
    const VD mirrors = hn::Set(d, args.is_level[axis] ? 0.0 : 1.0);
    for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
      const VD c = InPixels(args, axis, q + k), e = hn::Min(hn::Max(c, zero), last);
      const VD distance = hn::Abs(c - e);
      // Where m slows down, its distance is last - rest^2, and its speed rest.
      const VD rest = hn::Max((last + one - distance) * half, zero);
      const auto is_outside = distance > zero, is_slow = distance > last - one;
      const VD moved = hn::IfThenElse(is_slow, last - rest * rest, distance) * mirrors;
      const VD m = e + hn::IfThenElse(c < zero, moved, hn::Neg(moved));
      const VD speed = hn::IfThenElse(is_slow, rest, one) * mirrors;
      edge->Store(e, k);
      mirrored->at.Store(hn::IfThenElse(is_outside, m, c), k);
      hn::StoreU(hn::DemoteTo(df, hn::IfThenElse(is_outside, zero, one)), df,
                 mirrored->edge_rate + k);
      hn::StoreU(hn::DemoteTo(df, hn::IfThenElse(is_outside, hn::Neg(speed), one)), df,
                 mirrored->rate + k);
    }
    edge->Pad(n);
    mirrored->at.Pad(n);
    for (int k = n; k % kPad != 0; ++k) mirrored->edge_rate[k] = mirrored->rate[k] = 1;
  }

  template <int kSlopes>
  static HWY_INLINE Jet<kSlopes> JetAt(const ImageArgs& args, const Along& x, const Along& y,
                                       int k) {
    const F32 d;
    const I32 di;
    return PixelJetAt<kSlopes>(args.origin, args.stride, hn::Load(di, x.pixel + k),
                               hn::Load(di, y.pixel + k),
                               WeightsAt<kFilter>(hn::Load(d, x.fraction + k)),
                               WeightsAt<kFilter>(hn::Load(d, y.fraction + k)));
  }

  // Changes the jet at e into that at c, where c is outside.
  template <int kSlopes>
  static HWY_INLINE void Extend(const ImageArgs& args, const Mirrored* axes, int k,
                                Jet<kSlopes>* jet) {
    const F32 d;
    const VF edge_rate[2] = {hn::Load(d, axes[0].edge_rate + k),
                             hn::Load(d, axes[1].edge_rate + k)};
    const MF is_outside = hn::Min(edge_rate[0], edge_rate[1]) == hn::Zero(d);
    if (hn::AllFalse(d, is_outside)) return;
    const Jet<kSlopes> at_m = JetAt<kSlopes>(args, axes[0].at, axes[1].at, k);
    const auto change = [&](VF to, VF* from) { *from = hn::IfThenElse(is_outside, to, *from); };
    const VF two = Broadcast(2.0f);
    change(Fma(jet->v, two, hn::Neg(at_m.v)), &jet->v);
    if constexpr (kSlopes > 0)
      for (int a = 0; a < 2; ++a) {
        const VF behind = hn::Load(d, axes[a].rate + k) * at_m.g[a];
        change(Fma(jet->g[a], edge_rate[a] * two, hn::Neg(behind)), &jet->g[a]);
      }
  }

  template <int kSlopes>
  static HWY_INLINE void RunWith(const ImageArgs& args, const Frame& frame, const cobble::Run& run,
                                 const Slot& slot) {
    const bool extends = args.edges == ImageArgs::kExtend;
    Along at[2];
    Mirrored mirrored[2];
    const VF rate[2] = {Broadcast(static_cast<float>(args.pixels_per_unit[0])),
                        Broadcast(static_cast<float>(args.pixels_per_unit[1]))};
    const VF low = Broadcast(args.low), high = Broadcast(args.high);
    ForPieces(frame, run, 2, [&](int begin, int n, const double* const* q) {
      for (int a = 0; a < 2; ++a) {
        if (extends)
          LocateExtended(args, a, q[a], n, &at[a], &mirrored[a]);
        else
          Locate(args, a, q[a], n, &at[a]);
      }
      ForVectors(n, [&](int k) {
        Jet<kSlopes> jet = JetAt<kSlopes>(args, at[0], at[1], k);
        if (extends) Extend<kSlopes>(args, mirrored, k, &jet);
        jet.v = hn::Min(hn::Max(jet.v, low), high);
        if constexpr (kSlopes > 0)
          for (int a = 0; a < 2; ++a) jet.g[a] = jet.g[a] * rate[a];
        StoreJet(jet, slot, begin + k);
      });
    });
  }
};

// Images of spheres.
template <ImageArgs::Filter kFilter>
struct SphereSamples {
  using Flat = ImageSamples<kFilter>;

  // Where samples are in the image, and the slopes of its columns by x and z and of its rows by x,
  // y and z.
  struct Places {
    typename Flat::Along column, row;
    HWY_ALIGN float column_slope[2][kMaxPiece + kPad];
    HWY_ALIGN float row_slope[3][kMaxPiece + kPad];
  };

  template <int kSlopes>
  static HWY_INLINE void Locate(const ImageArgs& args, const double* const* q, int n, Places* to) {
    const F64 d;
    const hn::Rebind<float, F64> df;
    const VD across = hn::Set(d, args.pixels_per_unit[0]);
    const VD down = hn::Set(d, args.pixels_per_unit[1]);
    const VD left = hn::Set(d, args.middle[0]), top = hn::Set(d, args.middle[1]);
    const VD width = hn::Set(d, static_cast<double>(args.size[0]));
    for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
      const SpherePlace place =
          SpherePlaceAt(hn::LoadU(d, q[0] + k), hn::LoadU(d, q[1] + k), hn::LoadU(d, q[2] + k));
      const VD column = place.longitude * across + left;
      to->column.Store(column - width * hn::Floor(column / width), k);
      to->row.Store(place.latitude * down + top, k);
      if constexpr (kSlopes > 0) {
        const auto store = [&](VD slope, float* slopes) {
          hn::StoreU(hn::DemoteTo(df, slope), df, slopes + k);
        };
        for (int a = 0; a < 2; ++a) store(place.longitude_slope[a] * across, to->column_slope[a]);
        for (int a = 0; a < 3; ++a) store(place.latitude_slope[a] * down, to->row_slope[a]);
      }
    }
    to->column.Pad(n);
    to->row.Pad(n);
  }

  // By the chain rule.
  static HWY_INLINE Jet<3> Along3D(const Jet<2>& jet, const Places& places, int k) {
    const F32 d;
    const auto at = [&](const float* slopes) { return hn::Load(d, slopes + k); };
    Jet<3> out;
    out.v = jet.v;
    for (int a = 0; a < 3; ++a) out.g[a] = jet.g[1] * at(places.row_slope[a]);
    out.g[0] = Fma(jet.g[0], at(places.column_slope[0]), out.g[0]);
    out.g[2] = Fma(jet.g[0], at(places.column_slope[1]), out.g[2]);
    return out;
  }

  template <int kSlopes>
  static HWY_INLINE void RunWith(const ImageArgs& args, const Frame& frame, const cobble::Run& run,
                                 const Slot& slot) {
    Places places;
    const VF low = Broadcast(args.low), high = Broadcast(args.high);
    ForPieces(frame, run, 3, [&](int begin, int n, const double* const* q) {
      Locate<kSlopes>(args, q, n, &places);
      ForVectors(n, [&](int k) {
        Jet<kSlopes> jet = Flat::template JetAt<kSlopes>(args, places.column, places.row, k);
        jet.v = hn::Min(hn::Max(jet.v, low), high);
        if constexpr (kSlopes > 0)
          StoreJet(Along3D(jet, places, k), slot, begin + k);
        else
          StoreJet(jet, slot, begin + k);
      });
    });
  }
};

Kernel SelectImageHere(ImageArgs::Filter filter, bool is_sphere) {
  if (is_sphere) return SelectByFilter<ImageArgs, SphereSamples>(filter);
  return SelectByFilter<ImageArgs, ImageSamples>(filter);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
