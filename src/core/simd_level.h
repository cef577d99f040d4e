// This build's SIMD levels, and which of them this machine can run. Results are bit-identical.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace cobble {

struct SimdLevel {
  std::string_view name;      // "avx3", "avx2", "sse4", "neon", "wasm" or "scalar"
  int64_t target = 0;         // its HWY_* bit
  bool is_supported = false;  // whether this machine can run it
};

// The levels, fastest first. Every machine supports the last one.
const std::vector<SimdLevel>& SimdLevels();

// The levels that cobble has for this kind of processor but this build lacks.
const std::vector<std::string_view>& MissingSimdLevels();

// Returns the level called `name` or, for "auto", the fastest supported one. Null if this build has
// no such level. The caller checks `is_supported`.
const SimdLevel* FindSimdLevel(std::string_view name);

// Like FindSimdLevel, but throws Error kUsage at "simd" if this build has no such level, or this
// machine cannot run it. The hint says how to build a level that is missing.
const SimdLevel& SupportedSimdLevel(std::string_view name);

}  // namespace cobble
