// The functions of erosion that are compiled once per SIMD target.
#ifndef COBBLE_NOISE_EROSION_KERNELS_H_
#define COBBLE_NOISE_EROSION_KERNELS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "noise/erosion/cells.h"
#include "noise/erosion/erosion.h"
#include "noise/kernel.h"

namespace cobble {

struct ErosionFunctions {
  // Computes samples first .. end - 1 of a run, and may write more, up to the end of a vector. In:
  // cells, with windows that hold their cells; position, x and y.
  void (*samples)(const ErosionArgs& args, const ErosionCells& cells, const double* const* position,
                  int first, int end, const Slot& source, const Slot& to) noexcept;
  // Returns the slope along x and y of what the octaves before `octave` add to the height at a
  // position. In: the source's value and slope there; periods, added to the place of its cell to
  // find it in the windows.
  std::array<double, 2> (*added_slope)(const ErosionArgs& args, const ErosionCells& cells,
                                       std::size_t octave, const std::array<double, 2>& position,
                                       const std::array<int64_t, 2>& periods, double value,
                                       const std::array<double, 2>& slope) noexcept;
};

ErosionFunctions SelectErosion(const ErosionArgs& args);

}  // namespace cobble

#endif  // COBBLE_NOISE_EROSION_KERNELS_H_
