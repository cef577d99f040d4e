// An array of floats, aligned for SIMD.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include "noise/kernel.h"

namespace cobble {

struct AlignedFloatsDelete {
  void operator()(float* floats) const { ::operator delete[](floats, std::align_val_t{kAlign}); }
};
using AlignedFloats = std::unique_ptr<float[], AlignedFloatsDelete>;

// Returns `count` zeros, aligned to kAlign. Throws std::bad_alloc.
inline AlignedFloats MakeAlignedFloats(std::size_t count) {
  return AlignedFloats(new (std::align_val_t{kAlign}) float[count]());
}

}  // namespace cobble
