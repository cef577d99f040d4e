// Fills, spoils and compares images.
#include "fuzz/c_picture.h"

#include <cstring>
#include <limits>

namespace cobble::test {

void Picture::Fill(Random& random) {
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y)
    for (std::size_t x = 0; x < row; x += sizeof(float)) {
      const float sample = random.Chance(0.001)
                               ? random.OneOf({std::numeric_limits<float>::infinity(),
                                               std::numeric_limits<float>::quiet_NaN(), 1e30f})
                               : static_cast<float>(random.Uniform(-0.1, 1.1));
      std::memcpy(memory.As<std::byte>() + y * stride + x, &sample, sizeof sample);
    }
}

void Picture::Spoil(Random& random) {
  const int64_t number = random.OneOf<int64_t>({0, 1, -1, INT64_MAX, INT64_MIN, 4});
  switch (random.Integer(0, 6)) {
    case 0:
      image.samples = nullptr;
      return;
    case 1:
      image.size -= 1;
      return;
    case 2:
      image.width = number;
      return;
    case 3:
      image.height = number;
      return;
    case 4:
      image.channels = static_cast<int32_t>(number);
      return;
    case 5:
      image.format = static_cast<int32_t>(number);
      return;
    default:
      image.row_stride = static_cast<std::size_t>(number);
      stride = number == 0 ? row : image.row_stride;
  }
}

void Picture::DemandSame(const Picture& dense) const {
  const auto rows = static_cast<std::size_t>(dense.image.height);
  for (std::size_t y = 0; y < rows; ++y) {
    Demand(std::memcmp(memory.data() + y * stride, dense.memory.data() + y * row, row) == 0,
           "a row differs in an image without gaps");
    if (y + 1 < rows)
      Demand(memory.IsUntouched(y * stride + row, stride - row), "a gap is written");
  }
}

}  // namespace cobble::test
