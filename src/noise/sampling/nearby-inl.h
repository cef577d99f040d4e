// Lists of the feature points near groups of samples, for voronoi and cell noise at arbitrary
// positions. Points are culled once per group instead of being compared with every sample.
//
// A group is kGroup adjacent samples of a run. Its list serves all positions in a box with room
// around the group, and so often the next rows. In 2D, with cells relative to the list's cell:
//
//     -1,-1 | 0,-1 | 1,-1 | 2,-1      A box lies in at most two cells on each axis. Its window is
//     ------+------+------+-----      the cells that are within reach of some position in it: here
//     -1, 0 | 0, 0 | 1, 0 | 2, 0      reach 1, and 4 x 4 cells.
//           |   #######   |           #: the box, here in cells 0 and 1 along x, 0 along y
//     ------+---#######---+-----
//     -1, 1 | 0, 1 | 1, 1 | 2, 1      Of the cells, only columns 0 and 1 are within reach of every
//     ------+------+------+-----      position in the box.
//     -1, 2 | 0, 2 | 1, 2 | 2, 2
//
// Culling is the same as on grids (voronoi/block-inl.h has a figure): the cutoff is the kCount-th
// smallest upper bound of a point's distance to the box, and only points whose lower bound is
// within it are kept. Functions of more than the nearest points raise the cutoff.
//
// Culling does not change a bit: the bounds have a margin far above their rounding errors, so a
// culled point is farther than the nearest kCount points of every sample. A list may hold points
// that a sample would not search otherwise: these are at least `limit` away.
#pragma once

#include <algorithm>
#include <cmath>

#include "noise/math/hash-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/nearest-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/scratch.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// --- The lists, the placement of the boxes that they serve, and the samples inside ---

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

// --- Culling ---

// Returns the lattice index of cells `offset` away from `cell`, modulo the period.
// In: a cell and an offset that lead at most reach + 2 periods below 0 or above the period.
HWY_INLINE VI IndexAt(int32_t cell, VF offset, int reach, int64_t period) {
  const I32 d;
  VI index = hn::Set(d, cell) + hn::ConvertTo(d, offset);
  if (period == 0) return index;
  const VI p = hn::Set(d, static_cast<int32_t>(period)), zero = hn::Zero(d);
  for (int turn = 0; turn < reach + 2; ++turn) {
    index = hn::IfThenElse(index < zero, index + p, index);
    index = hn::IfThenElse(index < p, index, index - p);
  }
  return index;
}

// Steps 1 and 2 of MakeList: returns the cutoff. Out: the window's points, and the minimum of their
// accumulated distances in the box.
template <class Points, class Arrays>
HWY_INLINE VF BoundPoints(const Points& points, const Octave& octave, const PointWindow& window,
                          const NearbyPoints<Points::kDims>& list, Arrays& out, float* minimum) {
  constexpr int kDims = Points::kDims;
  const F32 d;
  const auto reach = static_cast<float>(window.reach);
  const auto metric = points.metric();
  Smallest<Points::kCount> maxima;
  ForVectors(window.points, [&](int t) {
    VF cell[kDims], inside[kDims];
    MF is_near = hn::Zero(d) == hn::Zero(d), is_common = is_near;
    VU accumulator = hn::Set(U32(), octave.seed);
    for (int a = 0; a < kDims; ++a) {
      cell[a] = hn::Load(d, window.cell[a] + t);
      const float last = list.high[a] < 1 ? 0 : 1;  // cell of the box
      is_near = hn::And(is_near, cell[a] <= Broadcast(last + reach));
      is_common = hn::And(is_common,
                          hn::And(cell[a] >= Broadcast(last - reach), cell[a] <= Broadcast(reach)));
      const VI index = IndexAt(list.cell[a], cell[a], window.reach, octave.period[a]);
      accumulator = Eat(accumulator, hn::BitCast(U32(), index));
    }
    const VF id = points.PointOf(accumulator, window.number + t, inside);
    hn::Store(id, d, out.id + t);
    VF nearest{}, farthest{};
    for (int a = kDims - 1; a >= 0; --a) {
      hn::Store(cell[a], d, out.cell[a] + t);
      hn::Store(inside[a], d, out.inside[a] + t);
      const VF at = cell[a] + inside[a];
      const VF below = Broadcast(list.low[a]) - at, above = at - Broadcast(list.high[a]);
      const VF near = hn::Max(hn::Max(below, above), hn::Zero(d));
      const VF far = hn::Neg(hn::Min(below, above));
      nearest = a == kDims - 1 ? metric.First(near) : metric.Accumulate(near, nearest);
      farthest = a == kDims - 1 ? metric.First(far) : metric.Accumulate(far, farthest);
    }
    const VF none = Broadcast(2 * kSentinelDistance);
    maxima.Add(hn::IfThenElse(is_common, farthest, none));
    hn::Store(hn::IfThenElse(is_near, nearest, none), d, minimum + t);
  });
  return maxima.OfAllLanes();
}

// Step 3: copies the points whose minimum is within the cutoff to the list. Returns false if there
// are too many. Has no branches that depend on data, so that groups overlap in the processor.
template <int kDims, class Arrays>
HWY_INLINE bool KeepPoints(const Arrays& all, const float* minimum, int count, VF cutoff,
                           bool has_ids, NearbyPoints<kDims>& list) {
  constexpr int kCapacity = NearbyPoints<kDims>::kCapacity;
  const F32 d;
  int n = 0;
  for (int t = 0; t < count && n <= kCapacity; t += static_cast<int>(hn::Lanes(d))) {
    const MF is_kept = hn::Load(d, minimum + t) <= cutoff;
    const auto keep = [&](const float* from, float* to) {
      hn::StoreU(hn::Compress(hn::Load(d, from + t), is_kept), d, to + n);
    };
    for (int a = 0; a < kDims; ++a) {
      keep(all.cell[a], list.points.cell[a]);
      keep(all.inside[a], list.points.inside[a]);
    }
    if (has_ids) keep(all.id, list.points.id);
    n += static_cast<int>(hn::CountTrue(d, is_kept));
  }
  if (n > kCapacity) return false;
  // A point that is never nearest makes the count even.
  for (int a = 0; a < kDims; ++a) {
    list.points.cell[a][n] = 2 * kSentinelDistance;
    list.points.inside[a][n] = 0;
  }
  list.points.id[n] = 0;
  list.count = (n + 1) / 2 * 2;
  return true;
}

// Makes a list for the group at k, if the group is narrow enough. A Points has
//   kDims, metric()
//   kCount             the number of nearest points that the result depends on
//   has_ids()          whether lists hold the points' ids
//   kMaxWindow         the maximum number of points in a window
//   Cutoff(bound)      the accumulated distance up to which points are needed. In: a bound of the
//                      kCount-th smallest accumulated distance of all positions in the box
//   PointOf(accumulator, number, inside)
//       Sets `inside` to the positions of points number[lane] in the lanes' cells; far away where
//       there are none. Returns their ids.
template <class Points>
HWY_NOINLINE void MakeList(const Points& points, const Octave& octave, const PointWindow& window,
                           const PointsScratch& s, int k, NearbyPoints<Points::kDims>& list) {
  // The error of a bound, or of a distance that is bounded, is below 2^-18.
  constexpr float kMargin = 0x1p-14f;
  constexpr int kRest = 16;  // a group that is too wide is often followed by others
  const bool fits = PlaceBox(s, k, list);
  list.is_valid = false;
  list.rest = kRest;
  if (!fits) return;
  const F32 d;
  NearbyArrays<Points::kDims, Points::kMaxWindow> all;
  HWY_ALIGN float minimum[Points::kMaxWindow + kPad];
  const VF bound = BoundPoints(points, octave, window, list, all, minimum);
  const VF cutoff = points.Cutoff(bound);
  list.cutoff = hn::GetLane(cutoff);
  if (!KeepPoints(all, minimum, window.points, cutoff + hn::Set(d, kMargin), points.has_ids(),
                  list))
    return;
  list.is_valid = true;
  list.rest = 0;
}

// The points of a list as a Source (voronoi/nearest-inl.h) for a vector of samples.
// kMasks: leaves out the points outside the cells within reach of the sample's own.
template <class Search, bool kOneCell>
class NearbySource {
 public:
  static constexpr int kDims = Search::kDims;

  HWY_INLINE NearbySource(const Search& search, const NearbyPoints<kDims>& list,
                          const PointsScratch& s, int k)
      : search_(search), list_(list) {
    const I32 d;
    for (int a = 0; a < kDims; ++a) {
      fraction_[a] = hn::Load(F32(), s.fraction[a] + k);
      cell_[a] = hn::ConvertTo(F32(), hn::Load(d, s.index[a] + k) - hn::Set(d, list.cell[a]));
    }
  }

  template <class Body>
  HWY_INLINE void ForEachPoint(int reach, const Body& body) const {
    for (int p = 0; p < list_.count; p += 2) {
      body(CandidateOf(p, reach));
      body(CandidateOf(p + 1, reach));
    }
  }

 private:
  struct Candidate {
    VF offset[kDims], accumulated;
    const float* id;
    int axis;  // offset_axis() of the arguments (groups-inl.h)

    HWY_INLINE VF Offset(int a) const { return offset[a]; }
    HWY_INLINE VF Accumulated() const { return accumulated; }
    HWY_INLINE VF Carried() const { return axis < 0 ? Broadcast(*id) : OffsetAlong(offset, axis); }
  };

  HWY_INLINE Candidate CandidateOf(int p, int reach) const {
    const auto& metric = search_.metric;
    Candidate candidate;
    candidate.id = list_.points.id + p;
    candidate.axis = search_.args.offset_axis();
    MF is_far{};
    for (int a = kDims - 1; a >= 0; --a) {
      const bool is_first = a == kDims - 1;
      VF cell = Broadcast(list_.points.cell[a][p]);
      if constexpr (!kOneCell) cell = cell - cell_[a];
      if constexpr (kMasks) {
        const MF is_far_here = hn::Abs(cell) > Broadcast(static_cast<float>(reach));
        is_far = is_first ? is_far_here : hn::Or(is_far, is_far_here);
      }
      const VF offset = (cell - fraction_[a]) + Broadcast(list_.points.inside[a][p]);
      candidate.offset[a] = offset;
      candidate.accumulated =
          is_first ? metric.First(offset) : metric.Accumulate(offset, candidate.accumulated);
    }
    if constexpr (kMasks)
      candidate.accumulated =
          hn::IfThenElse(is_far, Broadcast(2 * kSentinelDistance), candidate.accumulated);
    return candidate;
  }

  static constexpr bool kMasks = Search::kTakesCellsInReach && !kOneCell;

  const Search& search_;
  const NearbyPoints<kDims>& list_;
  VF cell_[kDims];  // the samples' cells, relative to the list's
  VF fraction_[kDims];
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
