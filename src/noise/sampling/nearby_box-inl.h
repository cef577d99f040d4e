// The lists of nearby-inl.h, the placement of the boxes that they serve, and the samples inside.
#pragma once

#include <algorithm>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/sampling/nearest-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/scratch.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

inline constexpr int kGroup = kPad;

// The points of a list's window of cells. Cells are in ascending order, the first axis outermost.
struct PointWindow {
  int reach;
  int points;        // in all; 0: too many for a list
  float* cell[3];    // offset of the point's cell from the list's; padded with a sentinel
  uint32_t* number;  // of the point in its cell
};

// By cell, or by number, so that all points of a vector have one number.
enum class WindowOrder { kByCell, kByNumber };

inline int WindowCells(int reach, int dimensions) {
  const int side = 2 * reach + 2;
  int cells = side;
  for (int a = 1; a < dimensions; ++a) cells *= side;
  return cells;
}

inline void LayOutWindow(int dimensions, int max_points, Scratch& scratch, PointWindow* window) {
  const auto width = static_cast<std::size_t>(max_points + kPad);
  for (int a = 0; a < dimensions; ++a) window->cell[a] = scratch.Take<float>(width);
  window->number = scratch.Take<uint32_t>(width);
}

inline HWY_NOINLINE void FillWindow(int dimensions, int reach, int points_per_cell,
                                    WindowOrder order, int max_points, PointWindow& window) {
  const int cells = WindowCells(reach, dimensions), side = 2 * reach + 2;
  const bool by_cell = order == WindowOrder::kByCell;
  const int cells_in_order = by_cell ? cells : Padded(cells);
  window.reach = reach;
  window.points = cells_in_order * points_per_cell;
  if (window.points > max_points) window.points = 0;
  if (window.points == 0) return;
  for (int t = 0; t < window.points + kPad; ++t) {
    const int c = by_cell ? t / points_per_cell : t % cells_in_order;
    int rest = c;
    for (int a = dimensions - 1; a >= 0; --a, rest /= side)
      window.cell[a][t] = t < window.points && c < cells ? static_cast<float>(rest % side - reach)
                                                         : 2 * kSentinelDistance;
    window.number[t] = static_cast<uint32_t>(by_cell ? t % points_per_cell : t / cells_in_order);
  }
}

template <int kDims, int kCapacity>
struct alignas(kAlign) NearbyArrays {
  float cell[kDims][kCapacity + kPad];    // offset of the point's cell from the list's
  float inside[kDims][kCapacity + kPad];  // position in that cell, 0..1
  float id[kCapacity + kPad];             // only if Points::has_ids()
};

// A list, and the box that it serves: positions relative to the lower side of `cell`.
template <int kDims>
struct NearbyPoints {
  static constexpr int kCapacity = 32 * kDims;

  bool is_valid;
  bool is_one_cell;               // the box lies in one cell
  int32_t cell[kDims];            // lattice index; not reduced modulo the period
  float low[kDims], high[kDims];  // the box
  float start[kDims];             // the lower end of the group that the list was made for
  int rest;                       // groups to pass before the next attempt to make a list
  int count;                      // even: a search takes two points a step
  float cutoff;                   // of accumulated distances: the list has all points up to it
  NearbyArrays<kDims, kCapacity> points;
};

// Returns the positions of a vector of samples along an axis, relative to the lower side of `cell`.
HWY_INLINE VF PositionIn(int32_t cell, const PointsScratch& s, int a, int k) {
  const I32 d;
  const VI cells = hn::Load(d, s.index[a] + k) - hn::Set(d, cell);
  return hn::ConvertTo(F32(), cells) + hn::Load(F32(), s.fraction[a] + k);
}

template <int kDims>
HWY_INLINE bool Serves(const NearbyPoints<kDims>& list, const PointsScratch& s, int k) {
  if (!list.is_valid) return false;
  const F32 d;
  MF inside = hn::Zero(d) == hn::Zero(d);
  ForVectors(kGroup, [&](int v) {
    for (int a = 0; a < kDims; ++a) {
      const VF at = PositionIn(list.cell[a], s, a, k + v);
      inside =
          hn::And(inside, hn::And(at >= Broadcast(list.low[a]), at <= Broadcast(list.high[a])));
    }
  });
  return hn::AllTrue(d, inside);
}

// Positions relative to the lower side of a cell.
template <int kDims>
struct Box {
  int32_t cell[kDims];
  float low[kDims], high[kDims];
  float width;  // along the longest axis
};

template <int kDims>
HWY_INLINE Box<kDims> BoxOfGroup(const PointsScratch& s, int k) {
  const F32 d;
  Box<kDims> box;
  box.width = 0;
  for (int a = 0; a < kDims; ++a) {
    box.cell[a] = s.index[a][k];
    VF minimum = Broadcast(kSentinelDistance), maximum = Broadcast(-kSentinelDistance);
    ForVectors(kGroup, [&](int v) {
      const VF at = PositionIn(box.cell[a], s, a, k + v);
      minimum = hn::Min(minimum, at);
      maximum = hn::Max(maximum, at);
    });
    box.low[a] = hn::GetLane(hn::MinOfLanes(d, minimum));
    box.high[a] = hn::GetLane(hn::MaxOfLanes(d, maximum));
    box.width = std::max(box.width, box.high[a] - box.low[a]);
  }
  return box;
}

// Returns the group's box with room for the samples of the next rows. In: the group's last list.
template <int kDims>
HWY_INLINE Box<kDims> WithRoom(Box<kDims> box, const NearbyPoints<kDims>& previous) {
  // More room makes a list serve more rows, but also longer. Found by measurement.
  constexpr float kSideRoom = 0.06f;
  const float room = std::max(0.5f * box.width, 0.25f);
  float moved[kDims], maximum = 0x1p-20f;
  for (int a = 0; a < kDims; ++a) {
    const auto cells = static_cast<int32_t>(static_cast<uint32_t>(box.cell[a]) -
                                            static_cast<uint32_t>(previous.cell[a]));
    moved[a] = static_cast<float>(cells) + (box.low[a] - previous.start[a]);
    maximum = std::max(maximum, std::abs(moved[a]));
  }
  // The room is on the side to which the group moved since its last list; on both if unknown.
  const bool is_known = previous.is_valid && maximum < 1;
  for (int a = 0; a < kDims; ++a) {
    const float share = is_known ? moved[a] / maximum : 0;
    box.low[a] -= room * (is_known ? std::max(-share, kSideRoom) : 0.5f);
    box.high[a] += room * (is_known ? std::max(share, kSideRoom) : 0.5f);
  }
  return box;
}

// Sets the list's box for the group at k. Returns false if the group is too wide for a list.
template <int kDims>
HWY_INLINE bool PlaceBox(const PointsScratch& s, int k, NearbyPoints<kDims>& list) {
  // A position at a whole number may belong to either cell, since fractions are rounded up to 1.
  // The box therefore ends short of 0 and 2, which leaves cells 0 and 1.
  constexpr float kEnd = 0x1p-12f;
  const Box<kDims> group = BoxOfGroup<kDims>(s, k);
  // In cells; wider groups keep too many points. Found by measurement.
  constexpr float kMaxWidth = 1;
  if (!(group.width < kMaxWidth)) return false;
  const Box<kDims> box = WithRoom(group, list);
  bool fits = true;
  list.is_one_cell = true;
  for (int a = 0; a < kDims; ++a) {
    float first = std::ceil(box.low[a]) - 1;
    if (box.high[a] - first > 2 - kEnd) first = std::ceil(group.low[a]) - 1;
    list.cell[a] = ShiftIndex(group.cell[a], static_cast<int>(first), 0);
    list.low[a] = std::max(box.low[a] - first, kEnd);
    list.high[a] = std::min(box.high[a] - first, 2 - kEnd);
    list.start[a] = group.low[a] - first;
    list.is_one_cell &= list.high[a] < 1;
    fits &= list.start[a] >= list.low[a] && group.high[a] - first <= list.high[a];
  }
  return fits;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
