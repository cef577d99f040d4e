// Corners of lattice cells without tables (corner_table-inl.h): from hashes, or a cached cell.
//
// A Corners walks from the whole lattice to a corner one axis at a time, and reads what its
// Gradient (corner_table-inl.h) holds there:
//   Node                      the state of the walk
//   Root()                    no axis chosen yet
//   Step<kAxis>(node, upper)  chooses the lower (0) or the upper (1) end of the cell on an axis;
//                             axes come in ascending order
//   StepWhere<kAxis>(node, upper), Select(upper, yes, no)
//                             the same where the end differs from lane to lane: upper is -1 at the
//                             upper end, else 0 (only for noises with kCells = false)
//   Read(node, g)             the gradient of the corner, unscaled
#pragma once

#include <algorithm>

#include "noise/kernel.h"
#include "noise/math/hash-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The corners of the integer lattice, tiled or not; a base class of Gradients (corner_table-inl.h).
struct CellCorner {
  // If tiled, samples are in cells 0 .. period - 1.
  static constexpr bool kWraps = true;

  // Returns the hash accumulator of a corner. In: index, 0 .. period by axis if tiled.
  template <int kDims>
  static HWY_INLINE VU Hash(const Octave& octave, const VI* index) {
    const I32 d;
    VU hash = hn::Set(U32(), octave.seed);
    for (int a = 0; a < kDims; ++a) {
      VI reduced = index[a];
      if (octave.period[a] != 0)
        reduced = hn::IfThenZeroElse(reduced == hn::Set(d, static_cast<int32_t>(octave.period[a])),
                                     reduced);
      hash = Eat(hash, hn::BitCast(U32(), reduced));
    }
    return hash;
  }
};

// Hashes a cell per lane, corner by corner.
template <class Gradient, int kDims>
class HashedCorners {
 public:
  using Node = VU;  // the hash accumulator

  HWY_INLINE HashedCorners(const Octave& octave, const VI* index)
      : seed_(hn::Set(U32(), octave.seed)) {
    const U32 d;
    const VU prime = hn::Set(d, kPrimeC);
    for (int a = 0; a < kDims; ++a) {
      product_[a][0] = hn::BitCast(d, index[a]) * prime;
      product_[a][1] = product_[a][0] + prime;
      if (octave.period[a] != 0)
        product_[a][1] = hn::BitCast(d, NextIndex(index[a], octave.period[a])) * prime;
    }
  }

  HWY_INLINE VU Root() const { return seed_; }
  template <int kAxis>
  HWY_INLINE VU Step(VU accumulator, int upper) const {
    return EatProduct(accumulator, product_[kAxis][upper]);
  }
  template <int kAxis>
  HWY_INLINE VU StepWhere(VU accumulator, VI upper) const {
    return EatProduct(accumulator, Select(upper, product_[kAxis][1], product_[kAxis][0]));
  }
  HWY_INLINE VU Select(VI upper, VU yes, VU no) const {
    return hn::IfVecThenElse(hn::BitCast(U32(), upper), yes, no);
  }
  HWY_INLINE void Read(VU accumulator, VF* g) const {
    Gradient::template Unscaled<kDims>(Avalanche(accumulator), g);
  }

 private:
  const VU seed_;
  VU product_[kDims][2];  // index * kPrimeC by axis, lower and upper end
};

// Calls visit(corner, node) for the corners of a cell below a node. Corners are numbered by one bit
// per axis, 1 = upper end, the last axis in the lowest bit: 2D corner 1 is (0, 1). Start with kAxis
// = kCorner = 0 and the root.
template <int kDims, int kAxis, int kCorner, class Corners, class Visit>
HWY_INLINE void ForCorners(const Corners& corners, const typename Corners::Node& node,
                           const Visit& visit) {
  if constexpr (kAxis == kDims) {
    visit(kCorner, node);
  } else {
    const auto low = corners.template Step<kAxis>(node, 0);
    ForCorners<kDims, kAxis + 1, 2 * kCorner>(corners, low, visit);
    const auto high = corners.template Step<kAxis>(node, 1);
    ForCorners<kDims, kAxis + 1, 2 * kCorner + 1>(corners, high, visit);
  }
}

// The corners of one cell, hashed once for all vectors of samples inside it.
template <class Gradient, int kDims>
struct CachedCell {
  static constexpr int kCorners = 1 << kDims;
  static constexpr int kComponents = Gradient::kLinear ? kDims : 1;

  bool is_valid;
  bool is_paused;  // the next vector is to be hashed lane by lane
  int32_t index[kDims];
  float gradients[kCorners][kComponents];

  void LayOut(int, Scratch&) {}
  void Clear() { is_valid = is_paused = false; }
  void StartRow() {}
  HWY_INLINE int TakePaused(int) {
    const int taken = is_paused ? 1 : 0;
    is_paused = false;
    return taken;
  }

  // Moves to the cell of a vector of samples. Returns false if they are in several cells.
  HWY_INLINE bool TryMoveTo(const Octave& octave, const VI* cells) {
    if (is_valid && AreIn(cells, index)) return true;
    int32_t first[kDims];
    for (int a = 0; a < kDims; ++a) first[a] = hn::GetLane(cells[a]);
    is_paused = !AreIn(cells, first);
    if (is_paused) return false;
    is_valid = true;
    std::copy_n(first, kDims, index);
    const HashedCorners<Gradient, kDims> hashed(octave, cells);
    ForCorners<kDims, 0, 0>(hashed, hashed.Root(), [&](int corner, VU node) HWY_ATTR {
      VF g[3];
      hashed.Read(node, g);
      for (int p = 0; p < kComponents; ++p) gradients[corner][p] = hn::GetLane(g[p]);
    });
    return true;
  }

 private:
  static HWY_INLINE bool AreIn(const VI* cells, const int32_t* cell) {
    const I32 d;
    VI differs = hn::Xor(cells[0], hn::Set(d, cell[0]));
    for (int a = 1; a < kDims; ++a)
      differs = hn::Or(differs, hn::Xor(cells[a], hn::Set(d, cell[a])));
    return hn::AllTrue(d, differs == hn::Zero(d));
  }
};

template <class Gradient, int kDims>
struct CellCorners {
  using Cell = CachedCell<Gradient, kDims>;
  using Node = int;  // the corner's number so far, one bit per axis

  const Cell& cell;

  HWY_INLINE int Root() const { return 0; }
  template <int kAxis>
  HWY_INLINE int Step(int corner, int upper) const {
    return 2 * corner + upper;
  }
  HWY_INLINE void Read(int corner, VF* g) const {
    for (int p = 0; p < Cell::kComponents; ++p) g[p] = Broadcast(cell.gradients[corner][p]);
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
