// Makes images of random pixels.
#include "support/random/test_image.h"

#include <map>
#include <random>
#include <string>
#include <utility>

#include "recipe/images/images.h"

namespace cobble::test {

std::shared_ptr<const SourceImage> TestImage(int64_t width, int64_t height, int channels,
                                             bool is_srgb) {
  std::mt19937 random(static_cast<uint32_t>(width * 1000 + height * 10 + channels));
  Image pixels{width, height, channels, {}};
  for (int64_t k = 0; k < width * height * channels; ++k)
    pixels.samples.push_back(static_cast<float>(random() >> 8) / 0xffffff);
  return std::make_shared<const SourceImage>(std::move(pixels), is_srgb);
}

void AttachTestImages(Recipe* recipe) {
  static const std::map<std::string, std::shared_ptr<const SourceImage>> images{
      {"a", TestImage(7, 5, 4, true)}, {"b", TestImage(16, 16, 1)}};
  static const auto other = TestImage(3, 2, 3);
  for (const std::string& name : ImageNames(*recipe)) {
    const auto found = images.find(name);
    recipe->images[name] = found == images.end() ? other : found->second;
  }
}

}  // namespace cobble::test
