// A band of a PNG on its way to deflate: how its rows are filtered and compressed is chosen by a
// sample of them, so by nothing but the band's own bytes.
#ifndef COBBLE_OUTPUT_PNG_STRIP_H_
#define COBBLE_OUTPUT_PNG_STRIP_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/band_sink.h"
#include "output/deflate.h"
#include "output/png_filter.h"

namespace cobble {

struct StripCoding {
  PngFilter filter = PngFilter::kPaeth;
  DeflatePlan plan{};
};

class StripFilters {
 public:
  // Of rows of `row_bytes`, `pixel` of them a pixel.
  StripFilters(std::size_t row_bytes, std::size_t pixel, int64_t simd_target);

  // Room of `rows` rows in `filtered` and DeflatedBound of that in `packed`, for its use.
  StripCoding Choose(const Band& band, Deflater& deflater, uint8_t* filtered,
                     uint8_t* packed) const noexcept;

  // Writes `rows` filtered rows, each behind its filter's number. Returns what follows them.
  uint8_t* Run(const Band& band, int64_t first, int64_t rows, PngFilter filter,
               uint8_t* out) const noexcept;

 private:
  std::size_t row_bytes_, pixel_;
  std::array<FilterRow, kMaxFilters> filters_;  // by number
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_PNG_STRIP_H_
