// Renders what a recipe looks like.
#include "views/look.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>

#include "cobble/render.h"
#include "core/size.h"
#include "core/suggest.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/reading/sphere.h"
#include "render/render_bands.h"
#include "views/globe.h"
#include "views/lit_row.h"
#include "views/terrain/terrain_view.h"

namespace cobble {
namespace {

// A visible point of the sphere, at (x, y) of the unit disk, with y up.
struct Point {
  double x, y, z;    // on the unit sphere
  double across[2];  // unit direction from the middle of the disk
  double radius;     // distance from it
  double shrink;     // factor of slopes along `across`; divides those at right angles
  double u, v;       // in the picture, from its middle; 1 is half of its side, v up

  Point(double disk_x, double disk_y) : x(disk_x), y(disk_y) {
    radius = std::sqrt(x * x + y * y);
    z = std::sqrt(std::max(1 - radius * radius, 0.0));
    across[0] = radius > 0 ? x / radius : 1;
    across[1] = radius > 0 ? y / radius : 0;
    shrink = std::sqrt((1 + z) / 2);
    const double distance = std::sqrt(1 - z);  // 1 at the rim
    u = distance * across[0];
    v = distance * across[1];
  }

  // Turns a normal of the picture into the sphere's.
  void Turn(float* n) const {
    const double n_x = double{n[0]}, n_y = double{n[1]}, n_z = double{n[2]};
    // Slopes along `across`, and at right angles to it.
    double along = (n_x * across[0] + n_y * across[1]) * shrink;
    double beside = (n_y * across[0] - n_x * across[1]) / shrink;
    const double length = std::sqrt(along * along + beside * beside + n_z * n_z);
    along /= length;
    beside /= length;
    const double out = n_z / length;
    n[0] = static_cast<float>(across[0] * (along * z + out * radius) - beside * across[1]);
    n[1] = static_cast<float>(across[1] * (along * z + out * radius) + beside * across[0]);
    n[2] = static_cast<float>(out * z - along * radius);
  }
};

// Two neighbouring pixels along a side, and the share of the second.
struct Place {
  int64_t low, high;
  double share;
};

// In: position, from the middle of the side, in pixels.
Place PlaceOf(int64_t side, double position) {
  const double last = static_cast<double>(side - 1);
  const double at = std::clamp(position + last / 2, 0.0, last);
  const auto low = static_cast<int64_t>(at);
  return {low, std::min(low + 1, side - 1), at - static_cast<double>(low)};
}

// Interpolates the texture's channels at a point.
void ReadTexture(const Image& texture, const Point& point, std::span<float> out) {
  const double half = static_cast<double>(std::min(texture.width, texture.height)) / 2;
  const Place column = PlaceOf(texture.width, half * point.u);
  const Place row = PlaceOf(texture.height, -half * point.v);
  const float* const corners[4] = {
      texture.Pixel(column.low, row.low), texture.Pixel(column.high, row.low),
      texture.Pixel(column.low, row.high), texture.Pixel(column.high, row.high)};
  for (std::size_t c = 0; c < out.size(); ++c) {
    const auto mix = [&](int first) {
      const double low = double{corners[first][c]}, high = double{corners[first + 1][c]};
      return low + column.share * (high - low);
    };
    const double above = mix(0), below = mix(2);
    out[c] = static_cast<float>(above + row.share * (below - above));
  }
}

Image Shaded(const Image& texture, const LitProgram& lit, int64_t side) {
  Image image{side, side, 3, {}};
  image.samples.resize((Size(side) * Size(side) * Size(3)).bytes());
  const auto width = static_cast<std::size_t>(side);
  LitRow row(lit, side, false);
  std::vector<float> pixel(static_cast<std::size_t>(texture.channels));
  std::vector<bool> is_inside(width);
  const auto at = [side](std::size_t k) {  // -1..1
    return (2 * static_cast<double>(k) + 1) / static_cast<double>(side) - 1;
  };
  float* out = image.samples.data();
  for (std::size_t j = 0; j < width; ++j) {
    for (std::size_t i = 0; i < width; ++i) {
      const double x = at(i), y = -at(j);
      is_inside[i] = x * x + y * y <= 1;
      const double limit = is_inside[i] ? 1 : 0;
      const Point point(limit * x, limit * y);
      ReadTexture(texture, point, pixel);
      point.Turn(&pixel[kLitNormal]);
      for (std::size_t c = 0; c < pixel.size(); ++c) row.At(c)[i] = pixel[c];
    }
    row.Shade(out);
    for (std::size_t i = 0; i < width; ++i, out += 3)
      if (!is_inside[i]) std::fill_n(out, 3, 0.0f);
  }
  return image;
}

// Returns the picture of a sphere of the recipe's material, in the light of the map lit: linear
// red, green and blue, on black. Lambert's azimuthal projection keeps areas equal, so the visible
// side has no seam and no pole. Normals turn with the sphere. All machines give the same bits.
// In: render.window, whose largest inner circle covers the visible side; side, of the result.
Image SphereOf(const Recipe& recipe, const RenderOptions& render, const std::string& simd,
               int64_t side) {
  Recipe upright = recipe;
  upright.normal.y = NormalY::kUp;
  const LitProgram lit(upright, simd, render);
  return Shaded(RenderMaps(lit.program, lit.maps, render), lit, side);
}

// Each pixel of a small picture is the mean of up to kMaxSide x kMaxSide others, kMaxPixels in all.
constexpr int64_t kMaxSide = 4;
constexpr double kMaxPixels = 1 << 20;

constexpr std::string_view kColor = "color";

// Throws Error kUsage at `where` if there is no such map.
PictureMap MapOfLook(const Recipe& recipe, const std::string& name, const std::string& where) {
  if (auto map = FindPictureMap(recipe, name)) return *std::move(map);
  if (const MapLookup found = LookUpMap(recipe, name); !found.message.empty())
    throw Error(ErrorKind::kUsage, where, found.message, found.hint);
  const std::string node = name.starts_with('@') ? name : '@' + name;
  std::vector<std::string_view> names = PictureMapNames(recipe);
  std::vector<std::string> nodes;
  for (const auto& [node_name, tree] : recipe.nodes) nodes.push_back('@' + node_name);
  names.insert(names.end(), nodes.begin(), nodes.end());
  Phrase hint =
      name.starts_with("@/") ? NodeMapHint(recipe, name) : DidYouMean(NearestMap(name, names));
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

// The same for a picture of a sphere, which keeps the shape of its surface: about that size.
Reduction ReduceSphere(const Recipe& recipe, const Window& window, int64_t rows) {
  Reduction reduction{recipe, {}};
  Recipe& small = reduction.recipe;
  small.samples = 1;
  SetRows(Scaled(recipe.height, static_cast<double>(rows) / static_cast<double>(window.height)),
          &small);
  const auto part = [](int64_t first, int64_t length, int64_t from, int64_t to) {
    const double scale = static_cast<double>(to) / static_cast<double>(from);
    const int64_t begin = std::min(Scaled(first, scale), to - 1);
    return std::pair(begin, std::max(Scaled(first + length, scale) - begin, int64_t{1}));
  };
  Window& out = reduction.window;
  std::tie(out.x, out.width) = part(window.x, window.width, recipe.width, small.width);
  std::tie(out.y, out.height) = part(window.y, window.height, recipe.height, small.height);
  return reduction;
}

// A sphere has as many samples as a flat picture has pixels.
RgbPicture RenderSphere(const Reduction& reduction, int64_t side, int64_t times,
                        const LookOptions& options) {
  const RenderOptions render{.window = reduction.window, .threads = options.threads};
  const Image image = SphereOf(reduction.recipe, render, options.simd, side * times);
  return PictureOf(reduction.recipe, Map::kLit, Reduced(image, {side, side}));
}

RgbPicture Render(const Recipe& recipe, const std::string& look, const LookOptions& options) {
  PictureMap map = MapOfLook(recipe, look, options.where);
  const auto& range = options.node_range;
  SetNodeScale(range ? NodeScale::kRange : NodeScale::kBounds, &map, range.value_or(Bounds{0, 1}));
  Window window = options.window;
  if (window.width == 0) window = {0, 0, recipe.width, recipe.height};
  const FittedSize size =
      FitWithin(window.width, window.height, options.max_width, options.max_height);
  const double area = static_cast<double>(size.width) * static_cast<double>(size.height);
  int64_t times = kMaxSide;
  while (times > 1 && area * static_cast<double>(times * times) > kMaxPixels) --times;
  const FittedSize larger = Times(size, times);
  const bool is_small = window.width <= larger.width && window.height <= larger.height;
  Reduction reduction{recipe, window};
  if (!is_small)
    reduction = recipe.domain.IsSphere() ? ReduceSphere(recipe, window, larger.height)
                                         : Reduce(recipe, window, size, times);

  if (options.shape == Shape::kSphere)
    return RenderSphere(reduction, std::min(size.width, size.height), times, options);

  CompileOptions compile = OptionsFor(reduction.recipe, {map.name});
  compile.simd = options.simd;
  const Program program = Program::Compile(reduction.recipe, compile);
  const RenderOptions render{.window = reduction.window, .threads = options.threads};
  const Image image = RenderMaps(program, {&map, 1}, render);
  return PictureOf(recipe, map, Reduced(image, size));
}

// The globe is no larger than the picture from pole to pole.
RgbPicture RenderGlobe(const Recipe& recipe, const LookOptions& options) {
  const int64_t side = std::min({options.max_width, options.max_height, StepsOf(recipe).y});
  int samples = kMaxSide;
  while (samples > 1 && static_cast<double>(side * side) * samples * samples > kMaxPixels)
    --samples;
  return PictureOf(recipe, Map::kLit,
                   ViewGlobe(recipe, {.width = side,
                                      .height = side,
                                      .samples = samples,
                                      .simd = options.simd,
                                      .threads = options.threads}));
}

RgbPicture RenderShape(const Recipe& recipe, const std::string& lit, const LookOptions& options) {
  if (options.shape == Shape::kSphere)
    return recipe.domain.IsSphere() ? RenderGlobe(recipe, options) : Render(recipe, lit, options);
  const FittedSize size = SizeOfShape(options.shape, recipe.width, recipe.height, options.max_width,
                                      options.max_height);
  return ViewTerrain(recipe, {.width = size.width,
                              .height = size.height,
                              .simd = options.simd,
                              .threads = options.threads});
}

}  // namespace

FittedSize SizeOfShape(Shape shape, int64_t width, int64_t height, int64_t max_width,
                       int64_t max_height) {
  constexpr FittedSize kView{4096, 2560};  // at most, of a landscape
  if (shape == Shape::kTerrain) return FitWithin(kView.width, kView.height, max_width, max_height);
  FittedSize size = FitWithin(width, height, max_width, max_height);
  if (shape == Shape::kSphere) size.width = size.height = std::min(size.width, size.height);
  return size;
}

RgbPicture LookAt(const Recipe& recipe, const LookOptions& options) {
  const std::string lit(Name(Map::kLit));
  if (options.shape != Shape::kFlat) {
    if (options.look.empty() || options.look == lit) return RenderShape(recipe, lit, options);
    MapOfLook(recipe, options.look, options.where);  // throws if it is unknown
    throw Error(ErrorKind::kUsage, options.where,
                options.shape == Shape::kSphere ? "a sphere only shows the map lit"
                                                : "a landscape has the light of the map lit");
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
