// The functions of erosion that are compiled once per SIMD target.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "noise/kernel.h"
#include "noise/waves/cells.h"
#include "noise/waves/erosion.h"
#include "noise/waves/tables.h"

namespace cobble {

struct ErosionFunctions {
  // Computes samples first .. end - 1 of a run; may write up to the end of a vector. In: cells,
  // with windows that hold the samples' cells; position, x and y; tables of these args.
  void (*samples)(const ErosionArgs& args, const WaveCells& cells, WaveTables& tables,
                  const double* const* position, int first, int end, const Slot& source,
                  const Slot& to) noexcept;
  // Returns the slope along x and y of what octaves before `octave` add to the height at a
  // position. In: the source's value and slope there; periods, added to the place of its cell to
  // find it in the windows.
  std::array<double, 2> (*added_slope)(const ErosionArgs& args, const WaveCells& cells,
                                       std::size_t octave, const std::array<double, 2>& position,
                                       const std::array<int64_t, 2>& periods, double value,
                                       const std::array<double, 2>& slope) noexcept;
};

ErosionFunctions SelectErosion(const ErosionArgs& args);

}  // namespace cobble
