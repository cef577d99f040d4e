// The SIMD levels this build holds kernels for, and which of them this machine runs. Every level
// gives the same bits. (The mapping to Highway's targets is in core/simd_level.cpp.)
#ifndef COBBLE_CORE_SIMD_LEVEL_H_
#define COBBLE_CORE_SIMD_LEVEL_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cobble {

struct SimdLevel {
  std::string_view name;  // "avx3", "avx2", "sse4", "neon" or "scalar"
  int64_t target = 0;     // Highway's bit
  bool runs = false;      // on this machine
};

// Best first. The last one runs everywhere.
const std::vector<SimdLevel>& SimdLevels();

// The level called `name` or, for "auto", the best that runs here. Null: no such level in this
// build. The caller checks `runs`.
const SimdLevel* FindSimdLevel(std::string_view name);

}  // namespace cobble

#endif  // COBBLE_CORE_SIMD_LEVEL_H_
