// Shapes that are not in rectangular cells: rings and polygons around the origin, hexagons.
#pragma once

#include "noise/shapes/samples-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Returns the offset from the nearest copy of the origin along one axis.
HWY_INLINE VD FromOrigin(const ShapeArgs& args, const double* q, int axis) {
  const F64 d;
  const VD at = hn::LoadU(d, q);
  if (args.period[axis] == 0) return at;
  const VD period = hn::Set(d, args.period[axis]);
  return at - period * hn::Floor(at / period + hn::Set(d, 0.5));
}

// Stripes of the distance from the origin. In Cells: the fraction of the distance, and the
// direction, which is 0 at the origin.
struct Rings {
  static HWY_INLINE void Place(const ShapeArgs& args, const double* const* q, int n, Cells& cells) {
    const F64 d;
    const hn::Rebind<float, F64> df;
    for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
      const VD x = FromOrigin(args, q[0] + k, 0), y = FromOrigin(args, q[1] + k, 1);
      const VD radius = hn::Sqrt(x * x + y * y), c = radius * hn::Set(d, args.rate);
      const VD safe = hn::Max(radius, hn::Set(d, 0x1p-100));
      hn::StoreU(hn::DemoteTo(df, c - hn::Floor(c)), df, cells.fraction[0] + k);
      hn::StoreU(hn::DemoteTo(df, x / safe), df, cells.fraction[1] + k);
      hn::StoreU(hn::DemoteTo(df, y / safe), df, cells.rest + k);
    }
  }

  static HWY_INLINE ShapeJet At(const ShapeArgs& args, const CellVectors& cell) {
    const ShapeJet jet = StripeAt(args, cell.fraction[0] - Broadcast(0.5f), args.half[0]);
    const VF slope = jet.slope[0] * Broadcast(static_cast<float>(args.rate));
    return {jet.value, {slope * cell.fraction[1], slope * cell.rest}};
  }
};

// Returns the height and slope of a polygon at an offset from its middle. In: the outward normal
// (x, y) of the nearest side, the offsets along it and along the side, and half the inner side.
struct SideOffsets {
  VF x, y;
  VF outwards, sideways;
};
HWY_INLINE ShapeJet PolygonAt(const ShapeArgs& args, const SideOffsets& side, VF inner_half_side) {
  const VF inner = Broadcast(args.half[0] - args.bevel);
  const VF out = MaxZero(side.outwards - inner);
  const VF past = hn::CopySign(MaxZero(hn::Abs(side.sideways) - inner_half_side), side.sideways);
  const ShapeJet jet = HeightAt(Bevel(args.bevel), out, past);
  return {jet.value,
          {side.x * jet.slope[0] - side.y * jet.slope[1],
           side.y * jet.slope[0] + side.x * jet.slope[1]}};
}

// In Cells: the offset from the origin, clamped to well outside the polygon.
struct Polygon {
  static HWY_INLINE void Place(const ShapeArgs& args, const double* const* q, int n, Cells& cells) {
    const F64 d;
    const hn::Rebind<float, F64> df;
    const VD far = hn::Set(d, 4.0);
    for (int a = 0; a < 2; ++a)
      for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
        const VD at = FromOrigin(args, q[a] + k, a) * hn::Set(d, args.rate);
        hn::StoreU(hn::DemoteTo(df, hn::Max(hn::Min(at, far), hn::Neg(far))), df,
                   cells.fraction[a] + k);
      }
  }

  static HWY_INLINE ShapeJet At(const ShapeArgs& args, const CellVectors& cell) {
    const VF x = cell.fraction[0], y = cell.fraction[1];
    SideOffsets nearest{x, y, Broadcast(-100.0f), x};
    for (int s = 0; s < args.sides; ++s) {
      const VF nx = Broadcast(args.normal[s][0]), ny = Broadcast(args.normal[s][1]);
      const VF outwards = Fma(nx, x, ny * y);
      const MF is_nearer = outwards > nearest.outwards;
      nearest.x = hn::IfThenElse(is_nearer, nx, nearest.x);
      nearest.y = hn::IfThenElse(is_nearer, ny, nearest.y);
      nearest.outwards = hn::IfThenElse(is_nearer, outwards, nearest.outwards);
    }
    nearest.sideways = Fma(nearest.x, y, hn::Neg(nearest.y * x));
    ShapeJet jet = PolygonAt(args, nearest, Broadcast(args.inner_half_side));
    for (VF& slope : jet.slope) slope = slope * Broadcast(static_cast<float>(args.rate));
    return jet;
  }
};

// Hexagons with corners above and below. Their centres are at whole cells along x in even rows, and
// between them in odd rows:
//
//   row 0   o   o   o
//   row 1     o   o   o
//
// A hexagon reaches 2/3 of a row up and down, so the centre of a sample is the nearest one of the
// rows above and below it. In Cells: the index of the centre, and the offset from it.
struct Hexagons {
  // The nearest centre of a row.
  struct Centre {
    VD column, x, y, square;
  };

  static HWY_INLINE Centre NearestInRow(VD cx, VD shift, VD y) {
    const F64 d;
    const VD c = cx - shift, column = hn::Floor(c + hn::Set(d, 0.5)), x = c - column;
    return {column, x, y, x * x + hn::Set(d, 0.75) * (y * y)};
  }

  static HWY_INLINE void Place(const ShapeArgs& args, const double* const* q, int n, Cells& cells) {
    const F64 d;
    const VD half = hn::Set(d, 0.5), one = hn::Set(d, 1.0);
    const Octave& octave = args.octaves.front();
    for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
      const VD cx = hn::LoadU(d, q[0] + k) * hn::Set(d, octave.frequency[0]);
      const VD cy = hn::LoadU(d, q[1] + k) * hn::Set(d, octave.frequency[1]);
      const VD row = hn::Floor(cy), y = cy - row;
      const VD shift = row * half - hn::Floor(row * half);  // 0 or 0.5
      const Centre above = NearestInRow(cx, shift, y);
      const Centre below = NearestInRow(cx, half - shift, y - one);
      const auto is_below = below.square < above.square;
      const auto pick = [&](VD b, VD a) { return hn::IfThenElse(is_below, b, a); };
      StoreCell(pick(below.column, above.column), octave.period[0], pick(below.x, above.x), 0, k,
                cells);
      StoreCell(pick(row + one, row), octave.period[1], pick(below.y, above.y), 1, k, cells);
    }
  }

  // By symmetry, the nearest side is the right one or the lower right one.
  static HWY_INLINE ShapeJet At(const ShapeArgs& args, const CellVectors& cell) {
    if (args.function == ShapeArgs::kId)
      return FlatJet(IdOf(args.octaves.front(), cell.index[0], cell.index[1]));
    constexpr float kCos = 0.5f, kSin = 0.866025404f;  // of 60 degrees
    const VF x = cell.fraction[0] * Broadcast(args.side[0]);
    const VF y = cell.fraction[1] * Broadcast(args.side[1]);
    const VF right = hn::Abs(x), down = hn::Abs(y);
    const VF slanted = Fma(Broadcast(kCos), right, Broadcast(kSin) * down);
    const MF is_slanted = slanted > right;
    const VF nx = hn::IfThenElse(is_slanted, Broadcast(kCos), Broadcast(1.0f));
    const VF ny = hn::IfThenElseZero(is_slanted, Broadcast(kSin));
    const SideOffsets side{nx, ny, hn::IfThenElse(is_slanted, slanted, right),
                           Fma(nx, down, hn::Neg(ny * right))};
    const ShapeJet jet = PolygonAt(args, side, Broadcast(args.inner_half_side));
    return {jet.value,
            {hn::CopySign(Broadcast(1.0f), x) * jet.slope[0],
             hn::CopySign(Broadcast(1.0f), y) * jet.slope[1]}};
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
