// Stamps: discs at the feature points of two-dimensional Voronoi noise, each with an angle, a size,
// a height and a rank of its own from hashes. Finds the samples of a run that are inside stamps,
// says where a stamp's source is sampled there, and combines overlapping stamps.
//
// Plain double arithmetic, the same on every SIMD level. A sample depends on its position alone:
// the stamps around it are visited in the order of their cells (x, then y) and of their numbers,
// whatever the run.
#ifndef COBBLE_NOISE_SCATTER_STAMPS_H_
#define COBBLE_NOISE_SCATTER_STAMPS_H_

#include <array>
#include <cstdint>

#include "noise/kernel.h"
#include "noise/sampling/batches.h"
#include "noise/sampling/scratch.h"

namespace cobble {

// A stamp's own coordinates: its edge is at this distance from its middle, and z is its id times
// kStampDepth.
inline constexpr double kStampEdge = 0.5, kStampDepth = 1000;

struct StampArgs {
  enum Overlap { kMax, kAdd, kOver };
  enum Function { kHeight, kId };

  Overlap overlap = kMax;
  Function function = kHeight;
  Octave octave;                 // of the cells
  double jitter = 1;             // 0..1
  double radius = 0.5;           // of the largest stamp, in cells; at most kMaxStampRadius
  double density = 1;            // mean number of stamps per cell, 0..2
  double turns = 1;              // range of angles
  std::array<double, 2> size;    // range of factors of the radius, at most 1
  std::array<double, 2> height;  // range of factors of the value
  float min_value = 0;           // a stamp is absent where its value is not above it, or below -it
};

inline constexpr double kMaxStampRadius = 2;

struct Stamp {
  double middle[2];   // in cells, from the lower corner of a cell
  double square;      // of the radius, in cells
  double cos, sin;    // of the angle, times local units per cell
  double depth;       // local z
  float slope[2][2];  // height * d local[i] / d position[a]
  float height, id;
  uint64_t rank;  // above 0; a higher one lies on top
};

class StampSearch final : public Batches {
 public:
  // Takes its arrays from `memory`, which is zeroed, for runs of at most `columns` samples. The
  // arguments must stay valid.
  StampSearch(const StampArgs& args, int columns, Scratch* memory);

  void Begin(const double* const* positions, int n, const Slot& in, const Slot& to) override;
  // Finds the next pairs of a sample and a stamp that it is inside of.
  int Next() override;
  // Writes the local positions of these pairs.
  void Place(double* const* local) const override;
  // Combines the source's values with the outputs, whose slopes are with respect to the run's
  // positions.
  void Combine(const Slot& source) override;

 private:
  static constexpr int kMaxPerCell = 2, kMaxReach = 2;
  static constexpr int kMaxCandidates = kMaxPerCell * (2 * kMaxReach + 1) * (2 * kMaxReach + 1);

  // The stamps of one cell.
  struct Cell {
    int64_t index[2];
    int count;
    bool is_filled;
    Stamp stamps[kMaxPerCell];
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
  void AddCandidate(const Stamp& stamp);
  // Removes the pairs of the last batch.
  void DropBatch();
  template <typename Body>
  void ForEachSpan(const Body& body) const;
  template <StampArgs::Overlap kOverlap, bool kShowsId>
  void CombineAs(const Slot& source) const;

  const StampArgs* args_;
  int columns_, reach_;

  // Of the run.
  int n_ = 0;
  Slot to_;
  int64_t* index_[2];    // cells of the samples
  double* fraction_[2];  // positions within them
  uint64_t* rank_;       // of the stamp on top; 0: none
  float* best_;          // value of the stamp on top, if the output is its id

  // Of the segment: samples first .. end - 1.
  int segment_first_ = 0, segment_end_ = 0;
  int candidates_ = 0, next_candidate_ = 0;
  Stamp* candidate_;  // relative to the segment's cell

  // Pairs. The first batch_ of them are those that Next has returned.
  int pairs_ = 0, batch_ = 0, spans_ = 0;
  int* sample_;
  double* offset_[2];  // from the middle of the stamp, in cells
  Span* span_;

  Cell* cells_;  // a cache
};

}  // namespace cobble

#endif  // COBBLE_NOISE_SCATTER_STAMPS_H_
