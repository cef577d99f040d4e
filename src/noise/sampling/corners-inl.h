// Corners of lattice cells without tables (corner_table-inl.h): from hashes, or a cached cell.
//
// A Corners walks from the whole lattice to a corner one axis at a time, and reads what its
// Gradient (corner_table-inl.h) holds there:
//   Node                      the state of the walk, or the corner's number so far
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

// Hashes the corners of a cell per lane. Out: the accumulators. Corners are numbered by one bit per
// axis, 1 = upper end, the last axis in the lowest bit: 2D corner 1 is (0, 1).
template <int kDims, int kAxis = 0>
HWY_INLINE void EatCorners(const Octave& octave, const VI* index, VU* accumulators) {
  const U32 d;
  if constexpr (kAxis == 0) accumulators[0] = hn::Set(d, octave.seed);
  if constexpr (kAxis < kDims) {  // each accumulator so far becomes two
    const VU prime = hn::Set(d, kPrimeC), low = hn::BitCast(d, index[kAxis]) * prime;
    VU high = low + prime;
    if (octave.period[kAxis] != 0)
      high = hn::BitCast(d, NextIndex(index[kAxis], octave.period[kAxis])) * prime;
    constexpr int kEnds = 2 << kAxis;
    VU products[kEnds];
    for (int c = kEnds - 1; c >= 0; --c) {
      products[c] = c % 2 == 0 ? low : high;
      accumulators[c] = accumulators[c / 2];
    }
    EatProducts<kEnds>(accumulators, products);
    EatCorners<kDims, kAxis + 1>(octave, index, accumulators);
  }
}

// Hash values of the corners of a cell per lane, in memory, before their avalanche's last step.
template <int kCorners>
struct CornerHashes {
  HWY_ALIGN uint32_t rows[kCorners][hn::MaxLanes(U32())];

  // In: the accumulators, which are overwritten.
  HWY_INLINE void Set(VU* accumulators) {
    StartAvalanches<kCorners>(accumulators);
    for (int c = 0; c < kCorners; ++c) hn::Store(accumulators[c], U32(), rows[c]);
  }
  HWY_INLINE VU Get(int corner) const { return EndAvalanche(hn::Load(U32(), rows[corner])); }
};

// The corners of a cell per lane.
template <class Gradient, int kDims>
struct HashedCorners {
  using Hashes = CornerHashes<1 << kDims>;
  using Node = int;  // the corner's number so far, one bit per axis

  const Hashes& hashes;

  HWY_INLINE int Root() const { return 0; }
  template <int kAxis>
  HWY_INLINE int Step(int corner, int upper) const {
    return 2 * corner + upper;
  }
  HWY_INLINE void Read(int corner, VF* g) const {
    Gradient::template Unscaled<kDims>(hashes.Get(corner), g);
  }
};

// Computes the gradients of the corners of a cell per lane, and calls store(corner, g) for each.
template <class Gradient, int kDims, class Store>
HWY_INLINE void ForCorners(const Octave& octave, const VI* index, const Store& store) {
  VU accumulators[1 << kDims];
  EatCorners<kDims>(octave, index, accumulators);
  CornerHashes<1 << kDims> hashes;
  hashes.Set(accumulators);
  for (int c = 0; c < 1 << kDims; ++c) {
    VF g[3];
    HashedCorners<Gradient, kDims>{hashes}.Read(c, g);
    store(c, g);
  }
}

// The corners of one cell, hashed once for all vectors of samples inside it.
template <class Gradient, int kDims>
struct CachedCell {
  static constexpr int kCorners = 1 << kDims;
  static constexpr int kComponents = Gradient::kLinear ? kDims : 1;
  static constexpr int kMaxPause = 16;

  bool is_valid;
  int paused;  // vectors that are to be hashed lane by lane
  int pause;   // the next pause: doubled by each, 1 after a vector in one cell
  int32_t index[kDims];
  float gradients[kCorners][kComponents];

  void LayOut(int, Scratch&) {}
  void Clear() {
    is_valid = false;
    paused = 0;
    pause = 1;
  }
  void StartRow() {}
  HWY_INLINE int TakePaused(int count) {
    const int taken = std::min(count, paused);
    paused -= taken;
    return taken;
  }

  // Moves to the cell of a vector of samples. Returns false if they are in several cells.
  HWY_INLINE bool TryMoveTo(const Octave& octave, const VI* cells) {
    if (is_valid && AreIn(cells, index)) return true;
    int32_t first[kDims];
    for (int a = 0; a < kDims; ++a) first[a] = hn::GetLane(cells[a]);
    if (!AreIn(cells, first)) {
      paused = pause;
      pause = std::min(2 * pause, kMaxPause);
      return false;
    }
    is_valid = true;
    pause = 1;
    std::copy_n(first, kDims, index);
    ForCorners<Gradient, kDims>(octave, cells, [&](int corner, const VF* g) HWY_ATTR {
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
