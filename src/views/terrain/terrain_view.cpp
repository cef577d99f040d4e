// Renders a recipe's heights, then its material, which it lights band by band, and looks at this
// ground with a camera, through haze.
#include "views/terrain/terrain_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "cobble/image.h"
#include "cobble/render.h"
#include "core/band_sink.h"
#include "core/math.h"
#include "core/srgb_table.h"
#include "recipe/fields/picture_steps.h"
#include "render/maps/light.h"
#include "render/parallel.h"
#include "render/render_bands.h"
#include "render/sample_sink.h"
#include "views/lit_row.h"
#include "views/terrain/height_field.h"

namespace cobble {
namespace {

constexpr int kSide = 2;  // a pixel is the mean of kSide x kSide rays

// The surface, and the light that it reflects.
struct Ground {
  HeightField heights;
  Image light;  // of each sample: linear red, green and blue, as the map lit shows it
  Light sun;
  double width;  // of the picture, in steps of the grid
};

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

HeightField HeightsOf(const Recipe& recipe, const TerrainViewOptions& options) {
  const std::vector<PictureMap> maps{Map::kHeight};
  const Program program = CompileFor(recipe, maps, options.simd);
  Image image = RenderMaps(program, maps, {.threads = options.threads});
  const auto steps = static_cast<double>(StepsOf(recipe).x);
  for (float& height : image.samples)
    height = static_cast<float>(
        steps * std::clamp(double{height} * recipe.normal.strength, -kMaxHeight, kMaxHeight));
  return {image.width, image.height, std::move(image.samples)};
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
  Ground ground{
      HeightsOf(sized, options), {}, lit.scene.light, static_cast<double>(StepsOf(sized).x)};
  ground.light = {sized.width, sized.height, 3, {}};
  ground.light.samples.resize((Size(sized.width) * Size(sized.height) * Size(3)).bytes());
  const Shadows shadows(ground.heights, ground.sun, ThreadsOf(options.threads));
  LightSink sink(lit, shadows, &ground.light);
  const BandOutput output{lit.maps, &sink};
  RenderBands(lit.program, lit.range, render, {&output, 1});
  return ground;
}

using Rgb3 = std::array<double, 3>;

// Behind the landscape, from the bottom of the view to its top: linear light.
constexpr Rgb3 kMist{0.52, 0.57, 0.62}, kSky{0.17, 0.30, 0.52};
// Haze, per picture width.
constexpr Rgb3 kHaze{0.20, 0.25, 0.33};
constexpr Rgb3 kWall{0.15, 0.125, 0.10};

double Smooth(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

Rgb3 Mix(const Rgb3& a, const Rgb3& b, double share) {
  Rgb3 mixed;
  for (std::size_t c = 0; c < 3; ++c) mixed[c] = a[c] + share * (b[c] - a[c]);
  return mixed;
}

// In: height in the view, 0 at the bottom, 1 at the top.
Rgb3 Background(double height) { return Mix(kMist, kSky, Smooth(height)); }

class Scene {
 public:
  Scene(const Ground& ground, const Camera& camera) : ground_(ground), camera_(camera) {}

  // In: a point of the view, -1..1 to the right and up.
  Rgb3 LightAt(double x, double y) const {
    const Rgb3 behind = Background(0.5 + 0.5 * y);
    const Ray ray = camera_.RayAt(x, y);
    const auto hit = ground_.heights.Hit(ray);
    if (!hit) return behind;
    const bool is_wall = hit->wall >= 0;
    const Rgb3 light =
        is_wall ? WallAt(*hit, ray) : SurfaceAt(ray.At(0, hit->distance), ray.At(1, hit->distance));
    const Rgb3 hazy = Hazy(light, behind, hit->distance);
    return is_wall ? Mix(hazy, behind, FogAt(ray.At(2, hit->distance))) : hazy;
  }

 private:
  Rgb3 SurfaceAt(double x, double y) const {
    const Image& light = ground_.light;
    const auto place = [](double at, int64_t samples) {
      const double inside = std::clamp(at, 0.0, static_cast<double>(samples - 1));
      return std::min(static_cast<int64_t>(inside), samples - 2);
    };
    const int64_t column = place(x, light.width), row = place(y, light.height);
    const double u = x - static_cast<double>(column), v = y - static_cast<double>(row);
    const float* const above = light.Pixel(column, row);
    const float* const below = light.Pixel(column, row + 1);
    Rgb3 mixed;
    for (std::size_t c = 0; c < 3; ++c) {
      const double a = double{above[c]} + u * (double{above[c + 3]} - double{above[c]});
      const double b = double{below[c]} + u * (double{below[c + 3]} - double{below[c]});
      mixed[c] = a + v * (b - a);
    }
    return mixed;
  }

  // Walls fade below the lowest ground.
  double FogAt(double height) const {
    const double depth = kFogDepth * ground_.width;
    return Smooth((ground_.heights.minimum() - height) / depth + 0.25);
  }
  Rgb3 WallAt(const GroundHit& hit, const Ray& ray) const {
    const Light& light = ground_.sun;
    const auto axis = static_cast<std::size_t>(hit.wall);
    const double out = ray.direction[axis] > 0 ? -1 : 1;
    const double to_sun = (axis == 0 ? out : -out) * double{light.sun[axis]};
    Rgb3 wall;
    for (std::size_t c = 0; c < 3; ++c)
      wall[c] = kWall[c] *
                (std::max(to_sun, 0.0) * double{light.sun_color[c]} + double{light.sky_color[c]});
    return wall;
  }
  Rgb3 Hazy(const Rgb3& light, const Rgb3& behind, double distance) const {
    const double far = std::max(distance - camera_.nearest(), 0.0) / ground_.width;
    Rgb3 seen;
    for (std::size_t c = 0; c < 3; ++c)
      seen[c] = behind[c] + Exp(-kHaze[c] * far) * (light[c] - behind[c]);
    return seen;
  }

  const Ground& ground_;
  const Camera& camera_;
};

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

}  // namespace

// In floats: a height, 4/3 maxima of cells and blocks, a quarter of a shadow and three channels.
Size GroundBytes(const Recipe& recipe, const FittedSize& view) {
  const Recipe sized = ForView(recipe, view);
  return Size(sized.width) * Size(sized.height) * Size(6 * sizeof(float));
}

RgbPicture ViewTerrain(const Recipe& recipe, const TerrainViewOptions& options) {
  const Ground ground = MakeGround(recipe, options);
  const double aspect = static_cast<double>(options.height) / static_cast<double>(options.width);
  const Camera camera(ground.heights, options.place, aspect);
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
