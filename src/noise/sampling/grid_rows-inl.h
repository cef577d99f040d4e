// The lattice rows that a kernel on grids keeps around the present row of samples.
#include <algorithm>

#include "noise/sampling/split-inl.h"

#if defined(COBBLE_NOISE_SAMPLING_GRID_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_GRID_ROWS_INL_H_
#undef COBBLE_NOISE_SAMPLING_GRID_ROWS_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_GRID_ROWS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Which lattice index the rows lie around, if any yet.
struct RowsPlace {
  int32_t index;
  bool known;
};

// Brings `rows`, the 2 reach + 1 that lie around a lattice index from the lowest up, to those
// around `index`: make(row, its lattice index) makes the new ones. Returns whether any moved.
template <class Row, class Make>
HWY_INLINE bool MoveRows(RowsPlace& place, int32_t index, int64_t period, Row* rows, int reach,
                         const Make& make) {
  if (place.known && index == place.index) return false;
  const bool follows = place.known && index == NextIndex(place.index, period);
  const int count = 2 * reach + 1;
  if (follows) std::rotate(rows, rows + 1, rows + count);
  for (int row = follows ? count - 1 : 0; row < count; ++row)
    make(rows[row], ShiftIndex(index, row - reach, period));
  place = {index, true};
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
