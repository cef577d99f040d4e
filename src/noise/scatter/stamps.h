// Stamps: discs at the feature points of 2D Voronoi noise, each with an angle, a size, a height and
// a rank from hashes. Finds the samples of a run that are inside stamps, says where to sample a
// stamp's source for them, and combines overlapping stamps.
//
// A sample depends on its position alone: in any run, the stamps around it are visited in the order
// of their cells (x, then y) and numbers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "noise/kernel.h"
#include "noise/sampling/batches.h"
#include "noise/sampling/scratch.h"

namespace cobble {

// A stamp's own coordinates: its edge is kStampEdge from its middle, and z is id * kStampDepth.
inline constexpr double kStampEdge = 0.5, kStampDepth = 1000;

struct StampArgs {
  enum Overlap { kMax, kAdd, kOver };
  enum Function { kHeight, kId };

  struct Output {
    Overlap overlap = kMax;
    Function function = kHeight;
    float min_value = 0;  // a stamp is absent where its value is not above it, or below -it
  };

  Octave octave;                 // of the cells
  double jitter = 1;             // 0..1
  double radius = 0.5;           // of the largest stamp, in cells; at most kMaxStampRadius
  double density = 1;            // mean number of stamps per cell, 0..2
  double turns = 1;              // range of angles
  std::array<double, 2> size;    // range of factors of the radius, at most 1
  std::array<double, 2> height;  // range of factors of the value
  int64_t simd_target = 0;
  std::vector<Output> outputs;
};

inline constexpr double kMaxStampRadius = 2;

struct Stamp {
  double middle[2];   // in cells, from the lower corner of a cell
  double square;      // of the radius, in cells
  double cos, sin;    // of the angle, times local units per cell
  double depth;       // local z
  float slope[2][2];  // height * d local[i] / d position[a]
  float height, id;
  int32_t rank;  // a higher one lies on top
};

// --- The functions that are compiled once per SIMD target. All arrays are padded to kPad, and
// functions may write up to there; `pairs` arrays have kPad elements more. ---

// Pairs of a run's sample and a stamp around it, by stamp.
struct StampPairs {
  int64_t* sample;
  double* offset[2];  // from the middle of the stamp, in cells
};

// Samples of a run that are in one cell, and the smallest and largest of their places in it.
struct StampSegment {
  int end;
  double low[2], high[2];
};

// What is on top at the samples of a run.
struct StampTop {
  float* value;   // kNoStamp: none
  int32_t* rank;  // of the stamp
};
inline constexpr float kNoStamp = -0x1p127f;  // below all values

struct StampFunctions {
  // Splits n positions along an axis into cells and places in them.
  void (*split)(const double* position, double frequency, int n, double* cell,
                double* place) noexcept;
  // Returns the samples from `first` on, before n, that are in the same cell.
  StampSegment (*segment)(const double* const* cell, const double* const* place, int first,
                          int n) noexcept;
  // Appends those of samples first .. end - 1 that are inside a stamp to `count` pairs. Returns the
  // number of pairs. In: the stamp's middle and squared radius.
  int (*add)(const double* const* place, int first, int end, const double* middle, double square,
             const StampPairs& pairs, int count) noexcept;
  // Writes the local positions of pairs first .. end - 1, along the axes that are not null.
  void (*place)(const StampPairs& pairs, int first, int end, const Stamp& stamp,
                double* const* local) noexcept;
  // By overlap and function: combines these pairs' values and slopes with the output.
  void (*combine[3][2])(const StampArgs::Output& output, const StampPairs& pairs, int first,
                        int end, const Stamp& stamp, const Slot& source, const StampTop& top,
                        const Slot& to) noexcept;
};

StampFunctions SelectStamps(const StampArgs& args);

// --- The search ---

// Makes an object that finds stamps for runs of at most `columns` samples. In: args, a StampArgs.
// Its batches are pairs of a sample and a stamp around it, in the stamp's coordinates. Out: slopes
// with respect to the run's positions.
std::shared_ptr<Batches> MakeStampSearch(const void* args, int columns, Scratch* memory);

}  // namespace cobble
