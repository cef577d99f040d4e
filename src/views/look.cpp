// Renders what a recipe looks like.
#include "views/look.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cobble/error.h"
#include "cobble/render.h"
#include "core/suggest.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/hints/trade_words.h"
#include "render/render_bands.h"
#include "render/render_maps.h"
#include "views/sphere.h"

namespace cobble {
namespace {

// Each pixel of a small picture is the mean of up to kMaxSide x kMaxSide others, kMaxPixels in all.
constexpr int64_t kMaxSide = 4;
constexpr double kMaxPixels = 1 << 20;

constexpr std::string_view kColor = "color";

[[noreturn]] void RefuseMap(const Recipe& recipe, const std::string& name,
                            const std::string& where) {
  if (const MapLookup found = LookUpMap(recipe, name); !found.message.empty())
    throw Error(ErrorKind::kUsage, where, found.message, found.hint);
  const std::string node = name.starts_with('@') ? name : '@' + name;
  std::vector<std::string_view> names = PictureMapNames(recipe);
  std::vector<std::string> nodes;
  for (const auto& [node_name, tree] : recipe.nodes) nodes.push_back('@' + node_name);
  names.insert(names.end(), nodes.begin(), nodes.end());
  Phrase hint =
      name.starts_with("@/") ? NodeMapHint(recipe, name) : DidYouMean(NearestMap(name, names));
  if (const auto meant = MapOfWord(name)) hint = DidYouMean(Name(*meant));
  if (FindPictureMap(recipe, node)) hint = DidYouMean(node);
  if (hint.empty()) {
    hint = "one of ";
    constexpr std::size_t kMaxListed = 16;
    for (std::size_t k = 0; k < std::min(names.size(), kMaxListed); ++k)
      hint += (k > 0 ? ", " : "") + std::string(names[k]);
    if (names.size() > kMaxListed) hint += ", ...";
  }
  throw Error(ErrorKind::kUsage, where, "unknown map " + Quoted(name), hint);
}

struct Reduction {
  Recipe recipe;
  Window window;  // of the smaller picture
};

int64_t Scaled(int64_t length, double scale) {
  return static_cast<int64_t>(std::floor(static_cast<double>(length) * scale + 0.5));
}

FittedSize Times(const FittedSize& size, int64_t times) {
  const auto side = [times](int64_t length) {
    return static_cast<int64_t>((Size(length) * Size(times)).value());
  };
  return {side(size.width), side(size.height)};
}

// Shrinks the recipe's picture such that the window becomes `times` times `size`. The extent and so
// the pattern stay. The recipe's own samples are not needed.
Reduction Reduce(const Recipe& recipe, const Window& window, const FittedSize& size,
                 int64_t times) {
  const bool is_whole = window == Window{0, 0, recipe.width, recipe.height};
  const FittedSize larger = Times(size, times);
  Reduction reduction{recipe, {0, 0, larger.width, larger.height}};
  const auto scale = [](int64_t to, int64_t from) {
    return static_cast<double>(to) / static_cast<double>(from);
  };
  const double across = scale(reduction.window.width, window.width);
  const double down = scale(reduction.window.height, window.height);
  Recipe& small = reduction.recipe;
  small.width = std::max<int64_t>(Scaled(recipe.width, across), 1);
  small.height = std::max<int64_t>(Scaled(recipe.height, down), 1);
  small.samples = 1;
  if (is_whole) {
    small.width = reduction.window.width;
    small.height = reduction.window.height;
  } else {
    reduction.window.x = Scaled(window.x, across);
    reduction.window.y = Scaled(window.y, down);
  }
  return reduction;
}

PictureMap MapOfLook(const Recipe& recipe, const std::string& look, const std::string& where) {
  if (auto map = FindPictureMap(recipe, look)) return *std::move(map);
  RefuseMap(recipe, look, where);
}

// A sphere has as many samples as a flat picture has pixels.
RgbPicture RenderSphere(const Reduction& reduction, const FittedSize& size, int64_t times,
                        const LookOptions& options) {
  const int64_t side = std::min(size.width, size.height);
  RenderOptions render;
  render.window = reduction.window;
  render.threads = options.threads;
  const Image image = SphereOf(reduction.recipe, render, options.simd, side * times);
  return PictureOf(reduction.recipe, Map::kLit, Reduced(image, {side, side}));
}

RgbPicture Render(const Recipe& recipe, const std::string& look, const LookOptions& options) {
  PictureMap map = MapOfLook(recipe, look, options.where);
  SetNodeScale(NodeScale::kBounds, &map);
  Window window = options.window;
  if (window.width == 0) window = {0, 0, recipe.width, recipe.height};
  const FittedSize size =
      FitWithin(window.width, window.height, options.max_width, options.max_height);
  const double area = static_cast<double>(size.width) * static_cast<double>(size.height);
  int64_t times = kMaxSide;
  while (times > 1 && area * static_cast<double>(times * times) > kMaxPixels) --times;
  const FittedSize larger = Times(size, times);
  const bool is_small = window.width <= larger.width && window.height <= larger.height;
  const Reduction reduction =
      is_small ? Reduction{recipe, window} : Reduce(recipe, window, size, times);

  if (options.shape == Shape::kSphere) return RenderSphere(reduction, size, times, options);

  CompileOptions compile = OptionsFor(reduction.recipe, {map.name});
  compile.simd = options.simd;
  const Program program = Program::Compile(reduction.recipe, compile);
  RenderOptions render;
  render.window = reduction.window;
  render.threads = options.threads;
  const Image image = RenderMaps(program, {&map, 1}, render);
  return PictureOf(recipe, map, Reduced(image, size));
}

}  // namespace

RgbPicture LookAt(const Recipe& recipe, const LookOptions& options) {
  const std::string lit(Name(Map::kLit));
  if (options.shape == Shape::kSphere) {
    if (options.look.empty() || options.look == lit) return Render(recipe, lit, options);
    MapOfLook(recipe, options.look, options.where);  // throws if it is unknown
    throw Error(ErrorKind::kUsage, options.where, "a sphere only shows the map lit");
  }
  if (!options.look.empty()) return Render(recipe, options.look, options);
  try {
    return Render(recipe, lit, options);
  } catch (const Error& error) {
    // Some nodes have no slope.
    if (error.kind() != ErrorKind::kRecipe && error.kind() != ErrorKind::kUsage) throw;
    const auto color = FindPictureMap(recipe, kColor);
    const std::string shown(color && color->is_color ? kColor : Name(Map::kHeight));
    RgbPicture picture = Render(recipe, shown, options);
    if (options.warnings) {
      Issue& why = options.warnings->emplace_back(error.issues().front());
      why.message = fmt::format("{} is shown instead of lit: ", shown) + why.message;
    }
    return picture;
  }
}

}  // namespace cobble
