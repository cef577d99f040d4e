// Renders a recipe's heights, then its material, which it lights band by band, and looks at this
// ground with a camera, through haze.
#include "views/terrain/terrain_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/image.h"
#include "cobble/render.h"
#include "core/band_sink.h"
#include "core/math.h"
#include "core/srgb_table.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/picture_steps.h"
#include "render/maps/light.h"
#include "render/parallel.h"
#include "render/render_bands.h"
#include "render/sample_sink.h"
#include "views/globe.h"
#include "views/lit_row.h"
#include "views/terrain/height_field.h"
#include "views/terrain/scene.h"

namespace cobble {
namespace {

constexpr int kSide = 2;  // a pixel is the mean of kSide x kSide rays

// The recipe's map of the depth of its water, in the units of the value.
constexpr std::string_view kWaterMap = "water";

constexpr double kMaxHeight = 16;    // in picture widths
constexpr double kSunSpread = 0.02;  // four times the real sun's, for soft edges

// Returns the recipe in the size of the ground for a view. The extent and so the pattern stay.
Recipe ForView(const Recipe& recipe, const FittedSize& view) {
  constexpr int64_t kMin = 256, kMax = 4096;  // samples of the longer side
  const int64_t longer = std::max(view.width, view.height);
  const int64_t samples = kSide * std::clamp(longer, kMin / kSide, kMax / kSide);
  Recipe sized = recipe;
  const double scale =
      static_cast<double>(samples) / static_cast<double>(std::max(recipe.width, recipe.height));
  const auto side = [&](int64_t length) {
    return std::max<int64_t>(std::llround(static_cast<double>(length) * scale), 2);
  };
  sized.width = side(recipe.width);
  sized.height = side(recipe.height);
  sized.samples = 1;
  sized.normal.y = NormalY::kUp;
  return sized;
}

// Heights, of the water where there is some, and its depth; in steps of the grid.
struct Relief {
  HeightField surface;
  Image depth;  // without samples if the recipe has no water
};

Relief ReliefOf(const Recipe& recipe, const TerrainViewOptions& options) {
  std::vector<PictureMap> maps{Map::kHeight};
  const auto water = FindPictureMap(recipe, kWaterMap);
  if (water && water->channels == 1) maps.push_back(*water);
  const Program program = CompileFor(recipe, maps, options.simd);
  const Image image = RenderMaps(program, maps, {.threads = options.threads});
  const auto steps = static_cast<double>(StepsOf(recipe).x);
  const double strength = recipe.normal.strength;
  const auto pixels = (Size(image.width) * Size(image.height)).bytes();
  std::vector<float> heights(pixels);
  Image depth{image.width, image.height, 1, {}};
  if (maps.size() > 1) depth.samples.resize(pixels);
  float bottom = std::numeric_limits<float>::infinity();
  const float* sample = image.samples.data();
  for (std::size_t k = 0; k < pixels; ++k) {
    double height = steps * std::clamp(double{*sample++} * strength, -kMaxHeight, kMaxHeight);
    bottom = std::min(bottom, static_cast<float>(height));
    if (maps.size() > 1) {
      const double level = std::clamp(double{*sample++} * strength, 0.0, kMaxHeight);
      depth.samples[k] = static_cast<float>(steps * level);
      height += steps * level;
    }
    heights[k] = static_cast<float>(height);
  }
  return {{image.width, image.height, std::move(heights), bottom}, std::move(depth)};
}

// The visible fraction of the sun, in a grid of half the resolution.
class Shadows {
 public:
  Shadows(const HeightField& heights, const Light& light, int threads)
      : columns_((heights.columns() + 1) / 2 + 1),
        rows_((heights.rows() + 1) / 2 + 1),
        seen_(static_cast<std::size_t>(columns_ * rows_)) {
    // In the grid, y points down the picture.
    const Vector sun{double{light.sun[0]}, -double{light.sun[1]}, double{light.sun[2]}};
    ItemSteps steps;
    steps.make = [&](int, int64_t row) {
      float* out = seen_.data() + row * columns_;
      for (int64_t column = 0; column < columns_; ++column)
        *out++ = static_cast<float>(heights.SunSeen(2 * static_cast<double>(column),
                                                    2 * static_cast<double>(row), sun, kSunSpread));
    };
    InOrder(rows_, threads, steps);
  }

  // Interpolates a row of the full resolution.
  void Row(int64_t row, std::size_t width, float* out) const {
    const float* const above = seen_.data() + row / 2 * columns_;
    const float* const below = above + row % 2 * columns_;
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t left = k / 2, right = left + k % 2;
      out[k] = 0.25f * (above[left] + above[right] + below[left] + below[right]);
    }
  }

 private:
  int64_t columns_, rows_;
  std::vector<float> seen_;
};

struct RowChunk final : Chunk {
  RowChunk(const LitProgram& lit, int64_t width) : row(lit, width, true) {}

  LitRow row;
};

class LightSink final : public BandSink {
 public:
  LightSink(const LitProgram& lit, const Shadows& shadows, Image* light)
      : lit_(lit), shadows_(shadows), light_(light) {}

  RowFormat row_format() const override {
    return {TotalChannels(lit_.maps), sizeof(float), &InterleaveFloats};
  }
  std::unique_ptr<Chunk> NewChunk(int64_t) const override {
    return std::make_unique<RowChunk>(lit_, light_->width);
  }
  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    LitRow& row = static_cast<RowChunk&>(chunk).row;
    const auto width = static_cast<std::size_t>(light_->width);
    for (int64_t j = 0; j < band.rows; ++j) {
      const std::byte* samples = band.data + static_cast<std::size_t>(j) * band.stride;
      for (std::size_t k = 0; k < width; ++k)
        for (std::size_t c = 0; c < row.channels(); ++c, samples += sizeof(float))
          std::memcpy(row.At(c) + k, samples, sizeof(float));
      const int64_t at = band.first_row + j;
      shadows_.Row(at, width, row.sun());
      row.Shade(light_->samples.data() + (Size(at) * Size(width) * Size(3)).bytes());
    }
  }

 private:
  const LitProgram& lit_;
  const Shadows& shadows_;
  Image* light_;
};

// Renders the recipe's picture in the size for the view, whatever its own. Its light is the map
// lit's, with the shadows of relief that hides the sun. Heights rise as in the normal map: by the
// strength of the normal, or by the recipe's world. They are cut off beyond 16 picture widths.
Ground MakeGround(const Recipe& recipe, const TerrainViewOptions& options) {
  const Recipe sized = ForView(recipe, {options.width, options.height});
  const RenderOptions render{.threads = options.threads};
  const LitProgram lit(sized, options.simd, render);
  Relief relief = ReliefOf(sized, options);
  Ground ground{.surface = std::move(relief.surface),
                .light = {sized.width, sized.height, 3, {}},
                .depth = std::move(relief.depth),
                .sun = lit.scene.light,
                .width = static_cast<double>(StepsOf(sized).x)};
  ground.light.samples.resize((Size(sized.width) * Size(sized.height) * Size(3)).bytes());
  const Shadows shadows(ground.surface, ground.sun, ThreadsOf(options.threads));
  LightSink sink(lit, shadows, &ground.light);
  const BandOutput output{lit.maps, &sink};
  RenderBands(lit.program, lit.range, render, {&output, 1});
  return ground;
}

// Returns a byte of an sRGB value. Its fraction is rounded up in as many of 8 x 8 neighbouring
// pixels as it has parts of 64, so that gradients show no bands.
uint8_t DitheredByte(double light, std::size_t x, std::size_t y) {
  constexpr unsigned kBayer[4] = {0, 2, 3, 1};
  unsigned order = 0;  // 0..63
  for (unsigned bit = 0; bit < 3; ++bit) {
    const std::size_t quarter = (x >> bit & 1) | (y >> bit & 1) << 1;
    order = order * 4 + kBayer[quarter];
  }
  const std::size_t fine = SrgbTable::Of(16).SampleOf(std::clamp(light, 0.0, 1.0));
  return static_cast<uint8_t>((fine * 255 + (2 * order + 1) * 65535 / 128) / 65535);
}

RgbPicture GlobeOf(const Recipe& recipe, const TerrainViewOptions& options) {
  constexpr double kGlobeShare = 0.95;  // of the view
  const Image globe = ViewGlobe(recipe, {.width = options.width,
                                         .height = options.height,
                                         .longitude = options.place.azimuth,
                                         .latitude = options.place.elevation,
                                         .radius = kGlobeShare * options.place.zoom,
                                         .samples = kSide,
                                         .simd = options.simd,
                                         .threads = options.threads});
  RgbPicture picture(globe.width, globe.height);
  const auto across = static_cast<std::size_t>(globe.width);
  for (std::size_t k = 0; k < globe.samples.size(); ++k)
    picture.samples[k] = DitheredByte(double{globe.samples[k]}, k / 3 % across, k / 3 / across);
  return picture;
}

}  // namespace

// In floats: a height, 4/3 maxima of cells and blocks, a depth, a quarter of a shadow and three
// channels.
Size GroundBytes(const Recipe& recipe, const FittedSize& view) {
  const Recipe sized = ForView(recipe, view);
  return Size(sized.width) * Size(sized.height) * Size(7 * sizeof(float));
}

RgbPicture ViewTerrain(const Recipe& recipe, const TerrainViewOptions& options) {
  if (recipe.domain.IsSphere()) return GlobeOf(recipe, options);
  const Ground ground = MakeGround(recipe, options);
  const double aspect = static_cast<double>(options.height) / static_cast<double>(options.width);
  const Camera camera(ground.surface, options.place, aspect);
  const Scene scene(ground, camera);

  RgbPicture picture(options.width, options.height);
  const auto side = [](int64_t at, int sub, int64_t length) {
    return (2 * static_cast<double>(at * kSide + sub) + 1) / static_cast<double>(length * kSide) -
           1;
  };
  ItemSteps steps;
  steps.make = [&](int, int64_t row) {
    uint8_t* out = picture.samples.data() + (Size(row) * Size(options.width) * Size(3)).bytes();
    for (int64_t column = 0; column < options.width; ++column) {
      Rgb3 sum{};
      for (int j = 0; j < kSide; ++j)
        for (int i = 0; i < kSide; ++i) {
          const Rgb3 light =
              scene.LightAt(side(column, i, options.width), -side(row, j, options.height));
          for (std::size_t c = 0; c < 3; ++c) sum[c] += light[c];
        }
      for (std::size_t c = 0; c < 3; ++c)
        *out++ = DitheredByte(sum[c] / (kSide * kSide), static_cast<std::size_t>(column),
                              static_cast<std::size_t>(row));
    }
  };
  InOrder(options.height, ThreadsOf(options.threads), steps);
  return picture;
}

}  // namespace cobble
