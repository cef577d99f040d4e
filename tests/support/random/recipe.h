// Random valid recipes, as JSON, the same on every machine.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"

namespace cobble::test {

// Random numbers that, unlike standard distributions, do not depend on the standard library.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // Draws from `choices`, two bytes per number, then from an engine.
  explicit Random(std::string_view choices) : choices_(choices), engine_(choices.size()) {}

  uint64_t Bits();
  double Uniform(double low, double high);
  int64_t Integer(int64_t low, int64_t high);  // inclusive
  bool Chance(double probability) { return Uniform(0, 1) < probability; }
  template <typename T>
  T OneOf(std::initializer_list<T> choices) {
    return choices.begin()[Integer(0, static_cast<int64_t>(choices.size()) - 1)];
  }

 private:
  std::string_view choices_;
  std::mt19937_64 engine_;
};

// The properties that a test requires of its recipes.
struct RecipeWish {
  enum Rotation { kNone, kQuarterTurns, kOdd };
  int64_t width = 64, height = 48;
  bool tiling = false;
  Rotation rotation = kNone;  // kOdd counts as kQuarterTurns if tiled
  int nodes = 1;              // maximum; 1: a noise
  // Slopes may jump: "absolute" turbulence, ridges of Voronoi and cells, abs.
  bool folds = true;
  // The noise is the luminance of colours, which are also the map "color".
  bool colors = false;
  bool axes = false;          // noises may have frequencies by axis and the functions u, v and w
  bool masks = false;         // slope-of (even without a slope), curvature-of, blur
  bool sloped_masks = false;  // only masks that have a slope
  bool erosion = false, phasor = false;
  bool drainage = false;  // and quantile
  bool images = false;    // images from support/random/test_image.h
  bool vertices = false, flip = false;
  bool loop = false;  // also for untiled recipes; kOdd is then about z only

  // Whether noises have a period along an axis.
  bool IsPeriodic() const { return tiling || loop; }
};

std::string RandomRecipe(Random& random, const RecipeWish& wish);

// Returns `count` wishes that mix tiled and untiled recipes, rotations, and noises and trees of up
// to `nodes` nodes, with and without axes.
std::vector<RecipeWish> MixedWishes(int count, int nodes, int64_t width, int64_t height);

// Returns the wishes: every second one of trees with erosion, every second one with phasor, and
// every third one with images.
std::vector<RecipeWish> WithWaves(std::vector<RecipeWish> wishes);

// Returns the wishes with one or more of vertices, flip and loop.
std::vector<RecipeWish> WithGrids(std::vector<RecipeWish> wishes);

}  // namespace cobble::test
