// The search for stamps and their arithmetic.
#include "noise/scatter/stamps.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "noise/math/hash.h"
#include "noise/sampling/cell_points.h"

namespace cobble {
namespace {

// The cache holds a block of this many cells, repeated over the plane.
constexpr int64_t kCacheWidth = 64, kCacheHeight = 8;

// What the hashes of a stamp decide.
enum StampHash : uint32_t { kTurnHash, kSizeHash, kHeightHash, kPresenceHash, kRankHash };

uint32_t HashOf(uint32_t accumulator, StampHash what) {
  return HashValue(HashEat(accumulator, what));
}

// Returns a number from 0 to 1, without 1.
double UnitOf(uint32_t accumulator, StampHash what) { return HashOf(accumulator, what) * 0x1p-32; }

double Within(const std::array<double, 2>& range, double t) {
  return range[0] + (range[1] - range[0]) * t;
}

double DistanceFrom(double low, double high, double x) {
  return std::max({low - x, x - high, 0.0});
}

}  // namespace

StampSearch::StampSearch(const StampArgs& args, int columns, Scratch* memory)
    : args_(&args), columns_(columns), reach_(static_cast<int>(std::ceil(args.radius))) {
  const auto count = static_cast<std::size_t>(columns);
  for (int64_t*& index : index_) index = memory->Take<int64_t>(count);
  for (double*& fraction : fraction_) fraction = memory->Take<double>(count);
  rank_ = memory->Take<uint64_t>(count);
  best_ = memory->Take<float>(count);
  candidate_ = memory->Take<Stamp>(kMaxCandidates);
  // The last candidate of a batch may add one pair for each sample, and one element is written
  // before it is known whether it counts.
  sample_ = memory->Take<int>(2 * count + 1);
  for (double*& offset : offset_) offset = memory->Take<double>(2 * count + 1);
  span_ = memory->Take<Span>(count + 1);
  cells_ = memory->Take<Cell>(kCacheWidth * kCacheHeight);
}

// The outputs are 0 where no stamp is.
void StampSearch::Begin(const double* const* positions, int n, const Slot&, const Slot& to) {
  for (int a = 0; a < 2; ++a) {
    const double frequency = args_->octave.frequency[a];
    for (int k = 0; k < n; ++k) {
      const double c = positions[a][k] * frequency;
      auto index = static_cast<int64_t>(c);
      if (c < static_cast<double>(index)) --index;
      index_[a][k] = index;
      fraction_[a][k] = c - static_cast<double>(index);
    }
  }
  std::fill_n(rank_, n, 0);
  std::fill_n(to.value, n, 0.0f);
  for (float* slope : to.slope)
    if (slope != nullptr) std::fill_n(slope, n, 0.0f);
  n_ = n;
  to_ = to;
  segment_end_ = candidates_ = next_candidate_ = 0;
  pairs_ = batch_ = spans_ = 0;
}

int StampSearch::Next() {
  DropBatch();
  while (pairs_ < columns_) {
    if (next_candidate_ < candidates_)
      AddCandidate(candidate_[next_candidate_++]);
    else if (!NextSegment())
      break;
  }
  return batch_ = std::min(pairs_, columns_);
}

// A batch is full as soon as a candidate fills it, so all pairs beyond it are of the last span.
void StampSearch::DropBatch() {
  const int rest = pairs_ - batch_;
  std::copy_n(sample_ + batch_, rest, sample_);
  for (double* offset : offset_) std::copy_n(offset + batch_, rest, offset);
  if (rest > 0) span_[0] = {span_[spans_ - 1].stamp, 0};
  spans_ = rest > 0 ? 1 : 0;
  pairs_ = rest;
  batch_ = 0;
}

bool StampSearch::NextSegment() {
  const int first = segment_first_ = segment_end_;
  if (first == n_) return false;
  const int64_t cell[2] = {index_[0][first], index_[1][first]};
  int end = first;
  double low[2] = {1, 1}, high[2] = {0, 0};
  for (; end < n_ && index_[0][end] == cell[0] && index_[1][end] == cell[1]; ++end) {
    for (int a = 0; a < 2; ++a) {
      low[a] = std::min(low[a], fraction_[a][end]);
      high[a] = std::max(high[a], fraction_[a][end]);
    }
  }
  segment_end_ = end;
  candidates_ = next_candidate_ = 0;
  for (int64_t x = -reach_; x <= reach_; ++x)
    for (int64_t y = -reach_; y <= reach_; ++y) {
      const Cell& near = CellAt(cell[0] + x, cell[1] + y);
      for (int s = 0; s < near.count; ++s) {
        Stamp& stamp = candidate_[candidates_];
        stamp = near.stamps[s];
        stamp.middle[0] += static_cast<double>(x);
        stamp.middle[1] += static_cast<double>(y);
        const double dx = DistanceFrom(low[0], high[0], stamp.middle[0]);
        const double dy = DistanceFrom(low[1], high[1], stamp.middle[1]);
        if (dx * dx + dy * dy < stamp.square) ++candidates_;
      }
    }
  return true;
}

void StampSearch::AddCandidate(const Stamp& stamp) {
  // Copies, which stores of pairs cannot alias.
  const double middle_x = stamp.middle[0], middle_y = stamp.middle[1], square = stamp.square;
  const double* const fraction_x = fraction_[0];
  const double* const fraction_y = fraction_[1];
  int* const sample = sample_;
  double* const offset_x = offset_[0];
  double* const offset_y = offset_[1];
  const int first = pairs_, end = segment_end_;
  int pairs = first;
  for (int k = segment_first_; k < end; ++k) {
    const double x = fraction_x[k] - middle_x, y = fraction_y[k] - middle_y;
    sample[pairs] = k;
    offset_x[pairs] = x;
    offset_y[pairs] = y;
    pairs += x * x + y * y < square ? 1 : 0;
  }
  pairs_ = pairs;
  if (pairs > first) span_[spans_++] = {stamp, first};
}

const StampSearch::Cell& StampSearch::CellAt(int64_t x, int64_t y) {
  Cell& cell = cells_[(y & (kCacheHeight - 1)) * kCacheWidth + (x & (kCacheWidth - 1))];
  if (cell.is_filled && cell.index[0] == x && cell.index[1] == y) return cell;
  cell.index[0] = x;
  cell.index[1] = y;
  Fill(&cell);
  return cell;
}

// Point 0 is there with the probability `density`, point 1 with `density` - 1.
void StampSearch::Fill(Cell* cell) const {
  uint32_t accumulator = args_->octave.seed;
  for (int a = 0; a < 2; ++a)
    accumulator = HashEat(
        accumulator, static_cast<uint32_t>(WrappedIndex(cell->index[a], args_->octave.period[a])));
  const uint32_t points = HashValue(accumulator);
  cell->is_filled = true;
  cell->count = 0;
  for (uint32_t number = 0; number < kMaxPerCell; ++number) {
    const uint32_t own = HashEat(accumulator, number);
    if (UnitOf(own, kPresenceHash) >= args_->density - number) continue;
    const double middle[2] = {PointInCell(points, 2 * number, args_->jitter),
                              PointInCell(points, 2 * number + 1, args_->jitter)};
    cell->stamps[cell->count++] = MakeStamp(own, middle);
  }
}

Stamp StampSearch::MakeStamp(uint32_t accumulator, const double* middle) const {
  Stamp stamp;
  std::copy_n(middle, 2, stamp.middle);
  const double radius = args_->radius * Within(args_->size, UnitOf(accumulator, kSizeHash));
  const double scale = kStampEdge / radius;
  const SinCos turn = SinCosTurns(args_->turns * (UnitOf(accumulator, kTurnHash) - 0.5));
  const double height = Within(args_->height, UnitOf(accumulator, kHeightHash));
  stamp.square = radius * radius;
  stamp.cos = turn.cos * scale;
  stamp.sin = turn.sin * scale;
  const double by[2][2] = {{stamp.cos, stamp.sin}, {-stamp.sin, stamp.cos}};
  for (int i = 0; i < 2; ++i)
    for (int a = 0; a < 2; ++a)
      stamp.slope[i][a] = ToFloat(height * args_->octave.frequency[a] * by[i][a]);
  stamp.height = ToFloat(height);
  const uint32_t bits = HashValue(accumulator) >> 8;  // as the cell-id of Voronoi noise
  stamp.id = static_cast<float>(bits) * 0x1p-24f;
  stamp.depth = kStampDepth * double{stamp.id};
  stamp.rank = uint64_t{HashOf(accumulator, kRankHash)} + 1;
  return stamp;
}

// Calls body(stamp, first, end) for the pairs of each stamp in the batch.
template <typename Body>
void StampSearch::ForEachSpan(const Body& body) const {
  for (int s = 0; s < spans_; ++s) {
    const int end = s + 1 < spans_ ? span_[s + 1].first : batch_;
    body(span_[s].stamp, span_[s].first, end);
  }
}

void StampSearch::Place(double* const* local) const {
  const double* const x = offset_[0];
  const double* const y = offset_[1];
  // + 0.0 turns -0 into 0: floor(-0) differs between SIMD levels.
  ForEachSpan([&](const Stamp& stamp, int first, int end) {
    const double cos = stamp.cos, sin = stamp.sin;
    if (double* const to = local[0]; to != nullptr)
      for (int j = first; j < end; ++j) to[j] = (cos * x[j] + sin * y[j]) + 0.0;
    if (double* const to = local[1]; to != nullptr)
      for (int j = first; j < end; ++j) to[j] = (cos * y[j] - sin * x[j]) + 0.0;
    if (double* const to = local[2]; to != nullptr) std::fill(to + first, to + end, stamp.depth);
  });
  const int padded = (batch_ + kPad - 1) / kPad * kPad;
  for (int a = 0; a < 3; ++a)
    if (local[a] != nullptr) std::fill(local[a] + batch_, local[a] + padded, local[a][batch_ - 1]);
}

// A stamp is there where its value exceeds min_value. Of equal ranks, the first in the order of
// cells is on top: copies of one stamp, one period apart.
template <StampArgs::Overlap kOverlap, bool kShowsId>
void StampSearch::CombineAs(const Slot& source) const {
  const Slot& to = to_;
  float* const best = kShowsId ? best_ : to.value;
  const bool has_slopes = !kShowsId && to.slope[0] != nullptr;
  const auto slope = [&](const Stamp& stamp, int a, int j) {
    const float x = source.slope[0] == nullptr ? 0 : source.slope[0][j];
    const float y = source.slope[1] == nullptr ? 0 : source.slope[1][j];
    return stamp.slope[0][a] * x + stamp.slope[1][a] * y;
  };
  ForEachSpan([&](const Stamp& stamp, int first, int end) {
    for (int j = first; j < end; ++j) {
      const int k = sample_[j];
      const float value = stamp.height * source.value[j];
      if constexpr (kOverlap == StampArgs::kAdd) {
        to.value[k] += value;
        if (has_slopes)
          for (int a = 0; a < 2; ++a) to.slope[a][k] += slope(stamp, a, j);
      } else {
        const uint64_t rank = rank_[k];
        bool is_on_top = stamp.rank > rank;
        if constexpr (kOverlap == StampArgs::kMax)
          is_on_top = rank == 0 || value > best[k] || (value == best[k] && is_on_top);
        if (!is_on_top || std::abs(value) <= args_->min_value) continue;
        rank_[k] = stamp.rank;
        best[k] = value;
        if constexpr (kShowsId) to.value[k] = stamp.id;
        if (has_slopes)
          for (int a = 0; a < 2; ++a) to.slope[a][k] = slope(stamp, a, j);
      }
    }
  });
}

void StampSearch::Combine(const Slot& source) {
  const bool is_over = args_->overlap == StampArgs::kOver;
  if (args_->function == StampArgs::kId)
    return is_over ? CombineAs<StampArgs::kOver, true>(source)
                   : CombineAs<StampArgs::kMax, true>(source);
  if (is_over) return CombineAs<StampArgs::kOver, false>(source);
  if (args_->overlap == StampArgs::kAdd) return CombineAs<StampArgs::kAdd, false>(source);
  CombineAs<StampArgs::kMax, false>(source);
}

}  // namespace cobble
