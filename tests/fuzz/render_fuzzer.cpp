// Renders tiny pictures of any valid recipe. They must be bit-identical at two SIMD levels, in two
// windows, in any tiles and on any number of threads.
//
// Bytes that start with "{" are a recipe, then a NUL and the choices of how to render it. Other
// bytes are only choices, the first of which generate the recipe. After "+" it may also have masks,
// blurs, colours, frequencies by axis and the functions u, v and w.
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
#include "recipe/fields/picture_maps.h"
#include "render/render_bands.h"
#include "support/levels.h"
#include "support/random/recipe.h"
#include "support/random/test_image.h"

namespace cobble::test {
namespace {

constexpr int64_t kMaxWork = 32, kMaxWorkOfThreads = 3;
constexpr int64_t kMaxPixels = 80;  // per window; most have fewer, so that runs are fast

// Returns nothing if cobble rejects the recipe or a window beyond the coordinate range.
template <typename T>
std::optional<T> UnlessRejected(const auto& make) {
  try {
    return make();
  } catch (const Error& error) {
    Demand(error.kind() != ErrorKind::kBug && error.kind() != ErrorKind::kIo, error.what());
    return std::nullopt;
  }
}

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
  void CompareThreads();
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
      random_.Integer(0, static_cast<int64_t>(levels.size()) - 1))];
}

// Returns a window that is usually near the picture and sometimes very far away.
Window Trial::AnyWindow() {
  const int64_t reach = int64_t{1} << random_.OneOf({3, 3, 3, 8, 16, 40, 53});
  max_pixels_ = random_.OneOf<int64_t>({8, 8, 8, 24, kMaxPixels});
  const int64_t width = random_.Integer(1, max_pixels_);
  return {random_.Integer(-reach, reach), random_.Integer(-reach, reach), width,
          random_.Integer(1, max_pixels_ / width)};
}

// Returns a window that shares at least one pixel with `window`.
Window Trial::Near(const Window& window) {
  const int64_t width = random_.Integer(1, max_pixels_);
  const int64_t height = random_.Integer(1, max_pixels_ / width);
  return {window.x + random_.Integer(1 - width, window.width - 1),
          window.y + random_.Integer(1 - height, window.height - 1), width, height};
}

std::optional<Image> Trial::Render(const Way& way) {
  return UnlessRejected<Image>([&] {
    const bool slopes = NeedsSlopes(map_) || random_.Chance(0.5);
    const PictureMap maps[] = {map_};
    const Program program = Program::Compile(
        recipe_, {.simd = way.level, .slopes = slopes, .maps = ProgramMapsOf(recipe_, maps)});
    Demand(program.simd() == way.level, "not the requested SIMD level: " + way.level);
    return RenderMaps(program, maps, way.options);
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

// Compares the intersection of both windows, row by row.
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
      {Map::kValue, Map::kHeight, Map::kSlope, Map::kNormal, Map::kCurvature, Map::kAo, Map::kLit});
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
  if (random_.Chance(0.0004) && Work(recipe_, kMaxWorkOfThreads) <= kMaxWorkOfThreads)
    CompareThreads();
}

// Compares thread counts, which takes more than one band of 2^15 pixels. Only at the best level,
// since others may take a thousand times as long.
void Trial::CompareThreads() {
  static const std::string best(FindSimdLevel("auto")->name);
  Way single_thread{best, {.window = {random_.Integer(-99, 99), 0, 1024, 65}, .threads = 1}},
      multi_thread = single_thread;
  multi_thread.options.threads = static_cast<int>(random_.Integer(2, 5));
  const auto a = Render(single_thread), b = Render(multi_thread);
  if (a && b) DemandSameBits(*a, single_thread, *b, multi_thread, recipe_);
}

// In: has_more, see the top of this file.
std::string RecipeFrom(Random& random, bool has_more) {
  RecipeWish wish;
  wish.width = random.Integer(1, 40);
  wish.height = random.Integer(1, 40);
  wish.tiling = random.Chance(0.4);
  wish.rotation = random.OneOf({RecipeWish::kNone, RecipeWish::kQuarterTurns, RecipeWish::kOdd});
  wish.nodes = static_cast<int>(random.OneOf({1, 1, 3, 8}));
  if (has_more) {
    wish.axes = true;
    wish.masks = random.Chance(0.7);
    wish.sloped_masks = random.Chance(0.7);
    wish.colors = random.Chance(0.2);
    // No draws, which would change the recipes of the corpus.
    wish.erosion = wish.width % 3 == 0;
    wish.phasor = wish.width % 3 == 1;
    wish.images = wish.width % 5 == 4;
    wish.drainage = wish.width % 7 == 3;
  }
  return RandomRecipe(random, wish);
}

// Random recipes rarely have numbers far from 1.
void MaybeZoom(Recipe* recipe, Random& random) {
  const auto zoom = [&] { return std::pow(10.0, static_cast<double>(random.Integer(-50, 4))); };
  if (random.Chance(0.1)) recipe->domain.extent = {zoom(), zoom()};
  if (random.Chance(0.05)) recipe->domain.scale = {zoom(), zoom(), zoom()};
}

// Comes last, so as not to change the recipes of the corpus.
void MaybeMirror(Recipe* recipe, Random& random) {
  recipe->flip = recipe->flip || random.Chance(0.1);
  recipe->loop = recipe->loop || random.Chance(0.1);
  if (recipe->width > 1 && recipe->height > 1 && recipe->samples == 1 && random.Chance(0.2))
    recipe->domain.grid = Grid::kVertices;
}

}  // namespace

void FuzzRender(std::string_view bytes) {
  const bool is_text = bytes.starts_with('{'), has_more = bytes.starts_with('+');
  if (has_more) bytes.remove_prefix(1);
  const std::size_t end = is_text ? std::min(bytes.find('\0'), bytes.size()) : 0;
  Random random(bytes.substr(is_text ? std::min(end + 1, bytes.size()) : 0));
  const std::string text =
      is_text ? std::string(bytes.substr(0, end)) : RecipeFrom(random, has_more);
  auto recipe = UnlessRejected<Recipe>([&] { return ReadRecipe(text, "any"); });
  if (recipe) AttachTestImages(&*recipe);
  if (!recipe || Work(*recipe, kMaxWork) > kMaxWork) return;
  // The range mode fit renders the whole picture.
  if (recipe->range.mode == RangeMode::kFit && recipe->width * recipe->height > kMaxPixels)
    recipe->width = recipe->height = 11;
  // The maps' neighbourhoods are rendered, too.
  const double max_radius = 5 / static_cast<double>(recipe->width);
  recipe->curvature.radius = std::min(recipe->curvature.radius, max_radius);
  recipe->ao.radius = std::min(recipe->ao.radius, max_radius);
  MaybeZoom(&*recipe, random);
  MaybeMirror(&*recipe, random);
  Trial(*recipe, random).Run();
}

}  // namespace cobble::test
