// Filters a band of a PNG for DEFLATE. The filter and the compression method are chosen from a
// sample of its rows, so they depend only on the band's bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/band_sink.h"
#include "output/deflate/deflate.h"

namespace cobble {

// PNG filters replace each byte with its difference from a prediction to compress better.
enum class PngFilter : uint8_t { kSub = 1, kUp = 2, kPaeth = 4 };  // the numbers are PNG's
inline constexpr std::size_t kMaxFilters = 5;  // defined by PNG; cobble uses three

// Filters a row of `size` bytes, `pixel` bytes per pixel; size >= pixel. `above` is the previous
// row, unfiltered (unused by kSub). Writes `size` bytes to `out`, which overlaps neither row.
using FilterRow = void (*)(const uint8_t* row, const uint8_t* above, std::size_t size,
                           std::size_t pixel, uint8_t* out);

FilterRow SelectFilter(PngFilter filter, int64_t simd_target);

struct StripCoding {
  PngFilter filter = PngFilter::kPaeth;
  DeflateSettings settings{};
};

class StripFilters {
 public:
  StripFilters(const RowFormat& format, std::size_t row_bytes, int64_t simd_target);

  // Chooses a band's filter and compression. `filtered` is scratch memory for all filtered rows.
  StripCoding Choose(const Band& band, Deflater& deflater, uint8_t* filtered) const noexcept;

  // Writes `rows` filtered rows, each after its filter type byte. Returns a pointer past them.
  uint8_t* Run(const Band& band, int64_t first, int64_t rows, PngFilter filter,
               uint8_t* out) const noexcept;

 private:
  std::size_t row_bytes_, pixel_;
  MatchGrids grids_;
  std::array<FilterRow, kMaxFilters> filters_;  // by filter type
};

}  // namespace cobble
