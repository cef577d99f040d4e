// Looks at a landscape with a camera, through haze.
#include "views/terrain/terrain_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/math.h"
#include "core/srgb_table.h"
#include "render/parallel.h"
#include "views/terrain/camera.h"
#include "views/terrain/ground.h"

namespace cobble {
namespace {

using Rgb3 = std::array<double, 3>;

constexpr int kSide = 2;  // a pixel is the mean of kSide x kSide rays

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
  Scene(const Ground& ground, const Camera& camera)
      : ground_(ground), camera_(camera), steps_(ground.width), nearest_(camera.nearest()) {}

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
    return Smooth((ground_.heights.minimum() - height) / (kFogDepth * steps_) + 0.25);
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
    const double far = std::max(distance - nearest_, 0.0) / ground_.width;
    Rgb3 seen;
    for (std::size_t c = 0; c < 3; ++c)
      seen[c] = behind[c] + Exp(-kHaze[c] * far) * (light[c] - behind[c]);
    return seen;
  }

  const Ground& ground_;
  const Camera& camera_;
  double steps_;  // of the width
  double nearest_;
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

// Returns the samples of the ground along its longer side.
int64_t SamplesFor(const FittedSize& view) {
  constexpr int64_t kMin = 256, kMax = 4096;
  const int64_t longer = std::max(view.width, view.height);
  return kSide * std::clamp(longer, kMin / kSide, kMax / kSide);
}

}  // namespace

Size GroundBytes(const Recipe& recipe, const FittedSize& view) {
  return BytesOfGround(recipe, SamplesFor(view));
}

RgbPicture ViewTerrain(const Recipe& recipe, const TerrainViewOptions& options) {
  const Ground ground = MakeGround(recipe, {.samples = SamplesFor({options.width, options.height}),
                                            .simd = options.simd,
                                            .threads = options.threads});
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
  const int threads = options.threads > 0 ? options.threads : AvailableThreads();
  InOrder(options.height, threads, steps);
  return picture;
}

}  // namespace cobble
