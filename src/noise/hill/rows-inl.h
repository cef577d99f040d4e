// Hill noise on grids and affine frames. The phase of a term is the sum of a part that follows the
// column and one that follows the row, so that
//   cos(a + b) = cos a cos b - sin a sin b:
// sines and cosines of the columns' parts are made once a tile, those of the rows' parts once a
// row, and what is left for a sample is two products a term. Some rows are made at once, since then
// a number of the table that is read serves all of them.
#include <algorithm>

#include "noise/hill/distribution-inl.h"
#include "noise/hill/sums-inl.h"
#include "noise/math/sin_turns-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/typed_kernel-inl.h"

#if defined(COBBLE_NOISE_HILL_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_HILL_ROWS_INL_H_
#undef COBBLE_NOISE_HILL_ROWS_INL_H_
#else
#define COBBLE_NOISE_HILL_ROWS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Terms are worked in chunks of so many, columns in blocks of so many.
inline constexpr int kChunk = 64, kBlock = kPad;
// Numbers of the table that a column takes in all terms of all octaves, at most, where the table is
// made once a tile (2 MiB of it). Where they are more it holds one chunk and is made anew for every
// batch of rows, which is then larger.
inline constexpr std::size_t kMaxNumbers = 2048;
inline constexpr int kBatchRows = 16;

// Rows that share the reading of the table.
template <int kSlopes>
inline constexpr int kSharedRows = kSlopes == 0   ? 4
                                   : kSlopes == 2 ? 2
                                                  : 1;

// What of a chunk's terms depends on the frame: turns a column, a row, and at pixel (0, 0).
struct ChunkTurns {
  double column[kChunk], row[kChunk], start[kChunk];
};

struct HillScratch {
  ChunkTurns* turns;
  double* columns;  // the tile's, reduced
  // Sine and cosine of the columns' parts: of each chunk, of each block of columns, of each term
  // kBlock sines, then kBlock cosines.
  float* table;
  float* factors;  // of the sines, then of the cosines: kChunk numbers, of a row and output
  float* waves;    // kShortRun numbers a row and output: value, slopes
  float* sums;     // likewise: below, above, slopes
  bool keeps_table;
  int rows;
};

template <int kSlopes>
HillScratch LayOutHill(const HillArgs& args, Scratch& scratch) {
  const std::size_t numbers = args.octaves.size() * static_cast<std::size_t>(args.terms) * 2;
  HillScratch s;
  s.keeps_table = numbers <= kMaxNumbers;
  s.rows = s.keeps_table ? kSharedRows<kSlopes> : kBatchRows;
  const auto rows = static_cast<std::size_t>(s.rows);
  s.turns = scratch.Take<ChunkTurns>(1);
  s.columns = scratch.Take<double>(kShortRun);
  s.table = scratch.Take<float>((s.keeps_table ? numbers : 2 * kChunk) * kShortRun);
  s.factors = scratch.Take<float>(kSharedRows<kSlopes> * (1 + kSlopes) * 2 * kChunk);
  s.waves = scratch.Take<float>(rows * (1 + kSlopes) * kShortRun);
  s.sums = scratch.Take<float>(rows * (2 + kSlopes) * kShortRun);
  return s;
}

// A piece of an octave's terms.
struct Chunk {
  const HillArgs& args;
  const Frame& frame;
  std::size_t octave;
  int first, count;

  const HillWaves& waves() const { return args.waves[octave]; }
};

HWY_INLINE void MakeTurns(const Chunk& chunk, ChunkTurns* turns) {
  const F64 d;
  const Octave& octave = chunk.args.octaves[chunk.octave];
  for (int t = 0; t < chunk.count; t += static_cast<int>(hn::Lanes(d))) {
    VD column = hn::Zero(d), row = hn::Zero(d);
    VD start = hn::LoadU(d, chunk.waves().offset.data() + chunk.first + t);
    for (int a = 0; a < chunk.args.dimensions; ++a) {
      const VD k = hn::LoadU(d, chunk.waves().k[a].data() + chunk.first + t);
      const auto cells = [&](double q) { return hn::Set(d, q * octave.frequency[a]); };
      column = column + k * cells(chunk.frame.column[a]);
      row = row + k * cells(chunk.frame.row[a]);
      start = start + TurnsOfProduct(k, cells(chunk.frame.origin[a]));
    }
    hn::StoreU(column, d, turns->column + t);
    hn::StoreU(row, d, turns->row + t);
    hn::StoreU(start, d, turns->start + t);
  }
}

// Fills the chunk's table for `width` columns, a multiple of kBlock.
HWY_NOINLINE inline void MakeTable(const double* columns, int width, int terms,
                                   const ChunkTurns& turns, float* table) {
  const F32 d;
  const F64 dd;
  for (int block = 0; block < width; block += kBlock) {
    for (int t = 0; t < terms; ++t, table += 2 * kBlock) {
      const VD step = hn::Set(dd, turns.column[t]);
      ForVectors(kBlock, [&](int k) {
        const double* const at = columns + block + k;
        const VF phase = NarrowHalves([&](int half) {
          const int lane = half * static_cast<int>(hn::Lanes(dd));
          return WithinTurn(TurnsOfProduct(step, hn::LoadU(dd, at + lane)));
        });
        hn::Store(SinTurns(phase), d, table + k);
        hn::Store(CosTurns(phase), d, table + kBlock + k);
      });
    }
  }
}

// The axis that each slope belongs to (Slot in noise/kernel.h).
struct SlopeAxes {
  int axis[3] = {0, 1, 2};

  SlopeAxes(const Frame& frame, int dimensions) {
    if (frame.kind != Frame::kGrid) return;
    const GridAxes axes = GridAxesOf(frame, dimensions);
    axis[0] = axes.column;
    axis[1] = axes.row;
  }
};

// The factors of a row's sines and cosines, for its value and its slopes.
template <int kSlopes>
HWY_NOINLINE void MakeFactors(const Chunk& chunk, const SlopeAxes& axes, const ChunkTurns& turns,
                              int64_t row, float* factors) {
  const F32 d;
  const F64 dd;
  const VD j = hn::Set(dd, static_cast<double>(row));
  const HillWaves& waves = chunk.waves();
  ForVectors(chunk.count, [&](int t) {
    const VF phase = NarrowHalves([&](int half) {
      const int at = t + half * static_cast<int>(hn::Lanes(dd));
      const VD of_row = TurnsOfProduct(hn::LoadU(dd, turns.row + at), j);
      return WithinTurn(of_row + hn::LoadU(dd, turns.start + at));
    });
    const VF sine = SinTurns(phase), cosine = CosTurns(phase);
    const VF amplitude = hn::LoadU(d, waves.amplitude.data() + chunk.first + t);
    hn::Store(hn::Neg(amplitude * sine), d, factors + t);
    hn::Store(amplitude * cosine, d, factors + kChunk + t);
    for (int b = 0; b < kSlopes; ++b) {
      const VF gradient = hn::LoadU(d, waves.gradient[axes.axis[b]].data() + chunk.first + t);
      float* const to = factors + 2 * kChunk * (b + 1);
      hn::Store(hn::Neg(gradient * cosine), d, to + t);
      hn::Store(hn::Neg(gradient * sine), d, to + kChunk + t);
    }
  });
}

// Adds a chunk's terms to kOutputs rows of sums, for one block of columns; in the order of terms.
template <int kOutputs>
HWY_INLINE void AddTerms(const float* HWY_RESTRICT table, const float* HWY_RESTRICT factors,
                         int terms, bool first, float* HWY_RESTRICT sums) {
  const F32 d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32())), kVectors = kBlock / kLanes;
  VF sum[kOutputs][kVectors];
  for (int m = 0; m < kOutputs; ++m)
    for (int v = 0; v < kVectors; ++v)
      sum[m][v] = first ? hn::Zero(d) : hn::Load(d, sums + m * kShortRun + v * kLanes);
  for (int t = 0; t < terms; ++t, table += 2 * kBlock) {
    for (int part = 0; part < 2; ++part) {
      VF wave[kVectors];
      for (int v = 0; v < kVectors; ++v) wave[v] = hn::Load(d, table + part * kBlock + v * kLanes);
      for (int m = 0; m < kOutputs; ++m) {
        const VF factor = Broadcast(factors[(2 * m + part) * kChunk + t]);
        for (int v = 0; v < kVectors; ++v) sum[m][v] = Fma(factor, wave[v], sum[m][v]);
      }
    }
  }
  for (int m = 0; m < kOutputs; ++m)
    for (int v = 0; v < kVectors; ++v) hn::Store(sum[m][v], d, sums + m * kShortRun + v * kLanes);
}

template <int kSlopes>
struct HillRows {
  using Args = HillArgs;
  struct State {
    HillScratch scratch;
    int64_t first_row;  // of those that stand in the scratch's `sums`
    int summed_rows;    // 0: none do yet
  };
  static constexpr int kMaxColumns = kShortRun;
  static constexpr int kOutputs = 1 + kSlopes;
  static constexpr int kShared = kSharedRows<kSlopes>;

  static void LayOut(const HillArgs& args, const Frame&, int, Scratch& scratch, State& state) {
    state.scratch = LayOutHill<kSlopes>(args, scratch);
  }

  // Calls body(chunk, is_first, table) for all chunks of an octave.
  template <class Body>
  static HWY_INLINE void ForChunks(const HillArgs& args, const Frame& frame, std::size_t octave,
                                   const HillScratch& s, const Body& body) {
    const std::size_t before = octave * static_cast<std::size_t>(args.terms);
    for (int first = 0; first < args.terms; first += kChunk) {
      const std::size_t at = s.keeps_table ? before + static_cast<std::size_t>(first) : 0;
      body(Chunk{args, frame, octave, first, std::min(kChunk, args.terms - first)},
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
      s.columns[k] = static_cast<double>(i);
      if (++i == frame.wrap[0]) i = 0;
    }
    if (!s.keeps_table) return;
    for (std::size_t o = 0; o < args.octaves.size(); ++o)
      ForChunks(args, frame, o, s, [&](const Chunk& chunk, float* table) {
        MakeTurns(chunk, s.turns);
        MakeTable(s.columns, width, chunk.count, *s.turns, table);
      });
  }

  // The waves of an octave, for all rows from `row` on.
  static void SumWaves(const HillArgs& args, const Frame& frame, std::size_t octave, int64_t row,
                       int width, const HillScratch& s) {
    const SlopeAxes axes(frame, args.dimensions);
    ForChunks(args, frame, octave, s, [&](const Chunk& chunk, float* table) {
      MakeTurns(chunk, s.turns);
      if (!s.keeps_table) MakeTable(s.columns, width, chunk.count, *s.turns, table);
      for (int r = 0; r < s.rows; r += kShared) {
        for (int own = 0; own < kShared; ++own)
          MakeFactors<kSlopes>(chunk, axes, *s.turns, Reduce(row + r + own, frame.wrap[1]),
                               s.factors + own * kOutputs * 2 * kChunk);
        for (int block = 0; block < width; block += kBlock)
          AddTerms<kShared * kOutputs>(table + 2 * block * chunk.count, s.factors, chunk.count,
                                       chunk.first == 0,
                                       s.waves + r * kOutputs * kShortRun + block);
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

  // The sums of all octaves, for all rows from `row` on.
  static void MakeRows(const HillArgs& args, const Frame& frame, int64_t row, int width,
                       const HillScratch& s) {
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      SumWaves(args, frame, o, row, width, s);
      for (int r = 0; r < s.rows; ++r) {
        const float* const waves = s.waves + r * kOutputs * kShortRun;
        const HillSums sums = SumsOf(args, s, r);
        ForVectors(width, [&](int k) {
          Jet<kSlopes> z;
          z.v = hn::Load(F32(), waves + k);
          for (int b = 0; b < kSlopes; ++b)
            z.g[b] = hn::Load(F32(), waves + (b + 1) * kShortRun + k);
          AddFlattened(args.octaves[o], z, o == 0, sums, k);
        });
      }
    }
  }

  // The row that counts: none does where no axis follows the rows.
  static int64_t RowOf(const HillArgs& args, const Frame& frame, int64_t j) {
    const double* const end = frame.row + args.dimensions;
    return std::all_of(frame.row, end, [](double step) { return step == 0; }) ? 0 : j;
  }

  static HWY_INLINE void Run(const HillArgs& args, const Frame& frame, const cobble::Run& run,
                             State& state, const Slot& slot) {
    const HillScratch s = state.scratch;  // a copy, which stores of samples cannot change
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

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
