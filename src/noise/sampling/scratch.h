// A bump allocator that carves a kernel's scratch into aligned arrays. Without memory (null) it
// only counts bytes, so the same layout code also computes the size.
#pragma once

#include <cstddef>
#include <cstdint>

#include "noise/kernel.h"

namespace cobble {

class Scratch {
 public:
  explicit Scratch(void* memory) : memory_(static_cast<std::byte*>(memory)) {}

  // Returns the next array of `count` elements, aligned to kAlign; null while counting.
  template <typename T>
  T* Take(std::size_t count) {
    const auto at = static_cast<std::size_t>(used_);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): elements may be pointers
    used_ = (used_ + uint64_t{count} * sizeof(T) + kAlign - 1) / kAlign * kAlign;
    return memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + at);
  }

  uint64_t used() const { return used_; }

 private:
  std::byte* memory_;
  uint64_t used_ = 0;  // counts beyond the memory of machines with 32 bits
};

// Calls lay_out(record, k), which takes a record's arrays, for `count` records from Scratch::Take.
// While counting, `records` is null and lay_out receives a dummy record.
template <typename Record, typename LayOut>
void ForRecords(Record* records, std::size_t count, const LayOut& lay_out) {
  for (std::size_t k = 0; k < count; ++k) {
    Record dummy{};
    lay_out(records == nullptr ? dummy : records[k], k);
  }
}

}  // namespace cobble
