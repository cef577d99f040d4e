// Tests that every preset repeats without a seam, fills its range, has relief in its normals, shows
// another picture for every seed and more of the pattern in a wider picture. A landscape's grounds
// must have weights that sum to 1.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

constexpr int64_t kSide = 256;

// Returns the mean difference between column (or row) `at` and the one before.
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
  const int64_t width = program.recipe().width, height = program.recipe().height;
  const Window two{0, 0, down ? width : 2 * width, down ? 2 * height : height};
  const Image image = RenderImage(program, map, {.window = two});
  const int64_t period = down ? height : width;
  double inside = 0;
  for (int64_t at = 1; at < period; ++at) inside = std::max(inside, MeanStep(image, at, down));
  CHECK(MeanStep(image, period, down) <= 1.1 * inside);

  const Image next = Crop(image, two.width - width, two.height - height, width, height);
  CHECK(SameBits(Crop(image, 0, 0, width, height), next));
}

void CheckSeams(const Program& program, Map map) {
  for (const bool down : {false, true}) {
    INFO("map ", Name(map), down ? ", downwards" : ", to the right");
    CheckSeam(program, map, down);
  }
}

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

// Mostly flat by design.
constexpr std::string_view kMostlyFlat[] = {"circuit", "ice", "rain-on-glass", "star-field",
                                            "terrazzo"};

// Checks that few normals are tilted by more than 45 degrees and that, unless the preset is mostly
// flat, at least half are tilted by more than 1 degree.
void CheckNormal(const Preset& preset, const Image& normal) {
  CHECK(FractionOf(normal, [](const float* n) { return n[2] < 0.7071f; }) < 0.3);
  const bool is_mostly_flat = std::ranges::find(kMostlyFlat, preset.name) != std::end(kMostlyFlat);
  const double flat = FractionOf(normal, [](const float* n) { return n[2] > 0.99985f; });
  CHECK(flat < (is_mostly_flat ? 0.98 : 0.5));
}

TEST_CASE("every preset tiles, fills its range and has relief") {
  REQUIRE(Presets().size() >= 13);
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    CAPTURE(preset.name);
    Recipe recipe = ReadRecipe(preset.text, std::string(preset.name));
    if (recipe.domain.IsSphere()) {  // has no edges
      CheckHeight(RenderImage(Program::Compile(recipe), Map::kHeight));
      continue;
    }
    CHECK(recipe.tiling);
    REQUIRE(recipe.width == recipe.height);
    recipe.width = recipe.height = kSide;
    const Program program = Program::Compile(recipe);
    CheckHeight(RenderImage(program, Map::kHeight));
    CheckNormal(preset, RenderImage(program, Map::kNormal));
    for (const Map map : {Map::kHeight, Map::kNormal}) CheckSeams(program, map);
  }
}

TEST_CASE("the weights of the grounds of a landscape are at least 0, and their sum is 1") {
  int landscapes = 0;
  for (const Preset& preset : Presets()) {
    Recipe recipe = ReadRecipe(preset.text, std::string(preset.name));
    if (!recipe.packs.contains("splat")) continue;
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    CAPTURE(preset.name);
    ++landscapes;
    recipe.width = recipe.height = kSide;
    const Program program = Program::Compile(recipe, OptionsFor(recipe, {"splat"}));
    const Image weights = RenderImage(program, "splat");
    REQUIRE(weights.channels == 4);
    CHECK(std::ranges::min(weights.samples) >= 0);
    CHECK(FractionOf(weights, [](const float* w) {
            return std::abs(w[0] + w[1] + w[2] + w[3] - 1) > 1e-6f;
          }) == 0);
    for (int k = 0; k < 4; ++k)  // each ground appears
      CHECK(FractionOf(weights, [k](const float* w) { return w[k] > 0.5f; }) > 0.001);
  }
  CHECK(landscapes >= 10);
}

// --- Another picture for every seed ---

// Returns the pixels as a vector of mean 0 and length 1, so that the dot product of two such
// vectors is their correlation. Equal pixels correlate with nothing: the result is 0.
std::vector<double> Normalised(const Image& image) {
  std::vector<double> pixels(image.samples.begin(), image.samples.end());
  const double count = static_cast<double>(pixels.size());
  const double mean = std::accumulate(pixels.begin(), pixels.end(), 0.0) / count;
  for (double& pixel : pixels) pixel -= mean;
  const double length =
      std::sqrt(std::inner_product(pixels.begin(), pixels.end(), pixels.begin(), 0.0));
  for (double& pixel : pixels) pixel = length > 0 ? pixel / length : 0;
  return pixels;
}

// Returns the mean correlation over all pairs of `pictures`, which are normalised. The squared
// length of their sum is the sum over all ordered pairs plus one for each picture with itself.
double MeanCorrelation(const std::vector<std::vector<double>>& pictures) {
  std::vector<double> sum(pictures.front().size());
  double self = 0;
  for (const std::vector<double>& picture : pictures) {
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += picture[k];
    self += std::inner_product(picture.begin(), picture.end(), picture.begin(), 0.0);
  }
  const double all = std::inner_product(sum.begin(), sum.end(), sum.begin(), 0.0);
  const double count = static_cast<double>(pictures.size());
  return (all - self) / (count * (count - 1));
}

// Mean correlations over all pairs of sixteen seeds.
struct Likeness {
  double whole, middle;  // of the whole picture, and of the quarter in its middle
};

Likeness LikenessOfSeeds(Recipe recipe) {
  constexpr int64_t kSmall = 128;
  recipe.width = recipe.height = kSmall;
  std::vector<std::vector<double>> whole, middle;
  for (recipe.seed = 0; recipe.seed < 16; ++recipe.seed) {
    const Image height = RenderImage(Program::Compile(recipe, {.slopes = false}), Map::kHeight);
    whole.push_back(Normalised(height));
    middle.push_back(Normalised(Crop(height, kSmall / 4, kSmall / 4, kSmall / 2, kSmall / 2)));
  }
  return {MeanCorrelation(whole), MeanCorrelation(middle)};
}

TEST_CASE("every preset shows another picture for every seed, or says why not") {
  constexpr double kLimit = 0.1;
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    CAPTURE(preset.name);
    const Likeness likeness = LikenessOfSeeds(ReadRecipe(preset.text, std::string(preset.name)));
    CAPTURE(likeness.whole);
    CAPTURE(likeness.middle);
    const double correlation = std::max(likeness.whole, likeness.middle);
    const auto json = nlohmann::json::parse(preset.text, nullptr, true, true);
    if (!json.contains("x-same-layout")) {
      CHECK_MESSAGE(correlation < kLimit,
                    "seeds look the same: use pattern, not seed, or say why in x-same-layout");
      continue;
    }
    const nlohmann::json& reason = json["x-same-layout"];
    CHECK_MESSAGE((reason.is_string() && !reason.get<std::string>().empty()),
                  "x-same-layout must give a reason");
    CHECK_MESSAGE(correlation >= kLimit, "x-same-layout is no longer needed");
  }
}

// --- More of the pattern in a wider picture ---

double MeanStepInside(const Image& image, bool down) {
  const int64_t length = down ? image.height : image.width;
  double sum = 0;
  for (int64_t at = 1; at < length; ++at) sum += MeanStep(image, at, down);
  return sum / static_cast<double>(length - 1);
}

Recipe Sized(Recipe recipe, int64_t width, int64_t height, std::array<double, 2> extent) {
  recipe.width = width;
  recipe.height = height;
  recipe.domain.extent = extent;
  return recipe;
}

// Returns how much flatter the pattern is from left to right than from top to bottom: the ratio of
// the steps between neighbouring pixels, over two seeds.
double Stretch(Recipe recipe) {
  double right = 0, down = 0;
  for (recipe.seed = 0; recipe.seed < 2; ++recipe.seed) {
    const Image height = RenderImage(Program::Compile(recipe, {.slopes = false}), Map::kHeight);
    right += MeanStepInside(height, false);
    down += MeanStepInside(height, true);
  }
  return down / right;
}

// Checks that `wide`, twice as wide as high, shows the pattern of `square` at the same scale: not
// stretched, which would double Stretch, and not repeated.
void CheckWide(const Recipe& square, const Recipe& wide) {
  CheckSeams(Program::Compile(wide), Map::kHeight);

  const double stretch = Stretch(wide) / Stretch(square);
  CHECK(stretch < std::numbers::sqrt2);
  CHECK(stretch > 1 / std::numbers::sqrt2);

  const Image height = RenderImage(Program::Compile(wide), Map::kHeight);
  const int64_t half = wide.height;
  CHECK(MeanCorrelation({Normalised(Crop(height, 0, 0, half, half)),
                         Normalised(Crop(height, half, 0, half, half))}) < 0.95);
}

TEST_CASE("a picture of twice the width shows twice as much of every preset") {
  constexpr int64_t kHeight = 128;
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    // A land of rivers is a square that repeats.
    if (preset.text.find("drainage(") != std::string_view::npos) continue;
    CAPTURE(preset.name);
    const Recipe recipe = ReadRecipe(preset.text, std::string(preset.name));
    if (recipe.domain.IsSphere()) continue;  // is shown as a whole
    const Recipe square = Sized(recipe, kHeight, kHeight, {1, 1});
    const Recipe wide = Sized(recipe, 2 * kHeight, kHeight, {2, 1});
    CHECK_NOTHROW(CheckWide(square, wide));  // so that an untileable preset hides no other
  }
}

// These presets have an even number of courses, rows, reeds or threads from top to bottom.
constexpr std::string_view kInCourses[] = {
    "brick-wall", "canvas",     "ceramic-tiles", "coursed-rock-wall", "oak-planks", "parquet",
    "pavement",   "roof-tiles", "scales",        "woven-cells",       "woven-cloth"};

// A size alone, as in --size 1024x512, leaves the width of 1 unit and halves the height.
TEST_CASE("a picture of half the height shows half as many courses of a wall") {
  constexpr int64_t kWidth = 256;
  for (const std::string_view name : kInCourses) {
    CAPTURE(name);
    RecipeLayers layers;
    layers.AddPreset(std::string(name));
    layers.AddKey("size", "256x128");
    const Recipe wide = layers.Resolve();
    REQUIRE(wide.domain.extent == std::array{1.0, 0.5});
    CheckWide(Sized(wide, kWidth, kWidth, {1, 1}), wide);
  }
}

}  // namespace
}  // namespace cobble::test
