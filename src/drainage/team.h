// How work is shared among threads, which the caller has. The bits do not depend on it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "core/interrupt.h"

namespace cobble::drainage {

// Calls item(k) for k = 0 .. items - 1, in any order, and returns when all are done. An exception
// of one ends the rest.
using ForEach = std::function<void(int items, const std::function<void(int)>& item)>;

// Each piece of work asks whether to go on: see core/interrupt.h.
class Team {
 public:
  Team() : for_each_(&InOrderOf) {}
  explicit Team(ForEach for_each) : for_each_(std::move(for_each)) {}

  void Each(int items, const std::function<void(int)>& item) const {
    CheckInterrupt();
    for_each_(items, [&](int k) {
      CheckInterrupt();
      item(k);
    });
  }
  // Calls rows(block, first, end) for blocks of rows.
  static constexpr int kBlock = 16;
  static int BlocksOf(int side) { return (side + kBlock - 1) / kBlock; }
  template <typename Rows>
  void EachBlock(int side, const Rows& rows) const {
    Each(BlocksOf(side),
         [&](int block) { rows(block, block * kBlock, std::min(side, (block + 1) * kBlock)); });
  }
  template <typename Row>
  void EachRow(int side, const Row& row) const {
    EachBlock(side, [&](int, int first, int end) {
      for (int y = first; y < end; ++y) row(y);
    });
  }

 private:
  static void InOrderOf(int items, const std::function<void(int)>& item) {
    for (int k = 0; k < items; ++k) item(k);
  }

  ForEach for_each_;
};

}  // namespace cobble::drainage
