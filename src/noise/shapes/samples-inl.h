// The loop over samples of shapes: cells in double, then values and slopes in float32.
#pragma once

#include "noise/math/hash-inl.h"
#include "noise/sampling/pieces-inl.h"
#include "noise/sampling/typed_kernel-inl.h"
#include "noise/shapes/bevel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

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
//   At(args, cell)             the ShapeJet of a vector of samples
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
        const ShapeJet jet = Shape::At(args, CellVectors(cells, k));
        hn::Store(jet.value, F32(), slot.value + first + k);
        for (int s = 0; s < slopes.count; ++s) {
          const auto& output = slopes.outputs[s];
          hn::Store(jet.slope[output.axis] * Broadcast(output.scale), F32(), output.to + first + k);
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
