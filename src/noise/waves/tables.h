// What rows of samples at the same x share, kept from one row of a tile to the next: which kernels
// reach which vectors, and the sines and cosines of phases along x. Filled by samples-inl.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "noise/kernel.h"
#include "noise/sampling/scratch.h"
#include "noise/waves/cells.h"

namespace cobble {

struct WaveTables {
  // Rows of cells whose kernels reach a row of samples.
  static constexpr int kCellRows = 3;
  // Limits: cells along x, and the columns of cells that vectors of samples meet, on average.
  static constexpr int kMaxCells = 128, kMaxMet = 5;
  // Vectors of fewer lanes get no tables.
  static constexpr int kMinLanes = 4;

  // A kernel that reaches samples of a vector, and where its numbers are.
  struct Reaching {
    const WaveKernel<float>* kernel;
    int32_t along_x, along_y;  // in the octave's arrays; in those along y, of kPoint
  };

  struct Vector {
    int first, count;  // of the window's columns, around the samples
    int entry;         // of the first column; those of the others follow
    int begin, end;    // in reaching
  };

  // The numbers of a row of cells, along y: an array each, by column of the window.
  enum AlongY {
    kPoint,
    kMinusTurns,
    kMinusPhase,
    kWeight,
    // At the samples' row: y from the kernel, 1 - 0.64 y^2, weighted sine and cosine of the phase.
    kY,
    kLeft,
    kMinusSin,
    kCos,
    kMinusCos,
    kAlongY
  };

  struct CellRow {
    bool is_known;
    int64_t place;
  };

  struct Octave {
    bool is_known;
    bool fits;  // the limits above
    int64_t low;
    int size;          // of the window along x
    uint32_t edition;  // of the window
    Vector* vectors;
    float *fraction, *from_first;  // by sample: WavePlaces along x

    CellRow rows[kCellRows];  // a row's place modulo 3 is its index
    float* along_y;           // by index of the row, AlongY and column
    // By index and entry, three vectors each: x from the kernel, and the sine and minus the cosine
    // of the phase along x.
    float* along_x;

    // The kernels that reach samples in this part of a cell's height.
    int64_t height;
    Reaching* reaching;

    float* Row(int index, AlongY what) const {
      return along_y + std::ptrdiff_t{index * kAlongY + what} * kMaxCells;
    }
  };

  WaveTables(std::size_t octave_count, int columns, Scratch* memory) : samples(Padded(columns)) {
    const auto count = static_cast<std::size_t>(samples);
    x = memory->Take<double>(count);
    for (std::size_t o = 0; o < octave_count; ++o) {
      Octave& octave = octaves[o];
      octave.vectors = memory->Take<Vector>(count / kMinLanes);
      octave.fraction = memory->Take<float>(count);
      octave.from_first = memory->Take<float>(count);
      octave.along_y = memory->Take<float>(std::size_t{kCellRows} * kAlongY * kMaxCells);
      octave.along_x = memory->Take<float>(kCellRows * 3 * kMaxMet * count);
      octave.reaching = memory->Take<Reaching>(kCellRows * kMaxMet * count / kMinLanes);
    }
  }

  int samples;  // maximum
  double* x;    // of the samples
  int n = 0;
  bool was_same = false;    // whether the last row had the x of the one before
  uint32_t generation = 0;  // of the cells
  Octave octaves[kMaxOctaves] = {};
};

}  // namespace cobble
