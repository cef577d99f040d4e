// Shapes in rectangular cells: checkers, stripes, dots, bricks, tiles, weaves.
#pragma once

#include "noise/shapes/samples-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

HWY_INLINE VF FromMiddle(const ShapeArgs& args, const CellVectors& cell, int axis) {
  return (cell.fraction[axis] - Broadcast(0.5f)) * Broadcast(args.side[axis]);
}

struct Checker : LatticeCells {
  static HWY_INLINE ShapeJet At(const ShapeArgs&, const CellVectors& cell) {
    return FlatJet(OneWhere(IsOdd(cell.index[0] + cell.index[1])));
  }
};

// Varies along x only.
struct Stripes {
  static HWY_INLINE void Place(const ShapeArgs& args, const double* const* q, int n, Cells& cells) {
    SplitRun(q[0], n, AxisOf(args.octaves.front(), 0), cells.index[0], cells.fraction[0]);
  }

  static HWY_INLINE ShapeJet At(const ShapeArgs& args, const CellVectors& cell) {
    return StripeAt(args, FromMiddle(args, cell, 0), args.half[0]);
  }
};

struct Dots : LatticeCells {
  static HWY_INLINE ShapeJet At(const ShapeArgs& args, const CellVectors& cell) {
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
    for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
      const VD cy = hn::LoadU(d, q[1] + k) * hn::Set(d, y.frequency);
      const VD whole = hn::Floor(cy), row = Reduced(d, whole, y.period);
      StoreCell(row, 0, cy - whole, 1, k, cells);
      const VD moved = Reduced(d, row * shift, args.shift_rows) / rows;
      const VD cx = hn::LoadU(d, q[0] + k) * hn::Set(d, x.frequency) - moved;
      const VD column = hn::Floor(cx);
      StoreCell(column, x.period, cx - column, 0, k, cells);
    }
  }

  static HWY_INLINE ShapeJet At(const ShapeArgs& args, const CellVectors& cell) {
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

  static HWY_INLINE ShapeJet At(const ShapeArgs& args, const CellVectors& cell) {
    const VI i = cell.index[0], j = cell.index[1];
    const auto [stands, is_second] = PartOf(i, j);
    if (args.function == ShapeArgs::kId)
      return FlatJet(IdOf(args.octaves.front(),
                          FirstIndex(args, i, hn::AndNot(stands, is_second), 0),
                          FirstIndex(args, j, hn::And(stands, is_second), 1)));
    const VF x = cell.fraction[0], y = cell.fraction[1];
    const VF along = hn::IfThenElse(stands, y, x) + OneWhere(is_second) - Broadcast(1.0f);
    const VF across = hn::IfThenElse(stands, x, y) - Broadcast(0.5f);
    const ShapeJet jet =
        RectangleAt(args, {{along, across}, {Broadcast(args.half[0]), Broadcast(args.half[1])}});
    return {jet.value,
            {hn::IfThenElse(stands, jet.slope[1], jet.slope[0]),
             hn::IfThenElse(stands, jet.slope[0], jet.slope[1])}};
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
    const ShapeJet profile = StripeAt(args, across, args.half[1]);
    return {level * profile.value, level_rise * profile.value, level * profile.slope[0]};
  }

  static HWY_INLINE ShapeJet At(const ShapeArgs& args, const CellVectors& cell) {
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

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
