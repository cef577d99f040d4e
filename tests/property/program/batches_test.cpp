// Tests that nodes with the same batches are computed together, and that this changes no bit.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "cobble/recipe_io.h"
#include "program/program_impl.h"
#include "property/property.h"
#include "recipe/fields/picture_maps.h"
#include "render/render_bands.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

std::ptrdiff_t BatchSteps(const Program& program) {
  return std::ranges::count_if(program.impl().steps, [](const Step& step) {
    return std::holds_alternative<BatchStep>(step);
  });
}

// Checks that formulas of a source are computed with so many BatchSteps, with the bits that each
// has alone. The first is the noise, which has slopes.
void CheckTogether(const std::string& source, const std::vector<std::string>& formulas,
                   std::ptrdiff_t steps) {
  std::string nodes = R"("source": ")" + source + '"';
  for (std::size_t k = 0; k < formulas.size(); ++k)
    nodes += ", \"n" + std::to_string(k) + R"(": ")" + formulas[k] + '"';
  INFO(nodes);
  const Recipe recipe =
      ReadMembers(R"("size": [300, 40], "noise": "n0", "nodes": {)" + nodes + "}");
  std::vector<std::vector<PictureMap>> parts{{Map::kValue, Map::kSlope}};
  for (std::size_t k = 1; k < formulas.size(); ++k)
    parts.push_back({*FindPictureMap(recipe, "@n" + std::to_string(k))});
  std::vector<PictureMap> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  for (const std::string& level : RunningLevels()) {
    INFO(level);
    const auto compile = [&](const std::vector<PictureMap>& maps, bool value) {
      return Program::Compile(recipe,
                              {.simd = level, .maps = ProgramMapsOf(recipe, maps), .value = value});
    };
    const Program program = compile(all, true);
    CHECK(BatchSteps(program) == steps);
    const Image together = RenderMaps(program, all, {});
    std::ptrdiff_t first = 0;
    for (const auto& part : parts) {
      const Image alone = RenderMaps(compile(part, first == 0), part, {});
      std::vector<float> samples;
      for (int64_t j = 0; j < alone.height; ++j)
        for (int64_t i = 0; i < alone.width; ++i) {
          const float* const from = together.Pixel(i, j) + first;
          samples.insert(samples.end(), from, from + alone.channels);
        }
      CHECK(SameBits(samples, alone.samples));
      first += alone.channels;
    }
  }
}

TEST_CASE("erosions that differ in what they show have the same gullies") {
  const std::string land = "simplex(2, 2)";
  CheckTogether(land,
                {"erosion(source, 6, 4, pattern=p)", "erosion(source, 6, 3, pattern=p)",
                 "erosion(source, 6, 5, pattern=p, output=ridges)"},
                1);
  // There is room for three.
  CheckTogether(
      land,
      {"erosion(source, 6, 4, pattern=p)", "erosion(source, 6, 4, lacunarity=3, pattern=p)",
       "erosion(source, 6, 4, pattern=p, output=ridges)", "erosion(source, 6, 3, pattern=p)",
       "erosion(source, 6, 2, pattern=p)"},
      3);
  CheckTogether(land,
                {"erosion(source, 6, 4, pattern=p)", "erosion(source, 6, 4, pattern=q)",
                 "erosion(-source, 6, 4, pattern=p)", "erosion(source, 6, 4, branch=2, pattern=p)"},
                4);
}

TEST_CASE("scatters that differ in what they stamp or show have the same stamps") {
  const std::string stone = "0.5 - coordinate(radius) + perlin(3, 2)*0.2";
  const std::string stamps = ", 9, radius=0.8, density=1.7, size=[0.5, 1], pattern=p";
  CheckTogether(stone,
                {"scatter(source" + stamps + ")", "scatter(source" + stamps + ", function=id)",
                 "scatter(scatter(source, 5)*source + perlin(8)" + stamps + ", overlap=add)"},
                2);
  CheckTogether(stone,
                {"scatter(source" + stamps + ")", "scatter(source" + stamps + ", jitter=0.5)"}, 2);
}

}  // namespace
}  // namespace cobble::test
