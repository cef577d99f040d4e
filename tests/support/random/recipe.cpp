// Random valid recipes. Whole periods determine a tiled extent and, in a loop, the scale along z.
#include "support/random/recipe.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "support/random/color.h"
#include "support/random/noise.h"
#include "support/random/tree.h"

namespace cobble::test {

using nlohmann::json;

// The two bytes are both the number's high bits, for Uniform, and its low bits, for Integer.
uint64_t Random::Bits() {
  if (choices_.size() < 2) return engine_();
  const auto first = static_cast<uint8_t>(choices_[0]), second = static_cast<uint8_t>(choices_[1]);
  choices_.remove_prefix(2);
  return (uint64_t{first} * 256 + second) * 0x0001000100010001u;
}

double Random::Uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(Bits() >> 11) * 0x1p-53);
}

int64_t Random::Integer(int64_t low, int64_t high) {
  // Unsigned, so that a range wider than int64_t does not overflow.
  const uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  return static_cast<int64_t>(static_cast<uint64_t>(low) + Bits() % count);
}

namespace {

using Triple = std::array<double, 3>;

class Maker {
 public:
  Maker(Random& random, const RecipeWish& wish) : random_(random), wish_(wish) {}

  json Make() {
    json recipe{{"cobble", 1}, {"size", {wish_.width, wish_.height}}};
    recipe["seed"] = random_.Integer(0, 4294967295);
    recipe["tiling"] = wish_.tiling;
    recipe["domain"] = wish_.tiling ? TiledDomain() : FreeDomain();
    RandomNoise noise(random_, wish_, tiling_);
    if (wish_.nodes == 1)
      recipe["noise"] = noise.Make(1);
    else
      RandomTree(random_, wish_, tiling_, noise).AddTo(recipe);
    if (wish_.colors) AddColors(recipe);
    if (wish_.loop) AddLoop(noise, recipe);
    if (wish_.vertices) recipe["domain"]["grid"] = "vertices";
    if (wish_.flip) recipe["flip"] = true;
    recipe["normal"] = {{"strength", random_.Uniform(0.01, 0.3)},
                        {"y", random_.OneOf({"up", "down"})}};
    return recipe;
  }

 private:
  // A loop has at least one noise of 3 dimensions.
  void AddLoop(RandomNoise& noise, json& recipe) {
    recipe["loop"] = true;
    json moving = noise.Make(1);
    moving["dimensions"] = 3;
    if (moving["frequency"].size() == 2) moving["frequency"].push_back(tiling_.frequency);
    if (wish_.nodes == 1 && !wish_.colors)
      recipe["noise"] = moving;
    else
      recipe["noise"] = {{"type", "add"}, {"a", recipe["noise"]}, {"b", moving}};
  }

  void AddColors(json& recipe) {
    json& nodes = recipe["nodes"];
    nodes["numbers"] = recipe["noise"];
    RandomColor colors(random_, "numbers");
    do nodes["paint"] = colors.Color(5);
    while (!nodes["paint"].is_object());  // a named node is neither a number nor a literal colour
    recipe["maps"]["color"] = {{"ref", "paint"}};
    recipe["noise"] = {{"type", "luminance"}, {"source", {{"ref", "paint"}}}};
  }

  Triple Angles() {
    if (wish_.rotation == RecipeWish::kNone) return {0, 0, 0};
    if (wish_.rotation == RecipeWish::kOdd && !wish_.tiling) {
      Triple angles{0, 0, random_.Uniform(-180, 180)};
      if (wish_.loop) return angles;
      // Sometimes only about x, which keeps the picture's columns on the lattice's.
      if (random_.Chance(0.6)) angles[0] = random_.Uniform(-180, 180);
      if (random_.Chance(0.4)) angles[1] = random_.Uniform(-180, 180);
      if (random_.Chance(0.2)) angles[2] = 0;
      return angles;
    }
    if (wish_.tiling && random_.Chance(0.3))
      return {180.0 * static_cast<double>(random_.Integer(0, 1)), 0, 180};
    return {0, 0, random_.OneOf({-90.0, 90.0, 180.0, 270.0})};
  }

  Triple Scales() {
    const auto scale = [&] { return random_.Uniform(0.5, 2) * random_.OneOf({-1.0, 1.0}); };
    return {scale(), scale(), scale()};
  }

  Triple Translation() {
    const auto shift = [&] { return random_.Uniform(-100, 100); };
    return {shift(), shift(), shift()};
  }

  json FreeDomain() {
    json domain{{"translate", Translation()}, {"rotate", Angles()}, {"scale", Scales()}};
    if (random_.Chance(0.5)) domain["extent"] = {random_.Uniform(0.3, 2), random_.Uniform(0.3, 2)};
    domain["slice"] = random_.Uniform(-2, 2);
    if (wish_.loop) {
      tiling_ = {random_.Uniform(1, 3), 1, false};
      const auto periods = static_cast<double>(random_.Integer(1, 4));
      domain["scale"][2] = random_.OneOf({-1.0, 1.0}) * periods / tiling_.frequency;
    }
    return domain;
  }

  // A noise of that frequency has n_a periods along axis a: extent_a = n_a / (frequency |scale_a|),
  // and along z, whose extent is 1, scale_z = n_z / frequency.
  json TiledDomain() {
    const double frequency = random_.Chance(0.3) ? 1 : random_.Uniform(0.5, 3);
    const Triple angles = Angles();
    Triple scale = Scales();
    const auto period = [&] { return static_cast<double>(random_.Integer(1, 6)); };
    const double x = period(), turned = std::fmod(std::abs(angles[2]), 180);
    const bool square = turned != 0 || random_.Chance(0.3);
    const double y = square ? x : period();
    if (square) scale[1] = std::copysign(scale[0], scale[1]);
    tiling_ = {frequency, y, square};
    scale[2] = std::copysign(period() / frequency, scale[2]);
    return {
        {"translate", Translation()},
        {"rotate", angles},
        {"scale", scale},
        {"extent", {x / (frequency * std::abs(scale[0])), y / (frequency * std::abs(scale[1]))}},
        {"slice", random_.Uniform(-2, 2)}};
  }

  Random& random_;
  const RecipeWish& wish_;
  RandomTiling tiling_;
};

}  // namespace

std::string RandomRecipe(Random& random, const RecipeWish& wish) {
  return Maker(random, wish).Make().dump();
}

std::vector<RecipeWish> MixedWishes(int count, int nodes, int64_t width, int64_t height) {
  std::vector<RecipeWish> wishes;
  for (int k = 0; k < count; ++k) {
    const int sizes[] = {1, (nodes + 3) / 4, nodes};
    wishes.push_back({width, height, k % 2 == 1, static_cast<RecipeWish::Rotation>(k / 2 % 3),
                      sizes[k / 6 % 3]});
    wishes.back().axes = k / 18 % 2 == 1;
  }
  return wishes;
}

std::vector<RecipeWish> WithGrids(std::vector<RecipeWish> wishes) {
  for (std::size_t k = 0; k < wishes.size(); ++k) {
    const std::size_t bits = k % 7 + 1;  // coprime to the period of MixedWishes
    wishes[k].vertices = (bits & 1) != 0;
    wishes[k].flip = (bits & 2) != 0;
    wishes[k].loop = (bits & 4) != 0;
  }
  return wishes;
}

std::vector<RecipeWish> WithWaves(std::vector<RecipeWish> wishes) {
  int trees = 0;
  for (RecipeWish& wish : wishes) {
    if (wish.nodes == 1) continue;
    wish.erosion = trees % 2 == 0;
    wish.phasor = trees % 4 < 2;
    wish.images = trees % 3 == 1;
    wish.drainage = trees % 5 == 2;
    ++trees;
  }
  return wishes;
}

}  // namespace cobble::test
