// Hill noise on grids and affine frames. The phase of a term at pixel (i, j) is the sum of a part a
// that depends on the column and a part b that depends on the row:
//     a = i (k . column step)
//     b = j (k . row step) + k . origin + offset
// By angle addition, for amplitude A and gradient g = 2 pi k A (HillTerms),
//     value:  A cos(a + b)  =  -A sin b * sin a + A cos b * cos a
//     slope: -g sin(a + b)  =  -g cos b * sin a - g sin b * cos a
// The sines and cosines of a are tabulated once per tile, the factors in b once per row, and a
// sample costs two fused multiply-adds per term and output. A few rows at a time share table loads.
//
// Terms are processed in chunks of kChunk, columns in blocks of kBlock. The table of one chunk:
//
//     block 0   term 0: kBlock sines, kBlock cosines | term 1: ... | term 2: ...
//     block 1   term 0: kBlock sines, kBlock cosines | ...
//
// An output is the value or a slope. Arrays indexed by row and output hold them row by row.
#pragma once

#include <algorithm>
#include <array>

#include "noise/hill/distribution-inl.h"
#include "noise/math/sin_turns-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/typed_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

inline constexpr int kChunk = 64, kBlock = kPad;
// The largest table, in floats per column over all terms of all octaves, that is kept for the whole
// tile (2 MiB at kShortRun columns). A larger one holds one chunk at a time and is rebuilt for
// every batch of kBatchRows rows.
inline constexpr std::size_t kMaxTableFloats = 2048;
inline constexpr int kBatchRows = 16;

// The number of rows that share table loads, limited by the number of vector registers.
template <int kSlopes>
inline constexpr int kSharedRows = 1;
template <>
inline constexpr int kSharedRows<0> = 4;
template <>
inline constexpr int kSharedRows<2> = 2;

// Phases of a chunk's terms, in turns: steps per column and per row, and the phase at pixel (0, 0).
struct ChunkPhases {
  double column[kChunk], row[kChunk], start[kChunk];
};

struct HillScratch {
  ChunkPhases* phases;
  double* column_index;  // of the tile's columns, reduced modulo the wrap
  float* table;
  float* factors;    // by row and output: kChunk factors of sin a, then kChunk of cos a
  float* wave_sums;  // one octave, by row and output: kShortRun columns
  float* sums;       // all octaves, by row: kShortRun columns of u, 1 - u and each slope
  bool keeps_table;  // the table is kept for the whole tile
  int rows;          // in a batch
};

template <int kSlopes>
HillScratch LayOutHill(const HillArgs& args, Scratch& scratch) {
  const std::size_t table_floats =
      args.octaves.size() * static_cast<std::size_t>(args.term_count) * 2;
  HillScratch s;
  s.keeps_table = table_floats <= kMaxTableFloats;
  s.rows = s.keeps_table ? kSharedRows<kSlopes> : kBatchRows;
  const auto rows = static_cast<std::size_t>(s.rows);
  s.phases = scratch.Take<ChunkPhases>(1);
  s.column_index = scratch.Take<double>(kShortRun);
  s.table = scratch.Take<float>((s.keeps_table ? table_floats : 2 * kChunk) * kShortRun);
  s.factors = scratch.Take<float>(kSharedRows<kSlopes> * (1 + kSlopes) * 2 * kChunk);
  s.wave_sums = scratch.Take<float>(rows * (1 + kSlopes) * kShortRun);
  s.sums = scratch.Take<float>(rows * (2 + kSlopes) * kShortRun);
  return s;
}

// Up to kChunk consecutive terms of an octave.
struct Chunk {
  const HillArgs& args;
  const Frame& frame;
  std::size_t octave;
  int first, count;

  const HillTerms& terms() const { return args.terms[octave]; }
};

HWY_INLINE void MakePhases(const Chunk& chunk, ChunkPhases* phases) {
  const F64 d;
  const Octave& octave = chunk.args.octaves[chunk.octave];
  for (int t = 0; t < chunk.count; t += static_cast<int>(hn::Lanes(d))) {
    VD column = hn::Zero(d), row = hn::Zero(d);
    VD start = hn::LoadU(d, chunk.terms().offset.data() + chunk.first + t);
    for (int a = 0; a < chunk.args.dimensions; ++a) {
      const VD k = hn::LoadU(d, chunk.terms().k[a].data() + chunk.first + t);
      const auto cells = [&](double q) { return hn::Set(d, q * octave.frequency[a]); };
      column = column + k * cells(chunk.frame.column[a]);
      row = row + k * cells(chunk.frame.row[a]);
      start = start + TurnsOfProduct(k, cells(chunk.frame.origin[a]));
    }
    hn::StoreU(column, d, phases->column + t);
    hn::StoreU(row, d, phases->row + t);
    hn::StoreU(start, d, phases->start + t);
  }
}

// Fills the table of a chunk. `width`, the number of columns, must be a multiple of kBlock.
HWY_NOINLINE inline void MakeTable(const double* column_index, int width, int terms,
                                   const ChunkPhases& phases, float* table) {
  const F32 d;
  const F64 dd;
  for (int block = 0; block < width; block += kBlock) {
    for (int t = 0; t < terms; ++t, table += 2 * kBlock) {
      const VD step = hn::Set(dd, phases.column[t]);
      ForVectors(kBlock, [&](int k) {
        const double* const index = column_index + block + k;
        const VF phase = NarrowHalves([&](int half) {
          const int lane = half * static_cast<int>(hn::Lanes(dd));
          return WithinTurn(TurnsOfProduct(step, hn::LoadU(dd, index + lane)));
        });
        hn::Store(SinTurns(phase), d, table + k);
        hn::Store(CosTurns(phase), d, table + kBlock + k);
      });
    }
  }
}

template <int kSlopes>
HWY_NOINLINE void MakeFactors(const Chunk& chunk, const std::array<int, 3>& slope_axes,
                              const ChunkPhases& phases, int64_t row, float* factors) {
  const F32 d;
  const F64 dd;
  const VD j = hn::Set(dd, static_cast<double>(row));
  const HillTerms& terms = chunk.terms();
  ForVectors(chunk.count, [&](int t) {
    const VF phase = NarrowHalves([&](int half) {
      const int at = t + half * static_cast<int>(hn::Lanes(dd));
      const VD row_turns = TurnsOfProduct(hn::LoadU(dd, phases.row + at), j);
      return WithinTurn(row_turns + hn::LoadU(dd, phases.start + at));
    });
    const VF sine = SinTurns(phase), cosine = CosTurns(phase);
    const VF amplitude = hn::LoadU(d, terms.amplitude.data() + chunk.first + t);
    hn::Store(hn::Neg(amplitude * sine), d, factors + t);
    hn::Store(amplitude * cosine, d, factors + kChunk + t);
    for (std::size_t b = 0; b < kSlopes; ++b) {
      const VF gradient = hn::LoadU(d, terms.gradient[slope_axes[b]].data() + chunk.first + t);
      float* const to = factors + 2 * kChunk * (b + 1);
      hn::Store(hn::Neg(gradient * cosine), d, to + t);
      hn::Store(hn::Neg(gradient * sine), d, to + kChunk + t);
    }
  });
}

// Adds a chunk's terms, in order, to kSums sums (outputs of one or more rows) in a column block.
template <int kSums>
HWY_INLINE void AddTerms(const float* HWY_RESTRICT table, const float* HWY_RESTRICT factors,
                         int terms, bool is_first, float* HWY_RESTRICT sums) {
  const F32 d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32())), kVectors = kBlock / kLanes;
  VF sum[kSums][kVectors];
  for (int m = 0; m < kSums; ++m)
    for (int v = 0; v < kVectors; ++v)
      sum[m][v] = is_first ? hn::Zero(d) : hn::Load(d, sums + m * kShortRun + v * kLanes);
  for (int t = 0; t < terms; ++t, table += 2 * kBlock) {
    for (int part = 0; part < 2; ++part) {
      VF entry[kVectors];  // sin a or cos a
      for (int v = 0; v < kVectors; ++v) entry[v] = hn::Load(d, table + part * kBlock + v * kLanes);
      for (int m = 0; m < kSums; ++m) {
        const VF factor = Broadcast(factors[(2 * m + part) * kChunk + t]);
        for (int v = 0; v < kVectors; ++v) sum[m][v] = Fma(factor, entry[v], sum[m][v]);
      }
    }
  }
  for (int m = 0; m < kSums; ++m)
    for (int v = 0; v < kVectors; ++v) hn::Store(sum[m][v], d, sums + m * kShortRun + v * kLanes);
}

template <int kSlopes>
struct HillRows {
  using Args = HillArgs;
  struct State {
    HillScratch scratch;
    int64_t first_row;  // of the batch in scratch.sums
    int summed_rows;    // rows in that batch; 0 before the first batch
  };
  static constexpr int kMaxColumns = kShortRun;
  static constexpr int kOutputs = 1 + kSlopes;
  static constexpr int kGroupRows = kSharedRows<kSlopes>;

  static void LayOut(const HillArgs& args, const Frame&, int, Scratch& scratch, State& state) {
    state.scratch = LayOutHill<kSlopes>(args, scratch);
  }

  // Calls body(chunk, table) for all chunks of an octave.
  template <class Body>
  static HWY_INLINE void ForChunks(const HillArgs& args, const Frame& frame, std::size_t octave,
                                   const HillScratch& s, const Body& body) {
    const std::size_t before = octave * static_cast<std::size_t>(args.term_count);
    for (int first = 0; first < args.term_count; first += kChunk) {
      const std::size_t at = s.keeps_table ? before + static_cast<std::size_t>(first) : 0;
      body(Chunk{args, frame, octave, first, std::min(kChunk, args.term_count - first)},
           s.table + at * 2 * kShortRun);
    }
  }

  static int Width(int columns) { return (columns + kBlock - 1) / kBlock * kBlock; }

  static void Prepare(const HillArgs& args, const Frame& frame, const Tile& tile, State& state) {
    const HillScratch s = state.scratch;
    state.summed_rows = 0;
    const int width = Width(tile.columns);
    int64_t i = Reduce(tile.first_column, frame.wrap[0]);
    for (int k = 0; k < width; ++k) {
      s.column_index[k] = static_cast<double>(i);
      if (++i == frame.wrap[0]) i = 0;
    }
    if (!s.keeps_table) return;
    for (std::size_t o = 0; o < args.octaves.size(); ++o)
      ForChunks(args, frame, o, s, [&](const Chunk& chunk, float* table) {
        MakePhases(chunk, s.phases);
        MakeTable(s.column_index, width, chunk.count, *s.phases, table);
      });
  }

  // Fills s.wave_sums with an octave, for the batch of rows that starts at `row`.
  static void SumWaves(const HillArgs& args, const Frame& frame, std::size_t octave, int64_t row,
                       int width, const HillScratch& s) {
    const auto axes = SlopeAxes(frame, args.dimensions);
    ForChunks(args, frame, octave, s, [&](const Chunk& chunk, float* table) {
      MakePhases(chunk, s.phases);
      if (!s.keeps_table) MakeTable(s.column_index, width, chunk.count, *s.phases, table);
      for (int r = 0; r < s.rows; r += kGroupRows) {
        for (int q = 0; q < kGroupRows; ++q)
          MakeFactors<kSlopes>(chunk, axes, *s.phases, Reduce(row + r + q, frame.wrap[1]),
                               s.factors + q * kOutputs * 2 * kChunk);
        for (int block = 0; block < width; block += kBlock)
          AddTerms<kGroupRows * kOutputs>(table + 2 * block * chunk.count, s.factors, chunk.count,
                                          chunk.first == 0,
                                          s.wave_sums + r * kOutputs * kShortRun + block);
      }
    });
  }

  static HillSums SumsOf(const HillArgs& args, const HillScratch& s, int row) {
    float* const begin = s.sums + row * (kOutputs + 1) * kShortRun;
    const bool is_uniform = args.quantile.type == DistributionType::kUniform;
    HillSums sums{begin, is_uniform ? nullptr : begin + kShortRun, {}};
    for (int b = 0; b < kSlopes; ++b) sums.slope[b] = begin + (b + 2) * kShortRun;
    return sums;
  }

  // Fills s.sums for the batch of rows that starts at `row`.
  static void MakeRows(const HillArgs& args, const Frame& frame, int64_t row, int width,
                       const HillScratch& s) {
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      SumWaves(args, frame, o, row, width, s);
      for (int r = 0; r < s.rows; ++r) {
        const float* const wave_sums = s.wave_sums + r * kOutputs * kShortRun;
        const HillSums sums = SumsOf(args, s, r);
        ForVectors(width, [&](int k) {
          Jet<kSlopes> z;
          z.v = hn::Load(F32(), wave_sums + k);
          for (int b = 0; b < kSlopes; ++b)
            z.g[b] = hn::Load(F32(), wave_sums + (b + 1) * kShortRun + k);
          AddFlattened(args.octaves[o], z, o == 0, sums, k);
        });
      }
    }
  }

  // Returns j, or 0 if all rows are the same because no axis depends on the row.
  static int64_t RowOf(const HillArgs& args, const Frame& frame, int64_t j) {
    const double* const end = frame.row + args.dimensions;
    return std::all_of(frame.row, end, [](double step) { return step == 0; }) ? 0 : j;
  }

  static HWY_INLINE void Run(const HillArgs& args, const Frame& frame, const cobble::Run& run,
                             State& state, const Slot& slot) {
    const HillScratch s = state.scratch;  // a copy, so that stores of samples cannot alias it
    const int64_t row = RowOf(args, frame, run.j);
    if (row < state.first_row || row - state.first_row >= state.summed_rows) {
      MakeRows(args, frame, row, Width(run.n), s);
      state.first_row = row;
      state.summed_rows = s.rows;
    }
    ApplyQuantile(args.quantile, run.n, SumsOf(args, s, static_cast<int>(row - state.first_row)),
                  slot);
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
