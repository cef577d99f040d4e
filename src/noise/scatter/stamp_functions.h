// The functions of stamps that are compiled once per SIMD target. All arrays are padded to kPad,
// and functions may write up to there; `pairs` arrays have kPad elements more.
#pragma once

#include <array>
#include <cstdint>

#include "noise/kernel.h"
#include "noise/scatter/stamps.h"

namespace cobble {

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
  // Combines these pairs' values and slopes with the output.
  void (*combine)(const StampArgs& args, const StampPairs& pairs, int first, int end,
                  const Stamp& stamp, const Slot& source, const StampTop& top,
                  const Slot& to) noexcept;
};

StampFunctions SelectStamps(const StampArgs& args);

}  // namespace cobble
