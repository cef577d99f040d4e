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

#include "noise/math/hash-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/nearby_box-inl.h"
#include "noise/sampling/nearest-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/smallest-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

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
