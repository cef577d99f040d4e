// PNG filters, which replace each byte with its difference from a prediction to compress better.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cobble {

enum class PngFilter : uint8_t { kSub = 1, kUp = 2, kPaeth = 4 };  // the numbers are PNG's
inline constexpr std::size_t kMaxFilters = 5;  // defined by PNG; cobble uses three

// Filters a row of `size` bytes, `pixel` bytes per pixel; size >= pixel. `above` is the previous
// row, unfiltered (unused by kSub). Writes `size` bytes to `out`, which overlaps neither row.
using FilterRow = void (*)(const uint8_t* row, const uint8_t* above, std::size_t size,
                           std::size_t pixel, uint8_t* out);

FilterRow SelectFilter(PngFilter filter, int64_t simd_target);

}  // namespace cobble
