// The presets, each whole: it repeats without a seam, fills its range, and its normals show relief.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

constexpr int64_t kSide = 256;

// The mean difference of the pixels of column (or row) `at` from those before it.
double MeanStep(const Image& image, int64_t at, bool down) {
  const int64_t length = down ? image.width : image.height;
  double sum = 0;
  for (int64_t i = 0; i < length; ++i) {
    const float* here = down ? image.Pixel(i, at) : image.Pixel(at, i);
    const float* before = down ? image.Pixel(i, at - 1) : image.Pixel(at - 1, i);
    for (int k = 0; k < image.channels; ++k) sum += std::abs(here[k] - before[k]);
  }
  return sum / static_cast<double>(length * image.channels);
}

// Two periods side by side: the step from one to the next is like those inside.
void JudgeSeam(const Program& program, Map map, bool down) {
  const Window two{0, 0, down ? kSide : 2 * kSide, down ? 2 * kSide : kSide};
  const Image image = RenderImage(program, map, {.window = two});
  double inside = 0;
  for (int64_t at = 1; at < kSide; ++at) inside = std::max(inside, MeanStep(image, at, down));
  CHECK(MeanStep(image, kSide, down) <= 1.1 * inside);

  const Image next = Crop(image, two.width - kSide, two.height - kSide, kSide, kSide);
  CHECK(SameBits(Crop(image, 0, 0, kSide, kSide), next));
}

// The share of pixels that `holds` is true of.
template <typename Holds>
double Share(const Image& image, Holds holds) {
  int64_t count = 0;
  for (int64_t j = 0; j < image.height; ++j)
    for (int64_t i = 0; i < image.width; ++i) count += holds(image.Pixel(i, j));
  return static_cast<double>(count) / static_cast<double>(image.width * image.height);
}

void JudgeHeight(const Image& height) {
  const auto [minimum, maximum] = std::ranges::minmax(height.samples);
  CHECK(minimum < 0.15f);
  CHECK(maximum > 0.85f);
  CHECK(Share(height, [](const float* h) { return *h < 0 || *h > 1; }) < 0.15);
}

// Mostly bare or polished ground, on purpose.
constexpr std::string_view kBare[] = {"rain-on-glass", "star-field", "terrazzo"};

// Few normals lie more than 45 degrees from upright, and not most within one.
void JudgeNormal(const Preset& preset, const Image& normal) {
  CHECK(Share(normal, [](const float* n) { return n[2] < 0.7071f; }) < 0.3);
  const bool is_bare = std::ranges::find(kBare, preset.name) != std::end(kBare);
  const double flat = Share(normal, [](const float* n) { return n[2] > 0.99985f; });
  CHECK(flat < (is_bare ? 0.98 : 0.5));
}

TEST_CASE("every preset tiles, fills its range and has relief") {
  REQUIRE(Presets().size() >= 13);
  for (const Preset& preset : Presets()) {
    CAPTURE(preset.name);
    Recipe recipe = ReadRecipe(preset.text, std::string(preset.name));
    CHECK(recipe.tiling);
    REQUIRE(recipe.width == recipe.height);
    recipe.width = recipe.height = kSide;
    const Program program = Program::Compile(recipe);
    JudgeHeight(RenderImage(program, Map::kHeight));
    JudgeNormal(preset, RenderImage(program, Map::kNormal));
    for (const Map map : {Map::kHeight, Map::kNormal})
      for (const bool down : {false, true}) {
        INFO("map ", Name(map), down ? ", downwards" : ", to the right");
        JudgeSeam(program, map, down);
      }
  }
}

}  // namespace
}  // namespace cobble::test
