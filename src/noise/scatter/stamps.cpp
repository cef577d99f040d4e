// The search for stamps and their arithmetic.
#include "noise/scatter/stamps.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "noise/math/hash.h"

namespace cobble {
namespace {

// The cache holds a block of this many cells, repeated over the plane.
constexpr int64_t kCacheWidth = 64, kCacheHeight = 8;

enum StampHash : uint32_t { kTurnHash, kSizeHash, kHeightHash, kPresenceHash, kRankHash };

uint32_t HashOf(uint32_t accumulator, StampHash what) {
  return HashValue(HashEat(accumulator, what));
}

// Returns a number from 0 to below 1.
double UnitOf(uint32_t accumulator, StampHash what) { return HashOf(accumulator, what) * 0x1p-32; }

double Within(const std::array<double, 2>& range, double t) {
  return range[0] + (range[1] - range[0]) * t;
}

double DistanceFrom(double low, double high, double x) {
  return std::max({low - x, x - high, 0.0});
}

class StampSearch final : public Batches {
 public:
  // Takes its arrays from `memory`, which is zeroed.
  StampSearch(const StampArgs& args, int columns, Scratch* memory);

  void Begin(const double* const* positions, int n, const Slot& in, const OutputSlots& to) override;
  int Next() override;
  void Place(double* const* local) const override;
  void Combine(const OutputSlots& sources) override;

 private:
  static constexpr int kMaxPerCell = 2, kMaxReach = 2;
  static constexpr int kMaxCandidates = kMaxPerCell * (2 * kMaxReach + 1) * (2 * kMaxReach + 1);

  struct Cell {
    int64_t index[2];
    int count;
    bool is_filled;
    Stamp stamps[kMaxPerCell];
  };
  // A stamp that can touch the samples of a segment.
  struct Candidate {
    const Stamp* stamp;
    double middle[2];  // from the lower corner of the segment's cell
  };
  // Consecutive pairs of one stamp; the next span begins where they end.
  struct Span {
    Stamp stamp;
    int first;
  };

  const Cell& CellAt(int64_t x, int64_t y);
  void Fill(Cell* cell) const;
  Stamp MakeStamp(uint32_t accumulator, const double* middle) const;
  // Moves on to the next samples that are in one cell, and finds the stamps that can touch them.
  // Returns false at the end of the run.
  bool NextSegment();
  void AddCandidate(const Candidate& candidate);
  void DropBatch();
  template <typename Body>
  void ForEachSpan(const Body& body) const;

  const StampArgs* args_;
  StampFunctions functions_;
  int columns_, reach_;

  // The run.
  int n_ = 0;
  OutputSlots to_;
  double* cell_[2];   // of the samples
  double* place_[2];  // in them
  StampTop top_[kMaxOutputs];

  // The segment.
  int first_ = 0;
  StampSegment segment_{};
  int candidates_ = 0, next_candidate_ = 0;
  Candidate* candidate_;

  // Next has returned the first batch_ pairs.
  int count_ = 0, batch_ = 0, spans_ = 0;
  StampPairs pairs_;
  Span* span_;

  Cell* cells_;  // a cache
};

StampSearch::StampSearch(const StampArgs& args, int columns, Scratch* memory)
    : args_(&args),
      functions_(SelectStamps(args)),
      columns_(columns),
      reach_(static_cast<int>(std::ceil(args.radius))) {
  const auto count = static_cast<std::size_t>(columns), padded = count + 2 * std::size_t{kPad};
  for (double*& cell : cell_) cell = memory->Take<double>(padded);
  for (double*& place : place_) place = memory->Take<double>(padded);
  for (std::size_t k = 0; k < args.outputs.size(); ++k)
    top_[k] = {memory->Take<float>(padded), memory->Take<int32_t>(padded)};
  candidate_ = memory->Take<Candidate>(kMaxCandidates);
  // The last candidate of a batch may add one pair for each sample.
  pairs_.sample = memory->Take<int64_t>(count + padded);
  for (double*& offset : pairs_.offset) offset = memory->Take<double>(count + padded);
  span_ = memory->Take<Span>(count + 1);
  cells_ = memory->Take<Cell>(kCacheWidth * kCacheHeight);
}

// Outputs are 0 where there is no stamp.
void StampSearch::Begin(const double* const* positions, int n, const Slot&, const OutputSlots& to) {
  for (int a = 0; a < 2; ++a)
    functions_.split(positions[a], args_->octave.frequency[a], n, cell_[a], place_[a]);
  for (std::size_t k = 0; k < args_->outputs.size(); ++k) {
    std::fill_n(top_[k].value, n, kNoStamp);
    std::fill_n(to[k].value, n, 0.0f);
    for (float* slope : to[k].slope)
      if (slope != nullptr) std::fill_n(slope, n, 0.0f);
  }
  n_ = n;
  to_ = to;
  segment_.end = candidates_ = next_candidate_ = 0;
  count_ = batch_ = spans_ = 0;
}

int StampSearch::Next() {
  DropBatch();
  while (count_ < columns_) {
    if (next_candidate_ < candidates_)
      AddCandidate(candidate_[next_candidate_++]);
    else if (!NextSegment())
      break;
  }
  return batch_ = std::min(count_, columns_);
}

// A batch is full as soon as a candidate fills it, so all pairs beyond it are of the last span.
void StampSearch::DropBatch() {
  const int rest = count_ - batch_;
  std::copy_n(pairs_.sample + batch_, rest, pairs_.sample);
  for (double* offset : pairs_.offset) std::copy_n(offset + batch_, rest, offset);
  if (rest > 0) span_[0] = {span_[spans_ - 1].stamp, 0};
  spans_ = rest > 0 ? 1 : 0;
  count_ = rest;
  batch_ = 0;
}

bool StampSearch::NextSegment() {
  first_ = segment_.end;
  if (first_ == n_) return false;
  segment_ = functions_.segment(cell_, place_, first_, n_);
  const auto column = static_cast<int64_t>(cell_[0][first_]);
  const auto row = static_cast<int64_t>(cell_[1][first_]);
  const double* const low = segment_.low;
  const double* const high = segment_.high;
  candidates_ = next_candidate_ = 0;
  for (int64_t x = -reach_; x <= reach_; ++x)
    for (int64_t y = -reach_; y <= reach_; ++y) {
      const Cell& near = CellAt(column + x, row + y);
      for (int s = 0; s < near.count; ++s) {
        const Stamp& stamp = near.stamps[s];
        const Candidate candidate{
            &stamp,
            {stamp.middle[0] + static_cast<double>(x), stamp.middle[1] + static_cast<double>(y)}};
        const double dx = DistanceFrom(low[0], high[0], candidate.middle[0]);
        const double dy = DistanceFrom(low[1], high[1], candidate.middle[1]);
        if (dx * dx + dy * dy < stamp.square) candidate_[candidates_++] = candidate;
      }
    }
  return true;
}

void StampSearch::AddCandidate(const Candidate& candidate) {
  const int count = functions_.add(place_, first_, segment_.end, candidate.middle,
                                   candidate.stamp->square, pairs_, count_);
  if (count > count_) span_[spans_++] = {*candidate.stamp, count_};
  count_ = count;
}

const StampSearch::Cell& StampSearch::CellAt(int64_t x, int64_t y) {
  Cell& cell = cells_[(y & (kCacheHeight - 1)) * kCacheWidth + (x & (kCacheWidth - 1))];
  if (cell.is_filled && cell.index[0] == x && cell.index[1] == y) return cell;
  cell.index[0] = x;
  cell.index[1] = y;
  Fill(&cell);
  return cell;
}

// Point 0 exists with probability `density`, point 1 with `density` - 1.
void StampSearch::Fill(Cell* cell) const {
  uint32_t accumulator = args_->octave.seed;
  for (int a = 0; a < 2; ++a)
    accumulator = HashEat(accumulator,
                          static_cast<uint32_t>(Reduce(cell->index[a], args_->octave.period[a])));
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
  stamp.id = LeadingBits(HashValue(accumulator));  // as the cell-id of Voronoi noise
  stamp.depth = kStampDepth * double{stamp.id};
  stamp.rank = static_cast<int32_t>(HashOf(accumulator, kRankHash) ^ 0x80000000);
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
  ForEachSpan([&](const Stamp& stamp, int first, int end) {
    functions_.place(pairs_, first, end, stamp, local);
  });
  const int padded = Padded(batch_);
  for (int a = 0; a < 3; ++a)
    if (local[a] != nullptr) std::fill(local[a] + batch_, local[a] + padded, local[a][batch_ - 1]);
}

void StampSearch::Combine(const OutputSlots& sources) {
  for (std::size_t k = 0; k < args_->outputs.size(); ++k) {
    const StampArgs::Output& output = args_->outputs[k];
    const auto combine = functions_.combine[output.overlap][output.function];
    ForEachSpan([&](const Stamp& stamp, int first, int end) {
      combine(output, pairs_, first, end, stamp, sources[k], top_[k], to_[k]);
    });
  }
}

}  // namespace

std::shared_ptr<Batches> MakeStampSearch(const void* args, int columns, Scratch* memory) {
  return std::make_shared<StampSearch>(*static_cast<const StampArgs*>(args), columns, memory);
}

}  // namespace cobble
