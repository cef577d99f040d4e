// The kernels of shapes, compiled once per SIMD level. The loop over samples computes cells in
// double, then values and slopes in float32.
//
// The height follows from the distance to the shape made smaller by the bevel:
//
//   e, distance from the smaller shape   0 inside, bevel at the edge of the shape
//   t = max(1 - e / bevel, 0)            1 inside, 0 outside of the shape
//   height = S(t) = t^2 (3 - 2 t)
//
// The smaller shape is convex, so neither e nor the height has creases. Corners become round, as if
// a ball of radius `bevel` had been rolled along them.
#include <iterator>

#include "noise/math/hash-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/pieces-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/typed_kernel-inl.h"
#include "noise/shapes/shapes.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// --- What shapes share ---

// The slopes of all jets here are with respect to offsets in units of the smaller side of a cell.
HWY_INLINE Jet<2> FlatJet(VF value) {
  const VF zero = hn::Zero(F32());
  return {value, {zero, zero}};
}

HWY_INLINE VF MaxZero(VF x) { return hn::Max(x, hn::Zero(F32())); }
HWY_INLINE VF OneWhere(MF mask) { return hn::IfThenElseZero(mask, Broadcast(1.0f)); }

struct Bevel {
  float inverse, slope_factor;

  // A bevel of 0 is a step: 1 at e = 0, with slope 0.
  explicit Bevel(float width)
      : inverse(width > 0 ? 1 / width : 0x1p100f),
        slope_factor(width > 0 ? -6 * inverse * inverse : 0) {}

  // Returns t. In: the distance e.
  HWY_INLINE VF At(VF distance) const {
    return MaxZero(Broadcast(1.0f) - distance * Broadcast(inverse));
  }
};

// S(t).
HWY_INLINE VF Smooth(VF t) { return t * t * Fma(Broadcast(-2.0f), t, Broadcast(3.0f)); }

// Returns the height and its slope at (x, y), the vector from the nearest point of the smaller
// shape. d height = S'(t) dt = 6 t (1 - t) (-de / bevel); since 1 - t = e / bevel where t > 0, and
// de = (x dx + y dy) / e, no division by e is left.
HWY_INLINE Jet<2> HeightAt(const Bevel& bevel, VF x, VF y) {
  const VF t = bevel.At(hn::Sqrt(Fma(x, x, y * y)));
  const VF factor = t * Broadcast(bevel.slope_factor);
  return {Smooth(t), {x * factor, y * factor}};
}

// The offset of the sample from a rectangle's centre, and half the rectangle's sides.
struct Rectangle {
  VF at[2], half[2];
};

// Returns the vector from an interval made smaller by the bevel. In: the offset from its middle,
// half its length.
HWY_INLINE VF Excess(VF at, VF half, float bevel) {
  return hn::CopySign(MaxZero(hn::Abs(at) - (half - Broadcast(bevel))), at);
}

// Returns the height of a stripe; slope[0] is across. In: the offset from its middle, half its
// width.
HWY_INLINE Jet<2> StripeAt(const ShapeArgs& args, VF at, float half) {
  return HeightAt(Bevel(args.bevel), Excess(at, Broadcast(half), args.bevel), hn::Zero(F32()));
}

// Returns 0 to 1 across the rectangle, along one axis; its slope is 0 outside.
HWY_INLINE Jet<2> Across(const Rectangle& rectangle, int axis) {
  const VF at = rectangle.at[axis], half = rectangle.half[axis];
  const VF rate = Broadcast(0.5f) / half;
  const VF t = Fma(at, rate, Broadcast(0.5f));
  Jet<2> jet = FlatJet(hn::Min(MaxZero(t), Broadcast(1.0f)));
  jet.g[axis] = hn::IfThenElseZero(t == jet.v, rate);
  return jet;
}

// Returns a function of a rectangle, except its id, with slopes with respect to `at`.
HWY_INLINE Jet<2> RectangleAt(const ShapeArgs& args, const Rectangle& rectangle) {
  if (args.function == ShapeArgs::kU) return Across(rectangle, 0);
  if (args.function == ShapeArgs::kV) return Across(rectangle, 1);
  const Jet<2> height =
      HeightAt(Bevel(args.bevel), Excess(rectangle.at[0], rectangle.half[0], args.bevel),
               Excess(rectangle.at[1], rectangle.half[1], args.bevel));
  if (args.function == ShapeArgs::kHeight) return height;
  return FlatJet(OneWhere(height.v == hn::Zero(F32())));
}

// The cells of a piece's samples: indices, and positions inside. `rest` is for the shape's own use.
struct Cells {
  HWY_ALIGN int32_t index[2][kMaxPiece + kPad];
  HWY_ALIGN float fraction[2][kMaxPiece + kPad];
  HWY_ALIGN float rest[kMaxPiece + kPad];
};

// The same for one vector.
struct CellVectors {
  VI index[2];
  VF fraction[2];
  VF rest;

  CellVectors(const Cells& cells, int k)
      : index{hn::Load(I32(), cells.index[0] + k), hn::Load(I32(), cells.index[1] + k)},
        fraction{hn::Load(F32(), cells.fraction[0] + k), hn::Load(F32(), cells.fraction[1] + k)},
        rest(hn::Load(F32(), cells.rest + k)) {}
};

// Returns a random value from 0 to 1 for a pair of indices.
HWY_INLINE VF IdOf(const Octave& octave, VI x, VI y) {
  const U32 d;
  const VU hash = Eat(hn::Set(d, octave.seed), hn::BitCast(d, x));
  return UnitOf(Avalanche(Eat(hash, hn::BitCast(d, y))));
}

// Stores the indices and fractions of a vector of samples along one axis. In: whole indices.
HWY_INLINE void StoreCell(VD index, int64_t period, VD fraction, int axis, int k, Cells& cells) {
  const F64 d;
  hn::StoreU(IndexOf(d, index, period), hn::Rebind<int32_t, F64>(), cells.index[axis] + k);
  hn::StoreU(hn::DemoteTo(hn::Rebind<float, F64>(), fraction), hn::Rebind<float, F64>(),
             cells.fraction[axis] + k);
}

HWY_INLINE MF IsOdd(VI index) {
  const I32 d;
  return hn::RebindMask(F32(), hn::And(index, hn::Set(d, 1)) == hn::Set(d, 1));
}

// A kernel from a Shape, which provides:
//   Place(args, q, n, cells)   the cells of positions q[axis][0 .. n - 1]
//   At(args, cell)             the Jet of a vector of samples
template <class Shape>
struct ShapeSamples : Stateless<ShapeArgs> {
  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run, State&,
                             const Slot& slot) {
    SlopeOutputs<2> slopes(frame, args, slot);
    for (auto& output : slopes.outputs) output.scale *= args.side[output.axis];
    Cells cells{};
    ForPieces(frame, run, args.dimensions, [&](int first, int n, const double* const* q) {
      Shape::Place(args, q, n, cells);
      ForVectors(n, [&](int k) {
        const Jet<2> jet = Shape::At(args, CellVectors(cells, k));
        hn::Store(jet.v, F32(), slot.value + first + k);
        for (int s = 0; s < slopes.count; ++s) {
          const auto& output = slopes.outputs[s];
          hn::Store(jet.g[output.axis] * Broadcast(output.scale), F32(), output.to + first + k);
        }
      });
    });
  }
};

// A Shape whose cells are the lattice's.
struct LatticeCells {
  static HWY_INLINE void Place(const ShapeArgs& args, const double* const* q, int n, Cells& cells) {
    for (int a = 0; a < 2; ++a)
      SplitRun(q[a], n, AxisOf(args.octaves.front(), a), cells.index[a], cells.fraction[a]);
  }
};

// --- Shapes in rectangular cells: checkers, stripes, dots, bricks, tiles, weaves ---

HWY_INLINE VF FromMiddle(const ShapeArgs& args, const CellVectors& cell, int axis) {
  return (cell.fraction[axis] - Broadcast(0.5f)) * Broadcast(args.side[axis]);
}

struct Checker : LatticeCells {
  static HWY_INLINE Jet<2> At(const ShapeArgs&, const CellVectors& cell) {
    return FlatJet(OneWhere(IsOdd(cell.index[0] + cell.index[1])));
  }
};

// Varies along x only.
struct Stripes {
  static HWY_INLINE void Place(const ShapeArgs& args, const double* const* q, int n, Cells& cells) {
    SplitRun(q[0], n, AxisOf(args.octaves.front(), 0), cells.index[0], cells.fraction[0]);
  }

  static HWY_INLINE Jet<2> At(const ShapeArgs& args, const CellVectors& cell) {
    return StripeAt(args, FromMiddle(args, cell, 0), args.half[0]);
  }
};

struct Dots : LatticeCells {
  static HWY_INLINE Jet<2> At(const ShapeArgs& args, const CellVectors& cell) {
    if (args.function == ShapeArgs::kId)
      return FlatJet(IdOf(args.octaves.front(), cell.index[0], cell.index[1]));
    const VF x = FromMiddle(args, cell, 0), y = FromMiddle(args, cell, 1);
    const VF distance = hn::Sqrt(Fma(x, x, y * y));
    // The part of the offset outside the smaller dot.
    const VF inner = Broadcast(args.half[0] - args.bevel);
    const VF outside = MaxZero(distance - inner);
    const VF t = Bevel(args.bevel).At(outside);
    // d height = S'(t) dt: slope_factor holds all but e / distance * (x, y).
    const VF safe = hn::Max(distance, Broadcast(0x1p-60f));
    const VF factor = t * Broadcast(Bevel(args.bevel).slope_factor) * (outside / safe);
    return {Smooth(t), {x * factor, y * factor}};
  }
};

// Row j is moved to the right by j * shift / shift_rows bricks, modulo one brick: exactly, since
// the products are integers below 2^53.
struct Bricks {
  static HWY_INLINE void Place(const ShapeArgs& args, const double* const* q, int n, Cells& cells) {
    const F64 d;
    const Axis x = AxisOf(args.octaves.front(), 0), y = AxisOf(args.octaves.front(), 1);
    const VD shift = hn::Set(d, args.shift), rows = hn::Set(d, args.shift_rows);
    VD last = hn::Zero(d), row = last, fraction = last, moved = last;
    for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
      const VD at = hn::LoadU(d, q[1] + k);
      if (k == 0 || !hn::AllTrue(d, at == last)) {  // samples of a row share these
        const VD cy = at * hn::Set(d, y.frequency), whole = hn::Floor(cy);
        last = at;
        row = Reduced(d, whole, y.period);
        fraction = cy - whole;
        moved = Reduced(d, row * shift, args.shift_rows) / rows;
      }
      StoreCell(row, 0, fraction, 1, k, cells);
      const VD cx = hn::LoadU(d, q[0] + k) * hn::Set(d, x.frequency) - moved;
      const VD column = hn::Floor(cx);
      StoreCell(column, x.period, cx - column, 0, k, cells);
    }
  }

  static HWY_INLINE Jet<2> At(const ShapeArgs& args, const CellVectors& cell) {
    if (args.function == ShapeArgs::kId)
      return FlatJet(IdOf(args.octaves.front(), cell.index[0], cell.index[1]));
    const Rectangle brick{{FromMiddle(args, cell, 0), FromMiddle(args, cell, 1)},
                          {Broadcast(args.half[0]), Broadcast(args.half[1])}};
    return RectangleAt(args, brick);
  }
};

// Bricks of 1 x 2 cells, lying and standing. kBasket: pairs fill squares of 2 x 2 cells in
// alternating directions. kHerringbone: cell (i, j) belongs to a lying brick if (i - j) mod 4 is 0
// (its left half) or 1, to a standing one if it is 3 (its upper half) or 2:
//
//   i  0 1 2 3        left right lower upper
//   j  1 2 3 4   ...  upper left right lower
//
template <bool kIsBasket>
struct Tiles : LatticeCells {
  // Which part of its brick a cell is: standing or lying, first or second half.
  struct Part {
    MF stands, is_second;
  };

  static HWY_INLINE Part PartOf(VI i, VI j) {
    if constexpr (kIsBasket) {
      const MF stands = IsOdd(hn::ShiftRight<1>(i) + hn::ShiftRight<1>(j));
      return {stands, hn::Or(hn::And(stands, IsOdd(j)), hn::AndNot(stands, IsOdd(i)))};
    }
    const VI k = i - j;
    const VI half = hn::ShiftRight<1>(k);
    return {IsOdd(half), IsOdd(hn::Xor(k, half))};
  }

  // Returns the index of the brick's first cell along an axis.
  static HWY_INLINE VI FirstIndex(const ShapeArgs& args, VI index, MF is_second, int axis) {
    const VI before = ShiftIndex(index, -1, args.octaves.front().period[axis]);
    return hn::IfThenElse(hn::RebindMask(I32(), is_second), before, index);
  }

  static HWY_INLINE Jet<2> At(const ShapeArgs& args, const CellVectors& cell) {
    const VI i = cell.index[0], j = cell.index[1];
    const auto [stands, is_second] = PartOf(i, j);
    if (args.function == ShapeArgs::kId)
      return FlatJet(IdOf(args.octaves.front(),
                          FirstIndex(args, i, hn::AndNot(stands, is_second), 0),
                          FirstIndex(args, j, hn::And(stands, is_second), 1)));
    const VF x = cell.fraction[0], y = cell.fraction[1];
    const VF along = hn::IfThenElse(stands, y, x) + OneWhere(is_second) - Broadcast(1.0f);
    const VF across = hn::IfThenElse(stands, x, y) - Broadcast(0.5f);
    const Jet<2> jet =
        RectangleAt(args, {{along, across}, {Broadcast(args.half[0]), Broadcast(args.half[1])}});
    return {
        jet.v,
        {hn::IfThenElse(stands, jet.g[1], jet.g[0]), hn::IfThenElse(stands, jet.g[0], jet.g[1])}};
  }
};

// Strands along x and y. In each cell, one of either kind crosses over the other.
struct Weave : LatticeCells {
  // A strand: its height, and its slopes along and across.
  struct Strand {
    VF height, along, across;
  };

  // In: the offsets from the middle of the cell, where the strand is at its highest or lowest. A
  // smooth step leads from one cell's middle to the next.
  static HWY_INLINE Strand StrandAt(const ShapeArgs& args, VF along, VF across, MF is_over) {
    const VF one = Broadcast(1.0f), d = hn::Abs(along);
    const VF step = Smooth(d), rate = Broadcast(6.0f) * d * (one - d);
    const VF rise = hn::CopySign(rate, along);
    const VF level = hn::IfThenElse(is_over, one - step, step);
    const VF level_rise = hn::IfThenElse(is_over, hn::Neg(rise), rise);
    const Jet<2> profile = StripeAt(args, across, args.half[1]);
    return {level * profile.v, level_rise * profile.v, level * profile.g[0]};
  }

  static HWY_INLINE Jet<2> At(const ShapeArgs& args, const CellVectors& cell) {
    const VF x = FromMiddle(args, cell, 0), y = FromMiddle(args, cell, 1);
    const MF y_over = IsOdd(cell.index[0] + cell.index[1]);
    const Strand in_x = StrandAt(args, x, y, hn::Not(y_over)), in_y = StrandAt(args, y, x, y_over);
    const MF is_y = hn::Or(in_y.height > in_x.height, hn::And(y_over, in_y.height == in_x.height));
    if (args.function == ShapeArgs::kId) {
      const I32 d;
      const auto is_y_index = hn::RebindMask(d, is_y);
      return FlatJet(IdOf(args.octaves.front(),
                          hn::IfThenElse(is_y_index, cell.index[0], cell.index[1]),
                          hn::IfThenElseZero(is_y_index, hn::Set(d, 1))));
    }
    return {hn::IfThenElse(is_y, in_y.height, in_x.height),
            {hn::IfThenElse(is_y, in_y.across, in_x.along),
             hn::IfThenElse(is_y, in_y.along, in_x.across)}};
  }
};

// --- Rings and polygons around the origin, hexagons ---

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

  static HWY_INLINE Jet<2> At(const ShapeArgs& args, const CellVectors& cell) {
    const Jet<2> jet = StripeAt(args, cell.fraction[0] - Broadcast(0.5f), args.half[0]);
    const VF slope = jet.g[0] * Broadcast(static_cast<float>(args.rate));
    return {jet.v, {slope * cell.fraction[1], slope * cell.rest}};
  }
};

// Returns the height and slope of a polygon at an offset from its middle. In: the outward normal
// (x, y) of the nearest side, the offsets along it and along the side, and half the inner side.
struct SideOffsets {
  VF x, y;
  VF outwards, sideways;
};
HWY_INLINE Jet<2> PolygonAt(const ShapeArgs& args, const SideOffsets& side, VF inner_half_side) {
  const VF inner = Broadcast(args.half[0] - args.bevel);
  const VF out = MaxZero(side.outwards - inner);
  const VF past = hn::CopySign(MaxZero(hn::Abs(side.sideways) - inner_half_side), side.sideways);
  const Jet<2> jet = HeightAt(Bevel(args.bevel), out, past);
  return {jet.v, {side.x * jet.g[0] - side.y * jet.g[1], side.y * jet.g[0] + side.x * jet.g[1]}};
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

  static HWY_INLINE Jet<2> At(const ShapeArgs& args, const CellVectors& cell) {
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
    Jet<2> jet = PolygonAt(args, nearest, Broadcast(args.inner_half_side));
    for (VF& slope : jet.g) slope = slope * Broadcast(static_cast<float>(args.rate));
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
  static HWY_INLINE Jet<2> At(const ShapeArgs& args, const CellVectors& cell) {
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
    const Jet<2> jet = PolygonAt(args, side, Broadcast(args.inner_half_side));
    return {
        jet.v,
        {hn::CopySign(Broadcast(1.0f), x) * jet.g[0], hn::CopySign(Broadcast(1.0f), y) * jet.g[1]}};
  }
};

template <class... Shapes>
inline constexpr Kernel kKernels[] = {TypedKernel<ShapeSamples<Shapes>>::kKernel...};

Kernel SelectShapeHere(const ShapeArgs& args, Frame::Kind) {
  // In the order of ShapeArgs::Shape.
  constexpr auto& kByShape = kKernels<Checker, Stripes, Dots, Bricks, Rings, Polygon, Hexagons,
                                      Tiles<false>, Tiles<true>, Weave>;
  static_assert(std::size(kByShape) == ShapeArgs::kWeave + 1);
  return kByShape[args.shape];
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
