// What shapes share: the height of a shape with a bevel, and the loop over samples, which computes
// cells in double, then values and slopes in float32.
//
// The height follows from the distance to the shape made smaller by the bevel:
//
//   e, distance from the smaller shape   0 inside, bevel at the edge of the shape
//   t = max(1 - e / bevel, 0)            1 inside, 0 outside of the shape
//   height = S(t) = t^2 (3 - 2 t)
//
// The smaller shape is convex, so neither e nor the height has creases. Corners become round, as if
// a ball of radius `bevel` had been rolled along them.
#pragma once

#include "noise/math/hash-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/pieces-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/typed_kernel-inl.h"
#include "noise/shapes/shapes.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

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

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
