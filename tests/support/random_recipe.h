// Random valid recipes, as JSON, the same ones on every machine.
#ifndef COBBLE_TESTS_SUPPORT_RANDOM_RECIPE_H_
#define COBBLE_TESTS_SUPPORT_RANDOM_RECIPE_H_

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"

namespace cobble::test {

// Random numbers that do not depend on the standard library at hand, unlike its distributions.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // Draws from `choices`, two bytes a number, while they last.
  explicit Random(std::string_view choices) : choices_(choices), engine_(choices.size()) {}

  uint64_t Bits();
  double Uniform(double low, double high);
  int64_t Whole(int64_t low, int64_t high);  // both included
  bool Chance(double probability) { return Uniform(0, 1) < probability; }
  template <typename T>
  T OneOf(std::initializer_list<T> choices) {
    return choices.begin()[Whole(0, static_cast<int64_t>(choices.size()) - 1)];
  }

 private:
  std::string_view choices_;
  std::mt19937_64 engine_;
};

// What a test wants of its recipes.
struct RecipeWish {
  enum Rotation { kNone, kQuarterTurns, kOdd };
  int64_t width = 64, height = 48;
  bool tiling = false;
  Rotation rotation = kNone;  // tiled: kOdd counts as kQuarterTurns
  int nodes = 1;              // at most; 1: a noise
  bool folds = true;  // "absolute" turbulence, ridges of Voronoi and cells, abs: slopes that jump
};

std::string RandomRecipe(Random& random, const RecipeWish& wish);

// `count` wishes that mix tiling, rotations, and noises with trees of up to `nodes`.
std::vector<RecipeWish> MixedWishes(int count, int nodes, int64_t width, int64_t height);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_RANDOM_RECIPE_H_
