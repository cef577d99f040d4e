// Tests of what Halved refuses.
#include <doctest/doctest.h>

#include <cstdint>

#include "stores/level_mean.h"
#include "unit/output/files.h"
#include "unit/stores/mean_pixels.h"

namespace cobble {
namespace {

TEST_CASE("pixels that do not fit are errors") {
  const auto error = [](const ChunkPixels& pixels, PixelKind kind) {
    return ErrorOf([&] { Halved(pixels, {.kind = kind}); });
  };
  const ChunkPixels good = Pixels<uint8_t>(2, 1, 3, {1, 2, 3, 4, 5, 6});
  CHECK(error(good, PixelKind::kNormal) == "none");

  ChunkPixels bad = good;
  bad.samples.pop_back();
  CHECK(error(bad, PixelKind::kScalars) == "2 pixels: of size 2 x 1 cannot be 5 bytes");
  bad = good;
  bad.width = 0;
  CHECK(error(bad, PixelKind::kScalars) == "2 pixels: of size 0 x 1 cannot be 6 bytes");
  bad = good;
  bad.bits = 32;
  CHECK(error(bad, PixelKind::kScalars) ==
        "2 pixels: must be integers of 8 or 16 bits or floats of 32 bits, got 32 bits");
  bad.is_float = true;
  bad.bits = 16;
  CHECK(error(bad, PixelKind::kScalars) ==
        "2 pixels: must be integers of 8 or 16 bits or floats of 32 bits, got 16 bits");
  bad = good;
  bad.channels = 0;
  CHECK(error(bad, PixelKind::kScalars) == "2 pixels: have a wrong number of channels, 0");
  bad = Pixels<uint8_t>(3, 1, 2, {1, 2, 3, 4, 5, 6});
  CHECK(error(bad, PixelKind::kScalars) == "none");
  CHECK(error(bad, PixelKind::kNormal) == "2 pixels: have a wrong number of channels, 2");
  CHECK(ErrorOf([] {
          Halved(Pixels<uint8_t>(1, 1, 3, {1, 2, 3}),
                 {.kind = PixelKind::kNormal, .normal_channel = 1});
        }) == "2 pixels: have no normal at channel 1");
  CHECK(error(bad, PixelKind::kCode) == "2 pixels: have a wrong number of channels, 2");
  CHECK(error(Pixels<uint16_t>(1, 1, 3, {1, 2, 3}), PixelKind::kCode) ==
        "2 pixels: must have 8 bits if they encode elevations");
  bad = good;
  bad.width = bad.height = int64_t{1} << 40;
  CHECK(error(bad, PixelKind::kScalars) == "4 a size is too large for this machine");
}

}  // namespace
}  // namespace cobble
