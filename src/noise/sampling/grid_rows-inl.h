// The sliding window of lattice rows that a grid kernel keeps around the current row of samples.
#pragma once

#include <algorithm>

#include "noise/sampling/split-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// `index` is the lattice index of the window's middle row.
struct RowWindow {
  int32_t index;
  bool is_valid;  // false until the first MoveRows
};

// Centres the window, 2 reach + 1 rows in ascending order, on lattice row `index`. Calls make(row,
// lattice_index) for new rows: only one after a step up by one. Returns whether the window moved.
template <class Row, class Make>
HWY_INLINE bool MoveRows(RowWindow& window, int32_t index, int64_t period, Row* rows, int reach,
                         const Make& make) {
  if (window.is_valid && index == window.index) return false;
  const bool is_next = window.is_valid && index == NextIndex(window.index, period);
  const int count = 2 * reach + 1;
  if (is_next) std::rotate(rows, rows + 1, rows + count);
  for (int row = is_next ? count - 1 : 0; row < count; ++row)
    make(rows[row], ShiftIndex(index, row - reach, period));
  window = {index, true};
  return true;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
