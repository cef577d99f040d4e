// Any valid recipe in tiny pictures: the same bits on two SIMD levels, in two windows, in tiles and
// on threads of any number.
//
// Bytes that begin with "{" are a recipe, followed by a NUL and what chooses how it is rendered.
// Others are choices alone, the recipe's first.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "core/simd_level.h"
#include "fuzz/fuzzer.h"
#include "fuzz/work.h"
#include "render/render_bands.h"
#include "support/levels.h"
#include "support/random_recipe.h"

namespace cobble::test {
namespace {

constexpr int64_t kMaxWork = 16, kMaxWorkOfMany = 3;
constexpr int64_t kMaxPixels = 80;  // of a window; most have few, so that there are many runs

// Faults of the recipe, and windows past what doubles count, are refused.
template <typename T>
std::optional<T> UnlessRefused(const auto& make) {
  try {
    return make();
  } catch (const Error& error) {
    Demand(error.kind() != ErrorKind::kBug && error.kind() != ErrorKind::kIo, error.what());
    return std::nullopt;
  }
}

// How one of the two pictures is made.
struct Way {
  std::string level;
  RenderOptions options;
};

class Trial {
 public:
  Trial(const Recipe& recipe, Random& random) : recipe_(recipe), random_(random) {}

  void Run();

 private:
  Window AnyWindow();
  Window Near(const Window& window);
  void CompareMany();
  std::optional<Image> Render(const Way& way);
  std::string AnyLevel();

  const Recipe& recipe_;
  Random& random_;
  Map map_ = Map::kValue;
  int64_t max_pixels_ = kMaxPixels;
};

std::string Trial::AnyLevel() {
  static const std::vector<std::string> levels = RunningLevels();
  return levels[static_cast<std::size_t>(
      random_.Whole(0, static_cast<int64_t>(levels.size()) - 1))];
}

// Near the picture as a rule, at times very far.
Window Trial::AnyWindow() {
  const int64_t reach = int64_t{1} << random_.OneOf({3, 3, 3, 8, 16, 40, 53});
  max_pixels_ = random_.OneOf<int64_t>({8, 8, 8, 24, kMaxPixels});
  const int64_t width = random_.Whole(1, max_pixels_);
  return {random_.Whole(-reach, reach), random_.Whole(-reach, reach), width,
          random_.Whole(1, max_pixels_ / width)};
}

// Shares at least a pixel with `window`.
Window Trial::Near(const Window& window) {
  const int64_t width = random_.Whole(1, max_pixels_);
  const int64_t height = random_.Whole(1, max_pixels_ / width);
  return {window.x + random_.Whole(1 - width, window.width - 1),
          window.y + random_.Whole(1 - height, window.height - 1), width, height};
}

std::optional<Image> Trial::Render(const Way& way) {
  return UnlessRefused<Image>([&] {
    const bool slopes = WantsSlopes(map_) || random_.Chance(0.5);
    const Program program = Program::Compile(recipe_, {.simd = way.level, .slopes = slopes});
    Demand(program.simd() == way.level, "another SIMD level than was asked for: " + way.level);
    return RenderImage(program, map_, way.options);
  });
}

std::string TextOf(const Window& window) {
  std::string text;
  for (const int64_t number : {window.x, window.y, window.width, window.height})
    text += std::to_string(number) + " ";
  return text;
}

std::string TextOf(const Way& way) {
  return way.level + " window " + TextOf(way.options.window) + "tile " +
         std::to_string(way.options.tile_columns);
}

// What both pictures show, row by row.
void DemandSameBits(const Image& a, const Way& way_a, const Image& b, const Way& way_b,
                    const Recipe& recipe) {
  const Window &u = way_a.options.window, &v = way_b.options.window;
  const int64_t left = std::max(u.x, v.x), right = std::min(u.x + u.width, v.x + v.width);
  const auto bytes = static_cast<std::size_t>((right - left) * a.channels) * sizeof(float);
  for (int64_t y = std::max(u.y, v.y); y < std::min(u.y + u.height, v.y + v.height); ++y) {
    if (std::memcmp(a.Pixel(left - u.x, y - u.y), b.Pixel(left - v.x, y - v.y), bytes) == 0)
      continue;
    Demand(false, "row " + std::to_string(y) + " differs: " + TextOf(way_a) + ", " + TextOf(way_b) +
                      ": " + WriteRecipeLine(recipe));
  }
}

void Trial::Run() {
  map_ = random_.OneOf(
      {Map::kValue, Map::kHeight, Map::kSlope, Map::kNormal, Map::kCurvature, Map::kAo});
  Way ways[2];
  for (Way& way : ways) {
    way.level = AnyLevel();
    way.options.tile_columns = static_cast<int>(random_.OneOf({0, 1, 7, 16, 33}));
    way.options.threads = 1;
  }
  ways[0].options.window = AnyWindow();
  ways[1].options.window = Near(ways[0].options.window);
  const auto a = Render(ways[0]), b = Render(ways[1]);
  if (a && b) DemandSameBits(*a, ways[0], *b, ways[1], recipe_);
  if (random_.Chance(0.0004) && Work(recipe_, kMaxWorkOfMany) <= kMaxWorkOfMany) CompareMany();
}

// A band has at least 2^15 pixels: fewer are one thread's. On the best level, since others may take
// a thousand times as long.
void Trial::CompareMany() {
  static const std::string best(FindSimdLevel("auto")->name);
  Way one{best, {.window = {random_.Whole(-99, 99), 0, 1024, 65}, .threads = 1}}, many = one;
  many.options.threads = static_cast<int>(random_.Whole(2, 5));
  const auto a = Render(one), b = Render(many);
  if (a && b) DemandSameBits(*a, one, *b, many, recipe_);
}

std::string RecipeFrom(Random& random) {
  RecipeWish wish;
  wish.width = random.Whole(1, 40);
  wish.height = random.Whole(1, 40);
  wish.tiling = random.Chance(0.4);
  wish.rotation = random.OneOf({RecipeWish::kNone, RecipeWish::kQuarterTurns, RecipeWish::kOdd});
  wish.nodes = static_cast<int>(random.OneOf({1, 1, 3, 8}));
  return RandomRecipe(random, wish);
}

// Few texts hold numbers that are far from 1.
void MaybeZoom(Recipe* recipe, Random& random) {
  const auto zoom = [&] { return std::pow(10.0, static_cast<double>(random.Whole(-50, 4))); };
  if (random.Chance(0.1)) recipe->domain.extent = {zoom(), zoom()};
  if (random.Chance(0.05)) recipe->domain.scale = {zoom(), zoom(), zoom()};
}

}  // namespace

void FuzzRender(std::string_view bytes) {
  const bool is_text = bytes.starts_with('{');
  const std::size_t end = is_text ? std::min(bytes.find('\0'), bytes.size()) : 0;
  Random random(bytes.substr(is_text ? std::min(end + 1, bytes.size()) : 0));
  const std::string text = is_text ? std::string(bytes.substr(0, end)) : RecipeFrom(random);
  auto recipe = UnlessRefused<Recipe>([&] { return ReadRecipe(text, "any"); });
  if (!recipe || Work(*recipe, kMaxWork) > kMaxWork) return;
  // The whole picture is rendered for it.
  if (recipe->range.mode == RangeMode::kFit && recipe->width * recipe->height > kMaxPixels)
    recipe->width = recipe->height = 11;
  // So are the pixels that maps look at.
  const double few = 5 / static_cast<double>(recipe->width);
  recipe->curvature.radius = std::min(recipe->curvature.radius, few);
  recipe->ao.radius = std::min(recipe->ao.radius, few);
  MaybeZoom(&*recipe, random);
  Trial(*recipe, random).Run();
}

}  // namespace cobble::test
