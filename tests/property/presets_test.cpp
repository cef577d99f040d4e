// Tests that every preset repeats without a seam, fills its range, and has relief in its normals.
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

// Returns the mean difference between the pixels of column (or row) `at` and those of the one
// before.
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

// Renders two periods side by side and checks that the step between them is like the steps inside.
void CheckSeam(const Program& program, Map map, bool down) {
  const Window two{0, 0, down ? kSide : 2 * kSide, down ? 2 * kSide : kSide};
  const Image image = RenderImage(program, map, {.window = two});
  double inside = 0;
  for (int64_t at = 1; at < kSide; ++at) inside = std::max(inside, MeanStep(image, at, down));
  CHECK(MeanStep(image, kSide, down) <= 1.1 * inside);

  const Image next = Crop(image, two.width - kSide, two.height - kSide, kSide, kSide);
  CHECK(SameBits(Crop(image, 0, 0, kSide, kSide), next));
}

// Returns the fraction of pixels for which `holds` returns true.
template <typename Holds>
double FractionOf(const Image& image, Holds holds) {
  int64_t count = 0;
  for (int64_t j = 0; j < image.height; ++j)
    for (int64_t i = 0; i < image.width; ++i) count += holds(image.Pixel(i, j));
  return static_cast<double>(count) / static_cast<double>(image.width * image.height);
}

void CheckHeight(const Image& height) {
  const auto [minimum, maximum] = std::ranges::minmax(height.samples);
  CHECK(minimum < 0.15f);
  CHECK(maximum > 0.85f);
  CHECK(FractionOf(height, [](const float* h) { return *h < 0 || *h > 1; }) < 0.15);
}

// These presets are mostly flat by design.
constexpr std::string_view kMostlyFlat[] = {"rain-on-glass", "star-field", "terrazzo"};

// Checks that few normals are tilted by more than 45 degrees and that, unless the preset is mostly
// flat, at least half of them are tilted by more than 1 degree.
void CheckNormal(const Preset& preset, const Image& normal) {
  CHECK(FractionOf(normal, [](const float* n) { return n[2] < 0.7071f; }) < 0.3);
  const bool is_mostly_flat = std::ranges::find(kMostlyFlat, preset.name) != std::end(kMostlyFlat);
  const double flat = FractionOf(normal, [](const float* n) { return n[2] > 0.99985f; });
  CHECK(flat < (is_mostly_flat ? 0.98 : 0.5));
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
    CheckHeight(RenderImage(program, Map::kHeight));
    CheckNormal(preset, RenderImage(program, Map::kNormal));
    for (const Map map : {Map::kHeight, Map::kNormal})
      for (const bool down : {false, true}) {
        INFO("map ", Name(map), down ? ", downwards" : ", to the right");
        CheckSeam(program, map, down);
      }
  }
}

}  // namespace
}  // namespace cobble::test
