// Finds the kernels of waves that a run of samples needs, and keeps them for later runs.
#pragma once

#include <array>
#include <cstdint>

#include "noise/kernel.h"
#include "noise/sampling/scratch.h"
#include "noise/waves/waves.h"

namespace cobble {

// A kernel of a cell. Real: float for samples, double for the directions of other kernels.
template <typename Real>
struct WaveKernel {
  Real point[2];  // in the cell, from its lower corner
  Real phase;     // at the point, in turns
  Real turns[2];  // of the wave per cell
  // The wave's slope in radians per cell, divided by kWindowSlope: the sine's factor in the
  // cosine's slope, and the cosine's factor in the sine's slope.
  Real of_sin[2], of_cos[2];
  Real weight;      // 0..1
  bool has_weight;  // whether it is above 0
};

struct WaveCell {
  // kLeftOut: has no direction, since no sample has needed it. kListed: was listed as missing.
  enum State : uint8_t { kNew, kLeftOut, kListed };

  WaveKernel<float> narrow;
  WaveKernel<double> wide;
  State state;

  // In: turns per cell along x and y.
  void SetWave(const std::array<double, 2>& turns, double weight);
};

// A rectangle of an octave's cells, column by column. Cells that are a period apart are the same.
struct WaveWindow {
  int64_t low[2] = {0, 0};  // the first cell
  int size[2] = {0, 0};
  const WaveCell** cells = nullptr;
  bool is_complete = false;  // whether no cell was left out
  uint32_t edition = 0;      // changes when a cell that was left out is listed

  const WaveCell* const* At(int column, int row) const { return cells + column * size[1] + row; }
  bool Contains(const WaveWindow& other) const;
};

// A position in an octave's window.
struct WavePlace {
  int cell[2];         // column and row
  double fraction[2];  // of the cell
};

// The known cells, by octave and place. There is room for any run's cells. If the next run does not
// fit, all are forgotten.
class WaveCells {
 public:
  WaveCells(const WaveArgs& args, Scratch* memory);

  const WaveWindow& window(std::size_t octave) const { return windows_[octave]; }
  // Returns a number that changes when all cells are forgotten. Pointers to cells are then invalid.
  uint32_t generation() const { return generation_; }

  // Moves the windows to the cells that n samples depend on. Returns false if these do not fit,
  // never for a single sample.
  bool MoveTo(const double* x, const double* y, int n);

  // A cell whose direction is not known yet.
  struct Missing {
    int32_t index;
    int64_t place[2];  // in the window
  };
  // Lists the cells of an octave that the samples of the last MoveTo were the first to need.
  const Missing* missing(std::size_t octave) const { return missing_[octave]; }
  int missing_count(std::size_t octave) const { return missing_counts_[octave]; }

  std::array<double, 2> PointOf(std::size_t octave, const Missing& cell) const;
  WaveCell& Cell(const Missing& cell) { return cells_[cell.index]; }
  // Returns the hash accumulator of a cell, from which its point and phase come.
  uint32_t AccumulatorOf(std::size_t octave, const Missing& cell) const;
  // Returns how many periods a cell's place is from the place where its point is sampled.
  std::array<int64_t, 2> PeriodsOf(std::size_t octave, const Missing& cell) const;
  // Returns the place of a position in an octave's window. In: periods of the octave, added to it.
  WavePlace PlaceOf(std::size_t octave, const std::array<double, 2>& position,
                    const std::array<int64_t, 2>& periods) const;

 private:
  struct Key {
    int64_t place[2];
    int32_t octave;
    int32_t index;        // in cells_
    uint32_t generation;  // valid if it is the current one
  };

  void SetWindows(const double* const* positions, int n, WaveWindow* windows) const;
  void Fill(std::size_t octave);
  // In: the samples of MoveTo; the missing cells of finer octaves.
  void ListMissing(std::size_t octave, const double* const* positions, int n);
  // Sets reaches_: which cells reach a sample or the point of a finer octave's missing cell.
  void MarkReaching(std::size_t octave, const double* const* positions, int n);
  void MarkAround(std::size_t octave, const WavePlace& place);
  // Returns a cell; adds it if it is not known.
  const WaveCell* Find(std::size_t octave, int64_t x, int64_t y);
  uint32_t AccumulatorAt(std::size_t octave, const int64_t* place) const;
  void MakeKernel(std::size_t octave, const int64_t* place, WaveCell* cell) const;

  const WaveArgs* args_;
  std::size_t octaves_;
  std::array<int, kMaxOctaves> capacity_{};  // of the windows
  int room_ = 0;                             // of cells_
  WaveWindow windows_[kMaxOctaves];
  Missing* missing_[kMaxOctaves];
  std::array<int, kMaxOctaves> missing_counts_{};
  bool* reaches_;  // by cell of a window
  WaveCell* cells_;
  int count_ = 0;  // of cells_
  Key* keys_;      // an open-addressing hash table
  uint32_t key_mask_ = 0, generation_ = 1;
};

}  // namespace cobble
