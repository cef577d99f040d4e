// Voronoi noise on grids, for functions of nearby points, edge and poly. Searches the points kept
// by culling for each block of samples (block-inl.h). Samples that need more are collected over the
// row and searched in the tables.
#pragma once

#include <bit>

#include "noise/math/vectors-inl.h"
#include "noise/voronoi/block-inl.h"
#include "noise/voronoi/nearest-inl.h"
#include "noise/voronoi/tables-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

struct VoronoiGridOctave {
  PointTables tables;
  // Functions of the nearest points and of nearby points:
  BlockRow blocks;
  // Functions of all points: each table entry's offset along y from the current row of samples, and
  // its partial distance (z and y accumulated).
  float *dy, *partial;
};

// Of functions of nearby points, which exist for the Euclidean metric only.
template <class Read>
using NearbyCandidate = RowCandidate<SquareMetric, CarriedValue::kNothing, Read>;

// The Source (nearest-inl.h) of a vector. read(table + at) returns the entry for each lane's cell.
template <class Read>
class GridSource {
 public:
  static constexpr int kDims = 3;  // tables of axes that the noise does not have hold 0

  HWY_INLINE GridSource(const TableShape& shape, const VoronoiGridOctave& s, VF x, const Read& read)
      : shape_(shape), s_(s), x_(x), read_(read) {}

  template <class Body>
  HWY_INLINE void ForEachPoint(int reach, const Body& body) const {
    const PointTables& tables = s_.tables;
    const auto* const end = tables.neighbours[reach] + shape_.neighbour_count(reach);
    for (const auto* neighbour = tables.neighbours[reach]; neighbour != end; ++neighbour) {
      const int at = neighbour->at;
      const VF dx = (Broadcast(neighbour->cell_x) - x_) + read_(tables.x + at);
      body(NearbyCandidate<Read>{dx, s_.dy, s_.partial, tables.dz, at, read_});
    }
  }

 private:
  const TableShape& shape_;
  const VoronoiGridOctave& s_;
  const VF x_;
  const Read& read_;
};

// The Source of a vector of samples in a block: the points that were kept, and sentinels.
class KeptSource {
 public:
  static constexpr int kDims = 3;

  HWY_INLINE KeptSource(const BlockRow& s, int block, VF x)
      : s_(s), begin_(s.points.begin[block]), end_(s.points.begin[block + 1]), x_(x) {}

  template <class Body>
  HWY_INLINE void ForEachPoint(int, const Body& body) const {
    const KeptPoints& points = s_.points;
    const auto read = [](const float* entry) { return Broadcast(*entry); };
    for (int at = begin_; at < end_; ++at) {
      const VF dx = (Broadcast(points.cell_x[at]) - x_) + Broadcast(points.x[at]);
      body(NearbyCandidate<decltype(read)>{dx, s_.dy[0], s_.partial[0], points.dz, at, read});
    }
  }

 private:
  const BlockRow& s_;
  const int begin_, end_;
  const VF x_;
};

// An octave's values and slopes along a row, by column, and the columns that are undecided.
struct NearbyRow {
  float* jet[1 + 2];
  int32_t* undecided;
};

inline void LayOutNearbyRow(int slopes, int width, Scratch& scratch, NearbyRow* row) {
  const auto padded = static_cast<std::size_t>(width + 2 * kPad);
  for (int n = 0; n <= slopes; ++n) row->jet[n] = scratch.Take<float>(padded);
  row->undecided = scratch.Take<int32_t>(padded);
}

// Stores the results of a vector of columns, and lists the undecided ones among the bits `lanes`.
template <int kSlopes>
HWY_INLINE void StoreFound(const Found<kSlopes>& found, uint64_t lanes, int k, const NearbyRow& row,
                           int* count) {
  StoreJet(found.jet, row.jet, k);
  for (uint64_t bits = BitsOf(found.undecided) & lanes; bits != 0; bits &= bits - 1)
    row.undecided[(*count)++] = k + std::countr_zero(bits);
}

// Searches the points that were kept. Returns the number of undecided columns.
template <class Function, int kSlopes>
HWY_NOINLINE int SearchNearbyBlocks(const float* x, const BlockRow& s, const NearbyRow& row) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int count = 0;
  for (int b = 0; b < s.block_count; ++b) {
    const VF covered = hn::Min(hn::Sqrt(Broadcast(s.cutoff[b])), Broadcast(2.0f));
    // Lanes past the block's end belong to the next block, which overwrites them.
    for (int k = s.spans[b].begin; k < s.spans[b].end; k += lanes) {
      const Found<kSlopes> found = Function::template EvaluateWithin<kSlopes>(
          KeptSource(s, b, hn::LoadU(d, x + k)), covered);
      const uint64_t in_block = (uint64_t{1} << std::min(s.spans[b].end - k, lanes)) - 1;
      StoreFound(found, in_block, k, row, &count);
    }
  }
  return count;
}

// Searches the 3^n cells around a row's samples. Returns the number of undecided columns.
template <class Function, int kSlopes>
HWY_NOINLINE int SearchNearCells(int dimensions, const TableShape& shape,
                                 const VoronoiGridOctave& s, float fraction, const NearbyRow& row) {
  const F32 d;
  const float z = s.tables.fixed_fraction;
  float side = 1;  // distance to the nearest side of the samples' cells along y and z
  if (dimensions > 1) side = std::min(fraction, 1 - fraction);
  if (dimensions > 2) side = std::min(side, std::min(z, 1 - z));
  int count = 0;
  ForGroups(s.tables.columns, [&](int k, const auto& read) {
    const VF x = hn::Load(d, s.tables.columns.x + k);
    const VF nearest_side = hn::Min(Broadcast(side), hn::Min(x, Broadcast(1) - x));
    const VF covered = nearest_side + Broadcast(1 - 0x1p-20f);  // a margin for rounding
    const GridSource<std::decay_t<decltype(read)>> source(shape, s, x, read);
    const Found<kSlopes> found = Function::template EvaluateWithin<kSlopes>(source, covered);
    StoreFound(found, ~uint64_t{0}, k, row, &count);
  });
  return count;
}

// Searches all points for `count` undecided columns of a row.
template <class Function, int kSlopes>
HWY_NOINLINE void SearchUndecided(const VoronoiArgs& args, const TableShape& shape,
                                  const VoronoiGridOctave& s, int count, const NearbyRow& row) {
  const F32 d;
  std::fill_n(row.undecided + count, kPad, row.undecided[count - 1]);
  ForVectors(count, [&](int k) {
    const VI columns = hn::LoadU(I32(), row.undecided + k);
    const VI cells = hn::GatherIndex(I32(), s.tables.columns.cell, columns);
    const VF x = hn::GatherIndex(d, s.tables.columns.x, columns);
    const auto read = [&](const float* table) { return hn::GatherIndex(d, table, cells); };
    const GridSource<std::decay_t<decltype(read)>> source(shape, s, x, read);
    StoreJet(Function::template Evaluate<kSlopes>(args, source), row.jet, columns);
  });
}

// Adds an octave's contribution for n columns. In: the row's fraction, its index in any blocks.
template <class Function, int kSlopes>
HWY_NOINLINE void AddNearbyPoints(const VoronoiArgs& args, const TableShape& shape,
                                  const VoronoiGridOctave& s, float fraction, int row_in_blocks,
                                  std::size_t o, int n, const NearbyRow& row, const Slot& slot) {
  const SampleRows<1, true> samples{{fraction}, {s.dy}, {s.partial}};
  int count = 0;
  if (s.blocks.max_span > 0) {
    const KeptPoints& kept = s.blocks.points;
    StoreKeptPartials<SquareMetric>(kept, kept.begin[s.blocks.block_count],
                                    RowsFrom<1, true>(row_in_blocks, s.blocks));
    count = SearchNearbyBlocks<Function, kSlopes>(s.tables.columns.x, s.blocks, row);
    if (count > 0) StoreTablePartials<SquareMetric>(shape, s.tables, samples);
  } else {
    StoreTablePartials<SquareMetric>(shape, s.tables, samples);
    count = SearchNearCells<Function, kSlopes>(args.dimensions, shape, s, fraction, row);
  }
  if (count > 0) SearchUndecided<Function, kSlopes>(args, shape, s, count, row);
  AddJets<kSlopes>(args.octaves[o], row.jet, o == 0, n, slot);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
