// The contract between the noise kernels and the rest of the program: sample positions (Frame), a
// part of a row (Run), output arrays (Slot) and the functions that fill them (Kernel).
//
// Guarantees: a sample is a pure function of the recipe and the pixel index (or point). It is
// bit-identical for every order, length and number of runs, every tile and every SIMD level.
// Kernels are noexcept and do not allocate; the caller provides their memory as `scratch`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cobble {

inline constexpr int kRunLength = 1024;  // maximum samples per run
inline constexpr int kShortRun = 256;    // the same for kernels that gain little from longer runs
inline constexpr int kPad = 16;          // buffers of samples are padded to a multiple of this
inline constexpr int kMaxOctaves = 32;
inline constexpr std::size_t kAlign = 64;  // bytes; alignment of every buffer and scratch

// Returns n rounded up to a multiple of kPad.
template <typename Int>
constexpr Int Padded(Int n) {
  return (n + kPad - 1) / kPad * kPad;
}

// Returns k mod m, in 0 .. m - 1, or k itself if m is 0.
constexpr int64_t Reduce(int64_t k, int64_t m) { return m == 0 ? k : (k % m + m) % m; }

// The sample positions of a step, in the step's coordinates q = L P + t (recipe units, double).
//   kGrid and kAffine: pixel (i, j) is at q = (origin + j * row) + i * column, added in this order.
//   kGrid: one axis depends on i only, at most one other on j only (grid_axes.h).
//   kPoints: q holds the positions of the current run's samples.
struct Frame {
  enum Kind { kGrid, kAffine, kPoints };
  Kind kind = kGrid;
  double origin[3] = {0, 0, 0};
  double row[3] = {0, 0, 0};
  double column[3] = {0, 0, 0};
  int64_t wrap[2] = {0, 0};  // tiled: i and j are first reduced modulo these; 0 = not tiled
  const double* q[3] = {nullptr, nullptr, nullptr};  // kPoints only; padded like Slot
};

// The columns covered by every run between two calls of `prepare`.
struct Tile {
  int64_t first_column = 0;
  int columns = 0;  // at most the kernel's max_columns on grids, kShortRun on affine frames
};

// Part of one row: pixels (i .. i + n - 1, j), or the n points of a kPoints frame. On grids and
// affine frames a run spans the tile's whole width.
struct Run {
  int64_t i = 0, j = 0;
  int n = 0;
};

// The output arrays: the run's samples rounded up to kPad, plus kPad floats, aligned to kAlign. The
// arguments say how many slopes are written, from slope[0] on; an unused slope[a] is null.
//   kGrid: 0 or 2 slopes, with respect to P's x and y. Octave::slope_scale[0] is for the column's
//     axis (P's x), slope_scale[1] for the row's axis (P's y), or 0 if no axis depends on the row.
//   kAffine and kPoints: 0 slopes or one per dimension, with respect to q, times slope_scale[axis].
struct Slot {
  float* value = nullptr;
  float* slope[3] = {nullptr, nullptr, nullptr};
};

// How positions repeat in a tiled picture, by axis: if period > 0, a coordinate q becomes
// q - period * floor((q - middle) / period + 0.5).
struct Repetition {
  double middle[3] = {};
  double period[3] = {};
};

struct Octave {
  uint32_t seed = 0;              // initial hash accumulator
  double frequency[3] = {};       // cells per unit of q, by axis
  double scatter[3] = {};         // shift of the lattice: c = q * frequency + scatter, in cells
  int64_t period[3] = {0, 0, 0};  // in lattice cells; 0 = not tiled
  float amplitude = 1;            // weight in the sum; all octaves' weights add up to 1
  float slope_scale[3] = {};      // amplitude * frequency * the frame's scale; see Slot
};

// What the arguments of all noises have.
struct NoiseArgs {
  int dimensions = 2;
  int slopes = 0;  // number of slopes written: see Slot
  std::vector<Octave> octaves;
};

// The functions of one noise. `args` points to the arguments of the noise family (LatticeArgs, for
// example) and must stay valid until the last call. SelectLattice(args, kind, simd_target) and its
// siblings return the kernel for frames of `kind` at a SIMD level (SimdLevel::target).
struct Kernel {
  // Bytes of scratch per worker, for tiles of at most `columns` columns.
  std::size_t (*scratch_bytes)(const void* args, const Frame& frame, int columns) noexcept;
  // Called before the first run of each tile; with a kPoints frame, once before the first run.
  void (*prepare)(const void* args, const Frame& frame, const Tile& tile, void* scratch) noexcept;
  // Rows of a tile should come in ascending order of j; other orders are slower but bit-identical.
  void (*run)(const void* args, const Frame& frame, const Run& run, void* scratch,
              const Slot& slot) noexcept;
  int max_columns = kShortRun;
};

}  // namespace cobble
