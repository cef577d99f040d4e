// Tests the map lit against its formulas in double, its surfaces' energy, where its light comes
// from, and that no bit depends on window, tile, threads or SIMD level.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/math.h"
#include "property/property.h"
#include "recipe/fields/picture_maps.h"
#include "render/maps/light.h"
#include "render/render_bands.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

const std::string kMaterial =
    R"("nodes": {"spots": {"type": "perlin", "frequency": 5},
                 "veins": {"type": "simplex", "frequency": 3}},
       "maps": {"color": {"type": "ramp", "source": {"ref": "veins"},
                          "stops": [[-0.6, "black"], [0, "#a06030"], [0.6, "white"]]},
                "roughness": {"type": "remap", "source": {"ref": "spots"}, "from": [-1, 1],
                              "to": [-0.2, 1.2]},
                "metallic": {"type": "smoothstep", "source": {"ref": "veins"},
                             "low": -0.1, "high": 0.1},
                "emissive": {"type": "ramp", "source": {"ref": "spots"},
                             "stops": [[0.4, "black"], [0.8, [4, 1, 0]]]}})";

// Adds a material's maps to a recipe, except those that `keep` leaves out. They are made of the
// recipe's own noise, which tiles if the recipe does.
Recipe WithMaterial(Recipe recipe, const std::vector<std::string>& keep) {
  static const Recipe material = ReadMembers(R"("noise": {"type": "perlin"}, )" + kMaterial);
  recipe.nodes["spots"] = recipe.nodes["veins"] = recipe.noise;
  for (const std::string& name : keep) recipe.maps[name] = material.maps.at(name);
  return recipe;
}

Recipe WithRandomMaterial(Recipe recipe, Random& random) {
  std::vector<std::string> keep;
  for (const char* const name : {"color", "roughness", "metallic", "emissive"})
    if (random.Chance(0.7)) keep.emplace_back(name);
  recipe.normal.strength = random.Uniform(0.02, 0.5);
  recipe.normal.y = random.Chance(0.5) ? NormalY::kUp : NormalY::kDown;
  recipe.ao.radius = random.Uniform(0, 0.1);
  recipe.lit = {random.Uniform(-400, 400), random.Chance(0.1) ? 0 : random.Uniform(0, 90)};
  return WithMaterial(std::move(recipe), keep);
}

using Vector = std::array<double, 3>;

double Dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

double Power5(double x) { return x * x * x * x * x; }

// Evaluates a polynomial in light.h.
template <std::size_t kRows>
double Polynomial(const float (&rows)[kRows][4], double cosine, double roughness) {
  double sum = 0;
  for (std::size_t i = 0; i < kRows; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      sum += static_cast<double>(rows[i][j]) * std::pow(1 - cosine, static_cast<double>(i)) *
             std::pow(roughness, static_cast<double>(j));
  return std::clamp(sum, 0.0, 1.0);
}

struct Material {
  Vector normal, color, emissive{};
  double roughness = 0.5, metallic = 0, ao = 1;
};

// Compress the brightest channel of light, and back.
double Compressed(double m) { return m > 0.5 ? 1 - 1 / (8 * m * m - 4 * m + 2) : m; }
double Expanded(double y) {
  return y > 0.5 ? 0.25 + std::sqrt(0.0625 - 0.125 * (2 - 1 / (1 - y))) : y;
}

// The formulas of src/render/README.md, in double.
class LitOracle {
 public:
  explicit LitOracle(const Lit& lit) {
    const double azimuth = lit.azimuth * kPi / 180, elevation = lit.elevation * kPi / 180;
    side_ = {std::sin(azimuth), std::cos(azimuth), 0};
    sun_ = {side_[0] * std::cos(elevation), side_[1] * std::cos(elevation), std::sin(elevation)};
    const double length = std::sqrt(Dot(sun_, sun_) + 2 * sun_[2] + 1);
    half_ = {sun_[0] / length, sun_[1] / length, (sun_[2] + 1) / length};
  }

  Vector At(const Material& m) const {
    const double alpha = m.roughness * m.roughness, square = alpha * alpha;
    const double to_sun = std::max(Dot(m.normal, sun_), 0.0);
    const double to_viewer = std::max(m.normal[2], 1e-3);
    const double to_half = std::max(Dot(m.normal, half_), 0.0);
    const double spread = 1 - to_half * to_half * (1 - square);
    const double masking = to_sun * std::sqrt(to_viewer * to_viewer * (1 - square) + square) +
                           to_viewer * std::sqrt(to_sun * to_sun * (1 - square) + square);
    const double glint = square / (spread * spread) * 0.5 / masking * to_sun;

    const double cosine = std::max<double>(m.normal[2], kMinCosine);
    const double b = Polynomial(kMirroredB, cosine, m.roughness);
    const double a = std::max(Polynomial(kMirroredSum, cosine, m.roughness) - b, 0.0);
    const double z = m.normal[2];
    const Vector mirrored{2 * z * m.normal[0], 2 * z * m.normal[1], 2 * z * z - 1};
    const double sky = kBounced + (1.0 - kBounced) * m.ao;
    const double sky_diffuse = sky * Sky(m.normal, 2.0 / 3, 0.25);
    const double sky_mirror = sky * Sky(mirrored, 1 - alpha / 3, 1 - 0.75 * alpha);

    Vector light{};
    constexpr double kSun[3] = {0.70, 0.68, 0.646};
    for (std::size_t c = 0; c < 3; ++c) {
      const double f0 = 0.04 + (m.color[c] - 0.04) * m.metallic;
      const double boost = 1 + f0 * (1 / (a + b) - 1);
      const double diffuse = m.color[c] * (1 - m.metallic);
      const double sun = (f0 + (1 - f0) * Power5(1 - half_[2])) * boost;
      const double mirror = (f0 * a + b) * boost;
      light[c] =
          kSun[c] * std::sqrt(2.0) * (diffuse * std::max(1 - sun, 0.0) * to_sun + sun * glint) +
          (0.9 - kSun[c]) *
              (diffuse * std::max(1 - mirror, 0.0) * sky_diffuse + mirror * sky_mirror) +
          m.emissive[c];
    }
    const double brightest = *std::ranges::max_element(light);
    for (double& each : light) each *= Compressed(brightest) / brightest;
    return light;
  }

 private:
  double Sky(const Vector& d, double first, double second) const {
    return kSkyMean + first * (kSkyUp * d[2] + kSkySide * Dot(d, side_)) +
           second * kSkyBand * (1.5 * d[2] * d[2] - 0.5);
  }

  Vector side_, sun_, half_;
};

// The pictures that make up lit.
class Materials {
 public:
  explicit Materials(const Recipe& recipe) {
    Recipe up = recipe;
    up.normal.y = NormalY::kUp;
    normal_ = RenderNamed(up, {"normal"});
    rest_ = RenderNamed(up, {"ao", "height"});
    for (const auto& [name, node] : recipe.maps) maps_[name] = RenderNamed(up, {name});
  }

  Material At(int64_t i, int64_t j) const {
    Material m;
    for (std::size_t c = 0; c < 3; ++c) m.normal[c] = static_cast<double>(normal_.Pixel(i, j)[c]);
    // Of length exactly 1, since the oracle's 1 - (n . h)^2 cancels where a smooth surface glints.
    const double length = std::sqrt(Dot(m.normal, m.normal));
    for (double& each : m.normal) each /= length;
    m.ao = static_cast<double>(rest_.Pixel(i, j)[0]);
    const double h = std::clamp(static_cast<double>(rest_.Pixel(i, j)[1]), 0.0, 1.0);
    const double lightness = std::pow(0.28 + 0.52 * h, 2);
    m.color = {lightness, 0.95 * lightness, 0.88 * lightness};
    for (std::size_t c = 0; c < 3; ++c) {
      if (maps_.contains("color")) m.color[c] = std::clamp(Of("color", i, j, c), 0.0, 1.0);
      if (maps_.contains("emissive")) m.emissive[c] = std::max(Of("emissive", i, j, c), 0.0);
    }
    if (maps_.contains("roughness")) m.roughness = std::clamp(Of("roughness", i, j, 0), 0.1, 1.0);
    if (maps_.contains("metallic")) m.metallic = std::clamp(Of("metallic", i, j, 0), 0.0, 1.0);
    return m;
  }

 private:
  double Of(const std::string& name, int64_t i, int64_t j, std::size_t c) const {
    const Image& image = maps_.at(name);
    return static_cast<double>(image.Pixel(i, j)[image.channels == 3 ? c : 0]);
  }

  Image normal_, rest_;
  std::map<std::string, Image> maps_;
};

Image RenderLit(const Recipe& recipe) { return RenderNamed(recipe, {"lit"}); }

TEST_CASE("lit is what its formulas say, within 0.02 %") {
  ForEachRecipe(71, MixedWishes(60, 12, 41, 33), [](const Recipe& plain, Random& random) {
    const Recipe recipe = WithRandomMaterial(plain, random);
    const Image lit = RenderLit(recipe);
    const LitOracle oracle(recipe.lit);
    const Materials materials(recipe);
    int wrong = 0;
    double worst = 0;
    for (int64_t j = 0; j < lit.height; ++j)
      for (int64_t i = 0; i < lit.width; ++i) {
        const Vector expected = oracle.At(materials.At(i, j));
        for (std::size_t c = 0; c < 3; ++c) {
          const double got = static_cast<double>(lit.Pixel(i, j)[c]);
          const double error = std::abs(got - expected[c]) / (0.01 + expected[c]);
          worst = std::max(worst, error);
          wrong += !(error <= 2e-4);
        }
      }
    INFO("worst ", worst);
    CHECK(wrong == 0);
  });
}

// The integral over the microfacets, by their distribution.
struct SkyIntegral {
  double a = 0, b = 0;
};
SkyIntegral MirroredSky(double cosine, double roughness) {
  constexpr int kRings = 400, kSpokes = 64;
  const double square = std::pow(roughness, 4), sine = std::sqrt(1 - cosine * cosine);
  SkyIntegral sum;
  for (int i = 0; i < kRings; ++i)
    for (int j = 0; j < kSpokes; ++j) {
      const double u = (i + 0.5) / kRings;
      const double h_z = std::sqrt((1 - u) / (1 + (square - 1) * u));
      const double h_x = std::sqrt(1 - h_z * h_z) * std::cos(2 * kPi * (j + 0.5) / kSpokes);
      const double to_half = sine * h_x + cosine * h_z, l_z = 2 * to_half * h_z - cosine;
      if (l_z <= 0 || to_half <= 0) continue;
      const double masking = l_z * std::sqrt(cosine * cosine * (1 - square) + square) +
                             cosine * std::sqrt(l_z * l_z * (1 - square) + square);
      const double part = 2 * l_z * to_half / (masking * h_z) / (kRings * kSpokes);
      const double grazing = Power5(1 - to_half);
      sum.a += (1 - grazing) * part;
      sum.b += grazing * part;
    }
  return sum;
}

TEST_CASE("the polynomials of the sky's reflection are near the integral over the microfacets") {
  double sum_error = 0, steep_error = 0, flat_error = 0;
  for (double cosine = static_cast<double>(kMinCosine); cosine <= 1; cosine += 0.05)
    for (double roughness = static_cast<double>(kMinRoughness); roughness <= 1; roughness += 0.1) {
      const SkyIntegral exact = MirroredSky(cosine, roughness);
      const double error = std::abs(Polynomial(kMirroredB, cosine, roughness) - exact.b);
      (cosine < 0.4 ? steep_error : flat_error) =
          std::max(cosine < 0.4 ? steep_error : flat_error, error);
      sum_error = std::max(
          sum_error, std::abs(Polynomial(kMirroredSum, cosine, roughness) - exact.a - exact.b));
    }
  CHECK(sum_error < 0.03);
  CHECK(flat_error < 0.006);
  CHECK(steep_error < 0.04);
}

Recipe Flat(const std::string& maps, double azimuth, double elevation) {
  Recipe recipe = ReadMembers(
      R"("size": 1, "noise": {"type": "constant", "value": 0.5}, "maps": {)" + maps + "}");
  recipe.lit = {azimuth, elevation};
  return recipe;
}

// Returns a surface's light before its shoulder.
Vector LightOf(const Recipe& recipe) {
  const Image lit = RenderLit(recipe);
  const double brightest = static_cast<double>(std::ranges::max(lit.samples));
  Vector light{};
  for (std::size_t c = 0; c < 3; ++c)
    light[c] = static_cast<double>(lit.samples[c]) * (Expanded(brightest) / brightest);
  return light;
}

// Turns the sun through the whole sky. A surface reflects no more light than arrives, and one that
// absorbs nothing reflects nearly all of it.
TEST_CASE("surfaces reflect no more than the light that reaches them, and white ones nearly all") {
  constexpr int kSteps = 60;
  for (const std::string metallic : {"0", "1"}) {
    for (const std::string roughness : {"0.4", "0.7", "1"}) {
      const auto reflected = [&](const std::string& color) {
        const std::string maps = fmt::format(R"("color": {}, "metallic": {}, "roughness": {})",
                                             color, metallic, roughness);
        const double sky = LightOf(Flat(maps, 0, 0))[1];
        double sum = 0;
        for (int k = 0; k < kSteps; ++k) {
          const double sine = (k + 0.5) / kSteps;  // rings of equal solid angle
          const double degrees = std::asin(sine) * 180 / kPi;
          sum += LightOf(Flat(maps, 0, degrees))[1] - sky;
        }
        // The green of an overhead sun is 0.68 sqrt 2, and the mean of n . l is a half.
        return sum / kSteps / (0.68 * std::sqrt(2.0) / 2);
      };
      INFO("metallic ", metallic, ", roughness ", roughness);
      const double white = reflected("1"), grey = reflected("0.2");
      CHECK(white < 1.09);
      CHECK(white > 0.9);
      CHECK(grey < 0.3);
      CHECK(grey > 0.08);
    }
  }
}

TEST_CASE("a flat surface keeps its colour, black is not quite black, and emissive is added") {
  const auto at = [](const std::string& maps) { return LightOf(Flat(maps, 315, 45)); };
  const auto painted = at(R"("color": "#804020", "roughness": 0.8)");
  for (std::size_t c = 0; c < 3; ++c) {
    const double color = at(R"("emissive": "#804020")")[c] - at("")[c];
    CHECK(std::abs(painted[c] - 0.9 * color) < 0.03);
  }
  for (const double x : at(R"("color": "black")")) CHECK(x > 0.005);
  CHECK(at(R"("emissive": [7, 0, 0])")[0] == doctest::Approx(at("")[0] + 7).epsilon(1e-4));
  CHECK(at(R"("emissive": 0.5)")[2] == doctest::Approx(at("")[2] + 0.5).epsilon(1e-4));
  CHECK(at(R"("color": 0.3)") == at(R"("color": [0.3, 0.3, 0.3])"));
  // Where a number is meant, a colour's red counts.
  CHECK(at(R"("metallic": [1, 0, 0])") == at(R"("metallic": 1)"));
}

TEST_CASE("bright light is compressed below 1 with its hue, and dark light stays") {
  const auto at = [](const std::string& color, double emissive) {
    const std::string maps = R"("color": )" + color + R"(, "emissive": [)" +
                             std::to_string(emissive) + ", " + std::to_string(emissive / 2) +
                             ", 0]";
    return RenderLit(Flat(maps, 315, 90)).samples;
  };
  // White under a high sun and slopes of it differ.
  float last = 0;
  for (const char* const grey : {"0.4", "0.6", "0.8", "0.9", "1"}) {
    const float brightest = std::ranges::max(at(grey, 0));
    CHECK(brightest > last + 0.004f);
    CHECK(brightest < 0.92f);
    last = brightest;
  }
  for (const double emissive : {0.2, 0.45, 0.55, 1.0, 10.0, 1e4, 1e6}) {
    INFO("emissive ", emissive);
    const auto light = at(R"("black")", emissive), unlit = at(R"("black")", 0);
    const double m = emissive + static_cast<double>(unlit[0]);
    CHECK(light[0] <= 1.000001f);
    CHECK(static_cast<double>(light[0]) == doctest::Approx(Compressed(m)).epsilon(1e-5));
    const double ratio = (emissive / 2 + static_cast<double>(unlit[1])) / m;
    CHECK(static_cast<double>(light[1] / light[0]) == doctest::Approx(ratio).epsilon(1e-4));
  }
}

// Returns the mean lightness of the left, right, upper and lower side of a dome.
std::array<double, 4> SidesOfDome(const std::string& members) {
  const Recipe recipe = ReadMembers(
      R"("size": 64, "noise": {"type": "gradient", "kind": "radial", "radius": 0.5},
         "range": [1, 0], "normal": {"strength": 0.4)" +
      members);
  const Image lit = RenderLit(recipe);
  std::array<double, 4> sides{};
  for (int64_t j = 16; j < 48; ++j)
    for (int64_t i = 8; i < 24; ++i) {
      sides[0] += static_cast<double>(lit.Pixel(i, j)[1]);
      sides[1] += static_cast<double>(lit.Pixel(63 - i, j)[1]);
      sides[2] += static_cast<double>(lit.Pixel(j, i)[1]);
      sides[3] += static_cast<double>(lit.Pixel(j, 63 - i)[1]);
    }
  return sides;
}

TEST_CASE("the side of a dome that faces the sun is bright") {
  struct Case {
    int azimuth;
    std::size_t bright, dark;
  };
  for (const Case& each : {Case{270, 0, 1}, {90, 1, 0}, {0, 2, 3}, {180, 3, 2}, {-90, 0, 1}}) {
    INFO("azimuth ", each.azimuth);
    const std::string lit = R"(}, "lit": {"azimuth": )" + std::to_string(each.azimuth) + "}";
    const auto sides = SidesOfDome(lit);
    CHECK(sides[each.bright] > 1.3 * sides[each.dark]);
    // The two other sides are equally bright.
    const std::size_t beside = each.bright < 2 ? 2 : 0;
    CHECK(sides[beside] == doctest::Approx(sides[beside + 1]).epsilon(1e-3));
    // The direction of normal maps, and a mirrored surface under the same sun, change nothing.
    CHECK(SidesOfDome(R"(, "y": "down")" + lit) == sides);
    const auto flipped = SidesOfDome(lit + R"(, "flip": true)");
    for (std::size_t k = 0; k < 4; ++k) CHECK(flipped[k] == doctest::Approx(sides[k]));
  }
  const auto overhead = SidesOfDome(R"(}, "lit": {"elevation": 90})");
  CHECK(overhead[0] == doctest::Approx(overhead[1]).epsilon(0.1));
}

TEST_CASE("lit is finite and never black, whatever the recipe") {
  const std::string steep = R"("size": 37, "normal": {"strength": -1e6}, )";
  for (const std::string& text :
       {steep + R"("noise": {"type": "perlin", "frequency": 1e12}, "range": [-1e-9, 0])",
        steep + R"("noise": {"type": "voronoi", "frequency": 1e6}, "range": [0, 1e-9])",
        steep + R"("noise": {"type": "multiply", "a": 1e12, "b": {"type": "perlin"}},
                   "range": "none")",
        steep + R"("noise": {"type": "perlin"}, "lit": {"elevation": 0},
                   "maps": {"color": "black", "roughness": 0, "metallic": 0.5})",
        std::string(R"("size": 37, "noise": {"type": "constant", "value": 7}, "range": "none")")}) {
    INFO(text);
    const Recipe recipe = ReadMembers(text);
    const Image best = RenderLit(recipe);
    CHECK(std::ranges::all_of(best.samples, [](float x) { return x > 1e-4f && x < 1.000001f; }));
    for (const std::string& level : RunningLevels())
      CHECK(SameBits(RenderNamed(recipe, {"lit"}, level), best));
  }
}

constexpr Window kLitArea{-31, -47, 200, 5 * 176};

TEST_CASE("lit is bit-identical for any SIMD level, thread count, tile width and window") {
  ForEachRecipe(72, MixedWishes(12, 6, 256, 256), [](const Recipe& plain, Random& random) {
    const Recipe recipe = WithRandomMaterial(plain, random);
    const std::vector<PictureMap> maps{Map::kLit};
    const Image reference = RenderMaps(Program::Compile(recipe, OptionsFor(recipe, {Map::kLit})),
                                       maps, {.window = kLitArea, .threads = 1});
    for (int k = 0; k < 6; ++k) {
      const int64_t width = random.OneOf<int64_t>({1, 2, 40, kLitArea.width});
      const int64_t height = random.OneOf<int64_t>({1, 50, 700, kLitArea.height});
      const RenderWay way{
          RunningLevels()[random.Bits() % RunningLevels().size()],
          random.OneOf({1, 2, 3, 7}),
          random.OneOf({0, 0, 1, 7, 33, 200}),
          {kLitArea.x + random.Integer(0, kLitArea.width - width),
           kLitArea.y + random.Integer(0, kLitArea.height - height), width, height}};
      CheckSameBits(recipe, maps, way, reference, kLitArea);
    }
  });
}

TEST_CASE("lit of a tiled picture repeats without a seam") {
  std::vector<RecipeWish> wishes = MixedWishes(18, 8, 50, 31);
  for (RecipeWish& wish : wishes) wish.tiling = true;
  ForEachRecipe(73, wishes, [&](const Recipe& plain, Random& random) {
    const Recipe recipe = WithRandomMaterial(plain, random);
    const Program program = Program::Compile(recipe, OptionsFor(recipe, {Map::kLit}));
    const Image whole = RenderImage(program, Map::kLit);
    const Image repeated = RenderImage(program, Map::kLit, {.window = {-50, -31, 150, 93}});
    for (int64_t j = 0; j < 3; ++j)
      for (int64_t i = 0; i < 3; ++i)
        CHECK(SameBits(Crop(repeated, i * 50, j * 31, 50, 31), whole));
  });
}

TEST_CASE("a program without the maps of the material cannot show it") {
  const Recipe recipe = WithMaterial(ReadMembers(R"("noise": {"type": "perlin"})"), {"metallic"});
  CHECK_THROWS(RenderImage(Program::Compile(recipe), Map::kLit));
}

}  // namespace
}  // namespace cobble::test
