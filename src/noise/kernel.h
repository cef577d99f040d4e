// The whole contract between the noises and the rest: where a step samples (Frame), which piece of
// a row (Run), where results go (Slot), and what computes them (Kernel).
//
// Promises: a sample is a pure function of recipe and index (or point); the order, length and
// number of runs, the tile and the SIMD level never change a bit of it. Kernels are noexcept and
// allocate nothing; their memory is `scratch`, handed over by the caller.
#ifndef COBBLE_NOISE_KERNEL_H_
#define COBBLE_NOISE_KERNEL_H_

#include <cstddef>
#include <cstdint>

namespace cobble {

inline constexpr int kRunLength = 1024;  // samples in a run, at most
inline constexpr int kShortRun = 256;    // where a run's cost does not fall much with its length
inline constexpr int kPad = 16;          // rows of samples are readable and writable up to this
inline constexpr int kMaxOctaves = 32;
inline constexpr std::size_t kAlign = 64;  // bytes, of every buffer and scratch

// Where a step samples, in the step's own positions q = L P + t (recipe units, double).
// kGrid and kAffine: q = (origin + j * row) + i * column, in this order, for the pixel (i, j).
// kGrid: one axis has a column part, at most one other a row part, none both (grid_axes.h).
// kPoints: q is given, for the samples of the present run.
struct Frame {
  enum Kind { kGrid, kAffine, kPoints };
  Kind kind = kGrid;
  double origin[3] = {0, 0, 0};
  double row[3] = {0, 0, 0};
  double column[3] = {0, 0, 0};
  int64_t wrap[2] = {0, 0};  // tiled: i and j are first reduced modulo these; 0: not tiled
  const double* q[3] = {nullptr, nullptr, nullptr};  // kPoints only; kRunLength doubles each
};

// The pixels that the runs between two calls of `prepare` come from.
struct Tile {
  int64_t first_column = 0;
  int columns = 0;  // at most the kernel's max_columns on grids, kShortRun on affine frames
};

// A piece of one row: pixels (i .. i + n - 1, j), or the n points of a kPoints frame. On grids and
// affine frames it is the whole width of the tile.
struct Run {
  int64_t i = 0, j = 0;
  int n = 0;
};

// Where results go: kRunLength + kPad floats each, aligned to kAlign. A kernel's arguments say how
// many slopes it writes, from slope[0] on; slope[a] is null where nobody wants it.
// kGrid: 0 or 2, with respect to P's x and y. Octave::slope_scale[0] belongs to the axis that
// depends on the column (P's x), slope_scale[1] to the one that depends on the row (P's y) and is 0
// where there is none.
// kAffine and kPoints: 0 or the number of dimensions, with respect to q times slope_scale;
// slope_scale[a] belongs to axis a.
struct Slot {
  float* value = nullptr;
  float* slope[3] = {nullptr, nullptr, nullptr};
};

// What each octave of a noise needs to know of itself.
struct Octave {
  uint32_t seed = 0;              // the accumulator it starts from
  double frequency[3] = {};       // lattice cells a unit of q, by axis
  int64_t period[3] = {0, 0, 0};  // in lattice cells; 0: not tiled
  float amplitude = 1;            // of its share in the sum; all shares add up to 1
  float slope_scale[3] = {};      // amplitude * frequency * the frame's own scale; see Slot
};

// A noise ready to run. `args` is the family's own structure, alive as long as the kernel is used.
struct Kernel {
  // Bytes of scratch that one worker needs, for tiles of at most `columns` columns.
  std::size_t (*scratch_bytes)(const void* args, const Frame& frame, int columns) noexcept;
  // Called before the first run of a tile (and before the first run at all of a kPoints frame).
  void (*prepare)(const void* args, const Frame& frame, const Tile& tile, void* scratch) noexcept;
  // Rows of a tile come in rising order of j (a matter of speed, not of bits).
  void (*run)(const void* args, const Frame& frame, const Run& run, void* scratch,
              const Slot& slot) noexcept;
  // The widest tile of a grid.
  int max_columns = kShortRun;
};

}  // namespace cobble

#endif  // COBBLE_NOISE_KERNEL_H_
