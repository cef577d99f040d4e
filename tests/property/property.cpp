// Runs the property tests, and makes their comparisons.
#include "property/property.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "cobble/recipe_io.h"
#include "recipe/fields/picture_maps.h"
#include "support/float_rows.h"
#include "support/random/test_image.h"
#include "support/sanitizers.h"

namespace cobble::test {

void ForEachRecipe(uint64_t seed, const std::vector<RecipeWish>& wishes,
                   const std::function<void(const Recipe&, Random&)>& test) {
  // Coprime to the period of MixedWishes, so every kind of wish is taken.
  constexpr std::size_t kStep = kUnderSanitizer ? 7 : 1;
  Random random(seed);
  for (std::size_t k = 0; k < wishes.size(); k += kStep) {
    const std::string text = RandomRecipe(random, wishes[k]);
    INFO(text);
    Recipe recipe = ReadRecipe(text, "random");
    AttachTestImages(&recipe);
    test(recipe, random);
  }
}

bool SameBits(std::span<const float> a, std::span<const float> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

bool SameBits(const Image& a, const Image& b) {
  return a.width == b.width && a.height == b.height && a.channels == b.channels &&
         SameBits(a.samples, b.samples);
}

Image Crop(const Image& image, int64_t x, int64_t y, int64_t width, int64_t height) {
  Image part{width, height, image.channels, {}};
  for (int64_t j = 0; j < height; ++j) {
    const float* row = image.Pixel(x, y + j);
    part.samples.insert(part.samples.end(), row, row + width * image.channels);
  }
  return part;
}

Tally PixelsAgainstOracle(const Recipe& recipe, const Oracle& oracle, const Window& window) {
  const Program program = Program::Compile(recipe);
  const RenderOptions options{.window = window};
  const Image value = RenderImage(program, Map::kValue, options);
  const Image slope = RenderImage(program, Map::kSlope, options);
  const Image normal = RenderImage(program, Map::kNormal, options);
  const auto range = oracle.HeightRange();
  const double scale = oracle.SlopeScale(range), strength = recipe.normal.strength;

  Tally tally;
  for (int64_t j = 0; j < window.height; ++j)
    for (int64_t i = 0; i < window.width; ++i) {
      const OracleSample sample = oracle.AtPixel(window.x + i, window.y + j);
      const OracleMaps maps = oracle.Maps(sample, range);
      const std::string where = fmt::format("pixel {}, {}", window.x + i, window.y + j);
      if (!sample.jump) tally.Value(*value.Pixel(i, j), maps.value, sample.value_slack, where);
      if (sample.kink || sample.jump) {
        ++tally.kinks;
        continue;
      }
      const double slack = sample.slope_slack * scale;
      tally.Slopes({slope.Pixel(i, j), 2}, maps.slope, slack, where + " slope map");
      tally.Slopes({normal.Pixel(i, j), 3}, maps.normal, slack * strength + 1e-3,
                   where + " normal map");
    }
  return tally;
}

void RequireReadsBack(const Recipe& recipe, const std::string& text) {
  for (const std::string& written :
       {WriteRecipe(recipe), WriteBriefRecipe(recipe), FormatRecipe(text, "f")}) {
    CAPTURE(written);
    const Recipe read = ReadRecipe(written, "written");
    REQUIRE(read == recipe);
    REQUIRE(read.formulas == recipe.formulas);
    REQUIRE(read.functions.size() == recipe.functions.size());
  }
}

Recipe ReadMembers(const std::string& members) {
  return ReadRecipe(R"({"cobble": 1, )" + members + "}", "recipe");
}

std::string Between(double low, double high, int seed) {
  return R"({"type": "remap", "to": [)" + std::to_string(low) + ", " + std::to_string(high) +
         R"(], "source": {"type": "perlin", "octaves": 2, "frequency": 3, "seed": )" +
         std::to_string(seed) + "}}";
}

Image RenderNamed(const Recipe& recipe, const std::vector<std::string>& names,
                  const std::string& simd) {
  std::vector<PictureMap> maps;
  for (const std::string& name : names) maps.push_back(FindPictureMap(recipe, name).value());
  CompileOptions options;
  options.simd = simd;
  options.maps = ProgramMapsOf(recipe, maps);
  return RenderMaps(Program::Compile(recipe, options), maps);
}

Points Sample(const Program& program, std::span<const Vec3> points, bool slopes) {
  const std::size_t n = points.size(), m = slopes ? n : 0;
  std::vector<double> p[3];
  for (const Vec3& point : points)
    for (std::size_t a = 0; a < 3; ++a) p[a].push_back(point[a]);
  Points r{std::vector<float>(n), std::vector<float>(m), std::vector<float>(m),
           std::vector<float>(m)};
  SamplePoints(program, p[0], p[1], p[2], {r.value, r.dx, r.dy, r.dz});
  return r;
}

Tally PointsAgainstOracle(const Recipe& recipe, const Oracle& oracle,
                          const std::vector<Vec3>& points) {
  const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
  const Points got = Sample(program, points);
  Tally tally;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const float slope[3] = {got.dx[k], got.dy[k], got.dz[k]};
    tally.Sample(got.value[k], slope, oracle.At(points[k]),
                 fmt::format("point ({:.17g})", fmt::join(points[k], ", ")));
  }
  return tally;
}

std::vector<Vec3> RandomPoints(Random& random, int count, double reach) {
  std::vector<Vec3> points;
  for (int k = 0; k < count; ++k)
    points.push_back({random.Uniform(-reach, reach), random.Uniform(-reach, reach),
                      random.Uniform(-reach, reach)});
  return points;
}

Steps MaxSteps(const Points& points, double dz_divisor) {
  Steps maximum;
  for (std::size_t k = 0; k + 1 < points.value.size(); k += 2) {
    const auto step = [&](const std::vector<float>& values) {
      return std::abs(double{values[k + 1]} - values[k]);
    };
    maximum.value = std::max(maximum.value, step(points.value));
    maximum.slope =
        std::max({maximum.slope, step(points.dx), step(points.dy), step(points.dz) / dz_divisor});
  }
  return maximum;
}

void CheckSameBits(const Recipe& recipe, const std::vector<PictureMap>& maps, const RenderWay& way,
                   const Image& reference, const Window& whole) {
  const Window& window = way.window;
  INFO(way.level, ", ", way.threads, " threads, tiles of ", way.tile_columns, ", window ", window.x,
       ", ", window.y, ", ", window.width, ", ", window.height);
  const Image got = RenderMaps(
      Program::Compile(
          recipe, {.simd = way.level, .slopes = way.slopes, .maps = ProgramMapsOf(recipe, maps)}),
      maps, {.window = window, .threads = way.threads, .tile_columns = way.tile_columns});
  CHECK(SameBits(
      got, Crop(reference, window.x - whole.x, window.y - whole.y, window.width, window.height)));
}

void CheckMisses(const Tally& tally) {
  INFO(tally.misses, " of ", tally.samples, " miss; first: ", tally.first_miss);
  CHECK(tally.misses * 500 <= tally.samples);
}

void CheckMissesAndKinks(const Tally& tally) {
  CheckMisses(tally);
  CHECK(tally.samples > 0);
  CHECK(tally.kinks * 20 <= tally.samples);
}

}  // namespace cobble::test
