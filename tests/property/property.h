// What the property tests share: programs of random recipes, and comparison bit by bit.
#ifndef COBBLE_TESTS_PROPERTY_PROPERTY_H_
#define COBBLE_TESTS_PROPERTY_PROPERTY_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "cobble/render.h"
#include "support/oracle.h"
#include "support/random_recipe.h"
#include "support/tally.h"

namespace cobble::test {

// Calls `test` with a random recipe for each wish, under sanitizers for every seventh; a failure
// inside shows the recipe.
void ForEachRecipe(uint64_t seed, const std::vector<RecipeWish>& wishes,
                   const std::function<void(const Recipe&, Random&)>& test);

bool SameBits(std::span<const float> a, std::span<const float> b);
bool SameBits(const Image& a, const Image& b);

// The rectangle of `image` that starts at (x, y).
Image Crop(const Image& image, int64_t x, int64_t y, int64_t width, int64_t height);

// Value, slope and normal maps of a window, pixel by pixel against the oracle.
Tally PixelsAgainstOracle(const Recipe& recipe, const Oracle& oracle, const Window& window);
// SamplePoints against the oracle, value and slope in x, y and z.
Tally PointsAgainstOracle(const Recipe& recipe, const Oracle& oracle,
                          const std::vector<Vec3>& points);
std::vector<Vec3> RandomPoints(Random& random, int count, double reach);

struct Points {
  std::vector<float> value, dx, dy, dz;
};
// Without `slopes`, the value alone is asked for.
Points Sample(const Program& program, std::span<const Vec3> points, bool slopes = true);

// Fails if more than 1 sample in 500 misses, or (of Judge) more than 1 in 20 lies at a kink.
void Judge(const Tally& tally);
void JudgeMisses(const Tally& tally);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_PROPERTY_PROPERTY_H_
