// The filters of PNG, which turn a row into what deflate can compress: each byte less its
// prediction from bytes that come before it.
#ifndef COBBLE_OUTPUT_PNG_FILTER_H_
#define COBBLE_OUTPUT_PNG_FILTER_H_

#include <cstddef>
#include <cstdint>

namespace cobble {

enum class PngFilter : uint8_t { kSub = 1, kUp = 2, kPaeth = 4 };  // the numbers are PNG's
inline constexpr std::size_t kMaxFilters = 5;                      // of which two are not used

// Filters a row of `size` bytes, `pixel` of them a pixel; size >= pixel. `above` (not for kSub)
// is the row before, unfiltered. Writes `size` bytes at `out`, which overlaps neither.
using FilterRow = void (*)(const uint8_t* row, const uint8_t* above, std::size_t size,
                           std::size_t pixel, uint8_t* out);

FilterRow SelectFilter(PngFilter filter, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_PNG_FILTER_H_
