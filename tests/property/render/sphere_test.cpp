// Tests pictures of spheres: directions, values and slopes against their definitions, what faces
// share, and that no bit depends on windows, tiles, threads or SIMD levels.
#include "render/sphere.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

using Vector = std::array<double, 3>;

// In: domain and members, further keys of the domain and of the recipe.
Recipe SphereOf(const std::string& surface, int size, const std::string& domain = "",
                const std::string& members = "") {
  return ReadRecipe(
      R"json({"cobble": 1, "noise": "fbm(perlin(5), 4)", "normal": {"strength": 0.3}, )json" +
          members + R"("size": )" + std::to_string(size) + R"(, "domain": {"surface": ")" +
          surface + "\"" + domain +
          R"json(}, "maps": {"color": "blend(#204080, wheat, smoothstep(height))",
                 "steep": "slope", "x": "x", "y": "y", "z": "z"}})json",
      "test");
}

Image SphereImage(Recipe recipe, const std::string& map, const RenderOptions& options = {},
                  const std::string& level = {}) {
  if (map == "object") recipe.normal.space = NormalSpace::kObject;
  const std::string name = map == "object" ? "normal" : map;
  CompileOptions compile = OptionsFor(recipe, {name});
  if (!level.empty()) compile.simd = level;
  return RenderImage(Program::Compile(recipe, compile), name, options);
}

double DotOf(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The direction of a pixel by the definition: by longitude and latitude, or on a face of a cube
// whose y points north.
Vector DirectionOfPixel(const Recipe& recipe, int64_t i, int64_t j) {
  const bool vertices = recipe.domain.grid == Grid::kVertices;
  const auto place = [&](int64_t at, int64_t count) {
    const double n = static_cast<double>(count);
    return vertices ? static_cast<double>(at) / (n - 1) : (static_cast<double>(at) + 0.5) / n;
  };
  const int64_t height = recipe.height;
  if (recipe.domain.surface == SurfaceShape::kEquirectangular) {
    const double l = 2 * std::numbers::pi * (place(i, recipe.width) - 0.5);
    const double f = std::numbers::pi * (0.5 - place(j, height));
    return {std::cos(f) * std::sin(l), -std::sin(f), std::cos(f) * std::cos(l)};
  }
  // By the table of cube maps: s = (sc / |ma| + 1) / 2, t = (tc / |ma| + 1) / 2.
  const double sc = 2 * place(i % height, height) - 1, tc = 2 * place(j, height) - 1;
  const Vector faces[] = {{1, -tc, -sc}, {-1, -tc, sc}, {sc, 1, tc},
                          {sc, -1, -tc}, {sc, -tc, 1},  {-sc, -tc, -1}};
  const Vector& at = faces[i / height];
  const double length = std::sqrt(DotOf(at, at));
  return {at[0] / length, -at[1] / length, at[2] / length};
}

const std::vector<Recipe>& Spheres() {
  static const std::vector<Recipe> spheres{
      SphereOf("equirectangular", 20), SphereOf("cube", 12),
      SphereOf("equirectangular", 21, R"(, "grid": "vertices")"),
      SphereOf("cube", 13, R"(, "grid": "vertices")"),
      SphereOf("cube", 9,
               R"(, "translate": [3, 1, 2], "rotate": [20, 0, 40], "scale": [2, 1, 1])")};
  return spheres;
}

template <typename Check>
void ForPixels(const Recipe& recipe, const Check& check) {
  for (int64_t j = 0; j < recipe.height; ++j)
    for (int64_t i = 0; i < recipe.width; ++i)
      check(i, j, static_cast<std::size_t>(j * recipe.width + i));
}

TEST_CASE("a sphere's picture has the size of its surface") {
  CHECK(Spheres()[0].width == 40);
  CHECK(Spheres()[1].width == 72);
  CHECK(Spheres()[2].width == 41);
  CHECK(Spheres()[3].width == 78);
}

TEST_CASE("pixels are where longitudes, latitudes and faces say") {
  for (std::size_t k = 0; k < 4; ++k) {
    const Recipe& recipe = Spheres()[k];
    const Image at[] = {SphereImage(recipe, "x"), SphereImage(recipe, "y"),
                        SphereImage(recipe, "z")};
    ForPixels(recipe, [&](int64_t i, int64_t j, std::size_t pixel) {
      const Vector d = DirectionOfPixel(recipe, i, j);
      for (std::size_t a = 0; a < 3; ++a)
        CHECK(double{at[a].samples[pixel]} ==
              doctest::Approx(d[a] / (2 * std::numbers::pi)).epsilon(1e-6));
    });
  }
}

// The noise and its slopes at the same points of the plane's volume.
TEST_CASE("values are those of the noise, and normals follow from its tangential slopes") {
  for (const Recipe& recipe : Spheres()) {
    Recipe volume = recipe;
    volume.domain.surface = SurfaceShape::kPlane;
    volume.width = volume.height = 64;
    const Program points = Program::Compile(volume, {.positions = CompileOptions::kPoints});
    std::vector<Vec3> at;
    ForPixels(recipe, [&](int64_t i, int64_t j, std::size_t) {
      Vector d = DirectionOfPixel(recipe, i, j);
      at.push_back({d[0] * kSphereRadius, d[1] * kSphereRadius, d[2] * kSphereRadius});
    });
    const Points noise = Sample(points, at);
    // Points of a sphere are directions of any length.
    std::vector<Vec3> directions;
    for (const Vec3& each : at) directions.push_back({7 * each[0], 7 * each[1], 7 * each[2]});
    const Points there =
        Sample(Program::Compile(recipe, {.positions = CompileOptions::kPoints}), directions);
    const Image value = SphereImage(recipe, "value"), normal = SphereImage(recipe, "object");
    const Image slope = SphereImage(recipe, "slope"), steep = SphereImage(recipe, "steep");
    const double rise = 1 / (Program::Compile(recipe).high() - Program::Compile(recipe).low());
    ForPixels(recipe, [&](int64_t i, int64_t j, std::size_t pixel) {
      const Vector d = DirectionOfPixel(recipe, i, j);
      Vector g{double{noise.dx[pixel]}, double{noise.dy[pixel]}, double{noise.dz[pixel]}};
      const double radial = DotOf(g, d);
      for (std::size_t a = 0; a < 3; ++a) g[a] = rise * (g[a] - radial * d[a]);
      Vector n;
      for (std::size_t a = 0; a < 3; ++a) n[a] = d[a] - 0.3 * g[a];
      const double length = std::sqrt(DotOf(n, n)), steepness = std::sqrt(DotOf(g, g));
      CHECK(value.samples[pixel] == doctest::Approx(noise.value[pixel]).epsilon(1e-5));
      CHECK(there.value[pixel] == doctest::Approx(noise.value[pixel]).epsilon(1e-5));
      const Vector expected{n[0] / length, -n[1] / length, n[2] / length};
      for (std::size_t a = 0; a < 3; ++a)
        CHECK(std::abs(double{normal.samples[3 * pixel + a]} - expected[a]) < 1e-5);
      const double x = double{slope.samples[2 * pixel]}, y = double{slope.samples[2 * pixel + 1]};
      CHECK(std::sqrt(x * x + y * y) == doctest::Approx(steepness).epsilon(1e-4));
      CHECK(double{steep.samples[pixel]} == doctest::Approx(steepness).epsilon(1e-4));
    });
  }
}

TEST_CASE("normals in tangent space are the same vectors as in object space") {
  for (const Recipe& recipe : Spheres()) {
    const Image tangent = SphereImage(recipe, "normal"), object = SphereImage(recipe, "object");
    const SphereSamples samples(recipe, 1);
    ForPixels(recipe, [&](int64_t i, int64_t j, std::size_t pixel) {
      const SphereFrame frame = FrameAt(samples, i, j);
      CHECK(std::abs(DotOf(frame.right, frame.down)) < 1e-12);
      CHECK(std::abs(DotOf(frame.right, frame.direction)) < 1e-12);
      CHECK(std::abs(DotOf(frame.down, frame.down) - 1) < 1e-12);
      for (std::size_t a = 0; a < 3; ++a) {
        const double sum = double{tangent.samples[3 * pixel]} * frame.right[a] -
                           double{tangent.samples[3 * pixel + 1]} * frame.down[a] +
                           double{tangent.samples[3 * pixel + 2]} * frame.direction[a];
        const double sign = a == 1 ? -1 : 1;
        CHECK(std::abs(sum - sign * double{object.samples[3 * pixel + a]}) < 1e-6);
      }
    });
  }
}

// Returns the pixels that have each direction.
std::map<Vector, std::vector<std::size_t>> PixelsByDirection(const Recipe& recipe) {
  std::map<Vector, std::vector<std::size_t>> pixels;
  const SphereSamples samples(recipe, 1);
  ForPixels(recipe, [&](int64_t i, int64_t j, std::size_t pixel) {
    pixels[DirectionAt(samples, i, j)].push_back(pixel);
  });
  return pixels;
}

TEST_CASE("a smooth black sea mirrors no sun, steep or flat") {
  for (const std::string noise : {"0.5", "40*perlin(4)"}) {
    CAPTURE(noise);
    const Recipe recipe = ReadRecipe(
        R"json({"cobble": 1, "size": 16, "domain": {"surface": "cube"},
                "maps": {"color": [0, 0, 0], "roughness": 0.1}, "noise": ")json" +
            noise + "\"}",
        "test");
    for (const float light : SphereImage(recipe, "lit").samples) CHECK(light < 0.15F);
  }
}

TEST_CASE("vertices with one direction have the same bits") {
  for (const std::size_t which : {2, 3}) {
    const Recipe& recipe = Spheres()[which];
    const auto pixels = PixelsByDirection(recipe);
    const auto n = static_cast<std::size_t>(recipe.height);
    // A cube has 6 (n - 2)^2 vertices inside faces, 12 (n - 2) on edges and 8 corners.
    const std::size_t in_cube = 6 * (n - 2) * (n - 2) + 12 * (n - 2) + 8;
    CHECK(pixels.size() == (which == 3 ? in_cube : (n - 2) * 2 * (n - 1) + 2));
    for (const char* map : {"value", "height", "lit", "object", "color", "steep"}) {
      CAPTURE(map);
      const Image image = SphereImage(recipe, map);
      const auto channels = static_cast<std::size_t>(image.channels);
      for (const auto& [direction, same] : pixels)
        for (const std::size_t pixel : same)
          for (std::size_t c = 0; c < channels; ++c)
            CHECK(image.samples[pixel * channels + c] == image.samples[same[0] * channels + c]);
    }
  }
}

TEST_CASE("spheres have the same bits in windows, tiles, threads and levels") {
  Random random(72);
  for (Recipe recipe : {SphereOf("equirectangular", 90), SphereOf("cube", 70),
                        SphereOf("cube", 40, "", R"("samples": 2, )"),
                        SphereOf("equirectangular", 50, "", R"("flip": true, "range": "fit", )")})
    for (const char* map : {"value", "normal", "object", "lit", "color", "steep"}) {
      CAPTURE(map);
      const Image whole = SphereImage(recipe, map);
      const Window window{random.Integer(0, recipe.width - 31), random.Integer(0, 20), 31, 17};
      const Image part = Crop(whole, window.x, window.y, window.width, window.height);
      for (const std::string& level : RunningLevels())
        for (const int columns : {0, 1, 33}) {
          CAPTURE(level);
          RenderOptions options{.threads = 3, .tile_columns = columns};
          CHECK(SameBits(SphereImage(recipe, map, options, level), whole));
          options.window = window;
          CHECK(SameBits(SphereImage(recipe, map, options, level), part));
        }
    }
}

}  // namespace
}  // namespace cobble::test
