// Renders a recipe's heights, then its material, which it lights band by band.
#include "views/terrain/ground.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "cobble/render.h"
#include "core/band_sink.h"
#include "core/size.h"
#include "recipe/fields/picture_steps.h"
#include "render/float_sink.h"
#include "render/parallel.h"
#include "render/render_bands.h"
#include "render/render_maps.h"
#include "views/lit_row.h"

namespace cobble {
namespace {

constexpr double kMaxHeight = 16;    // in picture widths
constexpr double kSunSpread = 0.02;  // four times the real sun's, for soft edges

// The picture in another size. The extent and so the pattern stay.
Recipe Resized(const Recipe& recipe, int64_t samples) {
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

HeightField HeightsOf(const Recipe& recipe, const GroundOptions& options) {
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

}  // namespace

// In floats: a height, 4/3 maxima of cells and blocks, a quarter of a shadow and three channels.
Size BytesOfGround(const Recipe& recipe, int64_t samples) {
  const Recipe sized = Resized(recipe, samples);
  return Size(sized.width) * Size(sized.height) * Size(6 * sizeof(float));
}

Ground MakeGround(const Recipe& recipe, const GroundOptions& options) {
  const Recipe sized = Resized(recipe, options.samples);
  RenderOptions render;
  render.threads = options.threads;
  const LitProgram lit(sized, options.simd, render);
  Ground ground{
      HeightsOf(sized, options), {}, lit.scene.light, static_cast<double>(StepsOf(sized).x)};
  ground.light = {sized.width, sized.height, 3, {}};
  ground.light.samples.resize((Size(sized.width) * Size(sized.height) * Size(3)).bytes());
  const int threads = options.threads > 0 ? options.threads : AvailableThreads();
  const Shadows shadows(ground.heights, ground.sun, threads);
  LightSink sink(lit, shadows, &ground.light);
  const BandOutput output{lit.maps, &sink};
  RenderBands(lit.program, lit.range, render, {&output, 1});
  return ground;
}

}  // namespace cobble
