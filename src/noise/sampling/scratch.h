// Carves a kernel's scratch into aligned arrays. The same code, run over no memory, counts the
// bytes that it takes.
#ifndef COBBLE_NOISE_SAMPLING_SCRATCH_H_
#define COBBLE_NOISE_SAMPLING_SCRATCH_H_

#include <cstddef>

#include "noise/kernel.h"

namespace cobble {

class Scratch {
 public:
  explicit Scratch(void* memory) : memory_(static_cast<std::byte*>(memory)) {}

  // The next array of `count` elements, aligned to kAlign; null while counting.
  template <typename T>
  T* Take(std::size_t count) {
    const std::size_t at = used_;
    used_ = (used_ + count * sizeof(T) + kAlign - 1) / kAlign * kAlign;
    return memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + at);
  }

  std::size_t used() const { return used_; }

 private:
  std::byte* memory_;
  std::size_t used_ = 0;
};

// Calls lay_out(record, k) for `count` records that Scratch::Take has returned; while counting, for
// as many that are thrown away. For records that themselves point to arrays in the scratch.
template <typename Record, typename LayOut>
void ForRecords(Record* records, std::size_t count, const LayOut& lay_out) {
  for (std::size_t k = 0; k < count; ++k) {
    Record thrown_away{};
    lay_out(records == nullptr ? thrown_away : records[k], k);
  }
}

}  // namespace cobble

#endif  // COBBLE_NOISE_SAMPLING_SCRATCH_H_
