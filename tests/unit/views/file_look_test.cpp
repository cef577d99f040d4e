// Tests how picture files look.
#include "views/file_look.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace cobble {
namespace {

class Samples final : public PictureReader {
 public:
  Samples(int64_t width, int64_t height, const std::vector<std::string>& names,
          std::vector<float> samples, bool is_float)
      : samples_(std::move(samples)) {
    info_.width = width;
    info_.height = height;
    for (const std::string& name : names)
      info_.channels.push_back({.name = name, .is_float = is_float});
    REQUIRE(samples_.size() == static_cast<std::size_t>(width * height) * names.size());
  }

  void ReadRow(std::span<float> row) override {
    std::copy_n(samples_.begin() + at_, row.size(), row.begin());
    at_ += static_cast<std::ptrdiff_t>(row.size());
  }

 private:
  const std::vector<float> samples_;
  std::ptrdiff_t at_ = 0;
};

using Bytes = std::vector<uint8_t>;

Bytes LookAtSamples(const std::vector<std::string>& names, const std::vector<float>& samples,
                    bool is_float = false) {
  const auto width = static_cast<int64_t>(samples.size() / names.size());
  Samples reader(width, 1, names, samples, is_float);
  return LookAtFile(reader, 100, 100).samples;
}

TEST_CASE("channels are shown by their names") {
  CHECK(LookAtSamples({"Y"}, {0, 1}) == Bytes{0, 0, 0, 255, 255, 255});
  CHECK(LookAtSamples({"Y", "A"}, {1, 0.5f}) == Bytes{255, 255, 255});
  CHECK(LookAtSamples({"R", "G", "B"}, {1, 0.5f, 0}) == Bytes{255, 128, 0});
  CHECK(LookAtSamples({"A", "B", "G", "R"}, {1, 0, 0.5f, 1}) == Bytes{255, 128, 0});
  CHECK(LookAtSamples({"R", "G", "B", "A"}, {1, 0.5f, 0, 0}) == Bytes{255, 128, 0});
  CHECK(LookAtSamples({"C1", "C2"}, {1, 0.5f}) == Bytes{255, 128, 0});
  CHECK(LookAtSamples({"height.Y", "normal.X", "normal.Y", "normal.Z"}, {1, 0, 0, 0}) ==
        Bytes{255, 255, 255});
  CHECK(LookAtSamples({"normal.X", "normal.Y", "normal.Z", "height.Y"}, {0, 0.5f, 1, 0}) ==
        Bytes{0, 128, 255});
}

TEST_CASE("floats are linear light, normals, or stretched") {
  CHECK(LookAtSamples({"R", "G", "B"}, {0, 0.21586f, 1}, true) == Bytes{0, 128, 255});
  CHECK(LookAtSamples({"R", "G", "B"}, {-1, 0, 1}, true) == Bytes{0, 128, 255});
  CHECK(LookAtSamples({"R", "G", "B"}, {0.25f, 0.25f, 0.25f}, true) == Bytes{64, 64, 64});
  CHECK(LookAtSamples({"Y"}, {0.25f, 0.5f}, true) == Bytes{64, 64, 64, 128, 128, 128});
  CHECK(LookAtSamples({"Y"}, {-3, 5}, true) == Bytes{0, 0, 0, 255, 255, 255});
}

TEST_CASE("samples that are not finite do not change how others are shown") {
  const std::vector<float> odd{NAN, INFINITY, -INFINITY};
  for (std::size_t k = 0; k < odd.size(); ++k) {
    CAPTURE(k);
    Bytes bytes = LookAtSamples({"Y"}, {odd[k], -3, 1, 5}, true);
    CHECK(Bytes(bytes.begin() + 3, bytes.end()) == Bytes{0, 0, 0, 128, 128, 128, 255, 255, 255});
    CHECK(bytes[0] == (odd[k] > 0 ? 255 : 0));
    bytes = LookAtSamples({"R", "G", "B"}, {odd[k], odd[k], odd[k], 0.5f, 0.5f, 0.5f}, true);
    CHECK(bytes[3] == 128);
  }
  CHECK(LookAtSamples({"Y"}, {NAN, NAN}, true) == Bytes(6));
}

TEST_CASE("a file is reduced to the size of the screen") {
  std::vector<float> samples(600 * 300);
  for (std::size_t k = 0; k < samples.size(); ++k) samples[k] = k % 600 < 300 ? 0.0f : 1.0f;
  Samples reader(600, 300, {"Y"}, samples, false);
  const RgbPicture picture = LookAtFile(reader, 10, 10);
  CHECK(picture.width == 10);
  CHECK(picture.height == 5);
  for (int64_t x = 0; x < 10; ++x) CHECK(picture.Pixel(x, 4)[0] == (x < 5 ? 0 : 255));
}

}  // namespace
}  // namespace cobble
