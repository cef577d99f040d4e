// Shared by the property tests: random recipes, bitwise and oracle comparison.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "cobble/render.h"
#include "core/maps.h"
#include "support/oracle/oracle.h"
#include "support/random/recipe.h"
#include "support/tally.h"

namespace cobble::test {

// Calls `test` with a random recipe per wish (sanitizers: every seventh). Failures show the recipe.
void ForEachRecipe(uint64_t seed, const std::vector<RecipeWish>& wishes,
                   const std::function<void(const Recipe&, Random&)>& test);

bool SameBits(std::span<const float> a, std::span<const float> b);
bool SameBits(const Image& a, const Image& b);

Image Crop(const Image& image, int64_t x, int64_t y, int64_t width, int64_t height);

// Compares a window's value, slope and normal maps with the oracle, pixel by pixel.
Tally PixelsAgainstOracle(const Recipe& recipe, const Oracle& oracle, const Window& window);
// Compares SamplePoints with the oracle: the value, and the slope in x, y and z.
Tally PointsAgainstOracle(const Recipe& recipe, const Oracle& oracle,
                          const std::vector<Vec3>& points);
std::vector<Vec3> RandomPoints(Random& random, int count, double reach);

// Reads a recipe with these members besides "cobble".
Recipe ReadMembers(const std::string& members);

// Requires that all texts written of a recipe, which `text` is, read as the recipe.
void RequireReadsBack(const Recipe& recipe, const std::string& text);

// Returns JSON of a noise mapped to low..high.
std::string Between(double low, double high, int seed);

Image RenderNamed(const Recipe& recipe, const std::vector<std::string>& names,
                  const std::string& simd = "auto");

struct Points {
  std::vector<float> value, dx, dy, dz;
};
// Without `slopes`, computes only the values.
Points Sample(const Program& program, std::span<const Vec3> points, bool slopes = true);

// The maximum changes of value and of slope from points[2 k] to points[2 k + 1]. Changes of the
// slope along z are divided by `dz_divisor`.
struct Steps {
  double value = 0, slope = 0;
};
Steps MaxSteps(const Points& points, double dz_divisor = 1);

// One way to render a window of a recipe. None may change a bit.
struct RenderWay {
  std::string level;
  int threads, tile_columns;
  Window window;
  bool slopes = true;  // whether the program computes them
};
// Checks that a window's maps, rendered in that way, are the bits of `reference`, which has the
// same maps of the window `whole`.
void CheckSameBits(const Recipe& recipe, const std::vector<PictureMap>& maps, const RenderWay& way,
                   const Image& reference, const Window& whole);

// Both fail if more than 1 sample in 500 misses; the first also if more than 1 in 20 is at a kink.
void CheckMissesAndKinks(const Tally& tally);
void CheckMisses(const Tally& tally);

}  // namespace cobble::test
