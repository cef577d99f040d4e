// A table, in vector registers, of the feature points around a few samples, for cells with few
// samples. A block of cells is hashed once, and each lane permutes to look up the points of the
// cells nearest to its sample. It finds what it would compute, so the result is bit-identical.
//
//     +--+--+--+--+--+--+--+--+      2D: 8 x 8 cells; 3D: 4 x 4 x 4. Cell (x, y) is entry
//     |  |  |  |  |  |  |  |  |      x * 8 + y.
//     +--+--+--+--+--+--+--+--+
//     |  |  |..|..|  |  |  |  |      The samples' cells are kept in the middle of the block, so
//     +--+--+--+--+--+--+--+--+      that a table also serves the next rows.
//     |  |  |  |..|..|  |  |  |
//     +--+--+--+--+--+--+--+--+
#pragma once

#include <limits>

#include "noise/math/vectors-inl.h"
#include "noise/sampling/nearby-inl.h"
#include "noise/voronoi/cells-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Only AVX-512 looks up 64 entries in fewer operations than it takes to hash a cell.
inline constexpr bool kHasNearTables = HWY_TARGET == HWY_AVX3;
inline constexpr int kTableCells = 64;

// Returns table[entry] for each lane. In: entries 0 .. 63; is_high: entry >= 32. Only for targets
// with 16 lanes, whose lookup in two vectors ignores the higher bits of an entry.
HWY_INLINE VF LookUp(const float* table, VI entry, MF is_high) {
  const F32 d;
  const auto pair = [&](const float* from) HWY_ATTR {
    return LookupInTwo(hn::Load(d, from), hn::Load(d, from + hn::Lanes(d)), entry);
  };
  return hn::IfThenElse(is_high, pair(table + kTableCells / 2), pair(table));
}

template <int kDims>
struct NearTable {
  static constexpr int kPoints = kPointsPerCell<kDims>;
  static constexpr int kLogSide = 6 / kDims;
  static constexpr int kSide = 1 << kLogSide;
  static constexpr bool kPaysOff = true;
  static constexpr int Stride(int axis) { return 1 << kLogSide * (kDims - 1 - axis); }

  bool is_valid;
  int rest;              // vectors of samples to pass before the next attempt to move the table
  int32_t cell[kDims];   // lattice index of the block's first cell; not reduced modulo the period
  int32_t start[kDims];  // the lowest of the lanes' cells when the block was moved
  HWY_ALIGN float points[kPoints][kDims][kTableCells];  // positions in their cells

  void Clear() {
    is_valid = false;
    rest = 0;
  }
  // Clears it, and keeps it from being moved for at least a run.
  void Disable() {
    is_valid = false;
    rest = std::numeric_limits<int>::max();
  }

  // Returns whether the table holds, for each lane, the 2^n cells from `first` on; moves it there
  // if needed. Out: the entries of the first cells.
  HWY_INLINE bool FindOrMove(const VI* first, const VoronoiArgs& args, const Octave& octave,
                             VI* entry) {
    if (Find(first, entry)) return true;
    if (--rest > 0) return false;
    MoveTo(first, args, octave);
    return Find(first, entry);
  }

  HWY_INLINE void Get(VI entry, VF (*point)[kDims]) const {
    const MF is_high = hn::RebindMask(F32(), entry > hn::Set(I32(), kTableCells / 2 - 1));
    for (int p = 0; p < kPoints; ++p)
      for (int a = 0; a < kDims; ++a) point[p][a] = LookUp(points[p][a], entry, is_high);
  }

 private:
  HWY_INLINE bool Find(const VI* first, VI* entry) const {
    if (!is_valid) return false;
    const I32 d;
    VI at = hn::Zero(d), outside = at;
    for (int a = 0; a < kDims; ++a) {
      const VI from = first[a] - hn::Set(d, cell[a]);
      // Negative where a test fails.
      outside = hn::Or(outside, hn::Or(from, hn::Set(d, kSide - 2) - from));
      at = hn::ShiftLeft<kLogSide>(at) + from;
    }
    *entry = at;
    return hn::AllFalse(d, outside < hn::Zero(d));
  }

  // Moves the table to the lanes' cells, unless they are too far apart.
  HWY_NOINLINE void MoveTo(const VI* first, const VoronoiArgs& args, const Octave& octave) {
    const I32 d;
    constexpr int kRest = 16;  // a vector that is too wide is often followed by others
    const bool is_first = !is_valid;
    is_valid = false;
    rest = kRest;
    for (int a = 0; a < kDims; ++a) {
      const int32_t origin = hn::GetLane(first[a]);
      const VI from = first[a] - hn::Set(d, origin);
      const int32_t low = hn::GetLane(hn::MinOfLanes(d, from));
      const int32_t high = hn::GetLane(hn::MaxOfLanes(d, from));
      // As double, since the difference may exceed 2^31.
      const double room = kSide - 2 - (static_cast<double>(high) - low);
      if (room < 0) return;
      // The room is on the side to which the lanes' cells moved since the last time.
      const int32_t lowest = ShiftIndex(origin, low, 0);
      const auto moved = static_cast<int32_t>(static_cast<uint32_t>(lowest) -
                                              static_cast<uint32_t>(is_first ? lowest : start[a]));
      const int halves = 1 + (moved < 0) - (moved > 0);
      const int below = static_cast<int>(room) * halves / 2;
      start[a] = lowest;
      cell[a] = ShiftIndex(lowest, -below, 0);
    }
    Fill(args, octave);
    is_valid = true;
    rest = 0;
  }

  void Fill(const VoronoiArgs& args, const Octave& octave) {
    const F32 d;
    const I32 di;
    for (int c = 0; c < kTableCells; c += static_cast<int>(hn::Lanes(d))) {
      VI left = hn::Iota(di, c);
      VI offset[kDims];
      for (int a = kDims - 1; a >= 0; --a) {
        offset[a] = hn::And(left, hn::Set(di, kSide - 1));
        left = hn::ShiftRight<kLogSide>(left);
      }
      VU accumulator = hn::Set(U32(), octave.seed);
      for (int a = 0; a < kDims; ++a) {
        const VI index = IndexAt(cell[a], hn::ConvertTo(d, offset[a]), 2 * kSide, octave.period[a]);
        accumulator = Eat(accumulator, hn::BitCast(U32(), index));
      }
      VF point[kPoints][kDims];
      PointsInCell<kDims>(Avalanche(accumulator), args.jitter, point);
      for (int p = 0; p < kPoints; ++p)
        for (int a = 0; a < kDims; ++a) hn::Store(point[p][a], d, points[p][a] + c);
    }
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
