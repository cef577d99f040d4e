// Random valid recipes. A tiled one starts from whole periods, from which its extent follows.
#include "support/random_recipe.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace cobble::test {

using nlohmann::json;

double Random::Uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
}

int64_t Random::Whole(int64_t low, int64_t high) {
  return low + static_cast<int64_t>(engine_() % static_cast<uint64_t>(high - low + 1));
}

namespace {

using Triple = std::array<double, 3>;

class Maker {
 public:
  Maker(Random& random, const RecipeWish& wish) : random_(random), wish_(wish) {}

  json Make() {
    json recipe{{"cobble", 1}, {"size", {wish_.width, wish_.height}}};
    recipe["seed"] = random_.Whole(0, 4294967295);
    recipe["tiling"] = wish_.tiling;
    recipe["domain"] = wish_.tiling ? TiledDomain() : FreeDomain();
    recipe["noise"] = NodeOf(wish_.depth, true);
    recipe["normal"] = {{"strength", random_.Uniform(0.01, 0.3)},
                        {"y", random_.OneOf({"up", "down"})}};
    return recipe;
  }

 private:
  Triple Angles() {
    if (wish_.rotation == RecipeWish::kNone) return {0, 0, 0};
    if (wish_.rotation == RecipeWish::kOdd && !wish_.tiling) {
      Triple angles{0, 0, random_.Uniform(-180, 180)};
      // At times about x alone, where a picture's columns still stay columns of the lattice.
      if (random_.Chance(0.6)) angles[0] = random_.Uniform(-180, 180);
      if (random_.Chance(0.4)) angles[1] = random_.Uniform(-180, 180);
      if (random_.Chance(0.2)) angles[2] = 0;
      return angles;
    }
    if (wish_.tiling && random_.Chance(0.3))
      return {180.0 * static_cast<double>(random_.Whole(0, 1)), 0, 180};
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
    return domain;
  }

  // Periods n of a noise at frequency_: extent_a = n_a / (frequency_ |scale_a|), and along z,
  // whose extent is 1, scale_z = n_z / frequency_.
  json TiledDomain() {
    frequency_ = random_.Chance(0.3) ? 1 : random_.Uniform(0.5, 3);
    const Triple angles = Angles();
    Triple scale = Scales();
    const auto period = [&] { return static_cast<double>(random_.Whole(1, 6)); };
    const double x = period(), turned = std::fmod(std::abs(angles[2]), 180);
    const double y = turned == 0 ? period() : x;
    period_y_ = y;
    scale[2] = std::copysign(period() / frequency_, scale[2]);
    return {
        {"translate", Translation()},
        {"rotate", angles},
        {"scale", scale},
        {"extent", {x / (frequency_ * std::abs(scale[0])), y / (frequency_ * std::abs(scale[1]))}},
        {"slice", random_.Uniform(-2, 2)}};
  }

  json NodeOf(int depth, bool root) {
    if (depth > 0 && (root || random_.Chance(0.7))) {
      if (random_.Chance(0.5))
        return {{"type", "add"}, {"a", Input(depth - 1)}, {"b", Input(depth - 1)}};
      json by = json::array();
      for (int64_t k = random_.Whole(1, 3); k > 0; --k) by.push_back(Input(depth - 1));
      return {{"type", "warp"},
              {"source", NodeOf(depth - 1, false)},
              {"by", by},
              {"amount", random_.Uniform(-0.1, 0.1)}};
    }
    return Noise();
  }

  json Input(int depth) {
    if (random_.Chance(0.1)) return random_.Uniform(-1, 1);
    if (random_.Chance(0.05)) return {{"type", "constant"}, {"value", random_.Uniform(-1, 1)}};
    return NodeOf(depth, false);
  }

  // Valid combinations alone: edges and smooth minima are euclidean, and only F1 is smoothed.
  void AddVoronoi(json& noise) {
    noise["jitter"] = random_.Chance(0.4) ? 1 : random_.Chance(0.1) ? 0 : random_.Uniform(0.1, 1);
    if (!wish_.folds || random_.Chance(0.2)) {
      noise["smooth"] = random_.OneOf({"lse", "poly"});
      return;
    }
    noise["function"] =
        random_.OneOf({"F1", "F2", "F2-F1", "F1+F2", "F1*F2", "F1/F2", "cell-id", "edge"});
    if (noise["function"] != "edge")
      noise["metric"] = random_.OneOf({"euclidean", "euclidean-squared", "manhattan", "chebyshev"});
  }

  void AddCell(json& noise) {
    noise["metric"] = random_.OneOf({"euclidean", "euclidean-squared", "manhattan", "chebyshev"});
    if (random_.Chance(0.7)) noise["density"] = std::pow(random_.Uniform(0.32, 4), 2);
    if (random_.Chance(0.4)) {
      json weights = json::array();
      for (int64_t m = random_.Whole(1, 4); m > 0; --m)
        weights.push_back(random_.Uniform(-0.5, 1.5));
      noise["weights"] = weights;
    } else {
      noise["function"] = random_.OneOf({"F1", "F2", "F3", "F4", "F2-F1", "cell-id"});
    }
  }

  json Law() {
    const std::string type =
        random_.OneOf({"uniform", "weibull", "normal", "exponential", "triangular"});
    json law{{"type", type}};
    if (type == "weibull") {
      law["alpha"] = random_.Uniform(0.2, 2);
      law["beta"] = random_.Uniform(0.7, 4);
    } else if (type == "normal") {
      law["mean"] = random_.Uniform(-2, 2);
      law["deviation"] = random_.Uniform(0.1, 1);
    } else if (type == "exponential") {
      law["rate"] = random_.Uniform(0.5, 4);
    } else if (type == "triangular") {
      const double low = random_.Uniform(-2, 1), high = low + random_.Uniform(0.2, 2);
      law["low"] = low;
      law["mode"] = random_.OneOf({low, random_.Uniform(low, high), high});
      law["high"] = high;
    }
    return law;
  }

  // Few waves, which the oracle adds up one by one.
  void AddHill(json& noise) {
    if (random_.Chance(0.4)) {
      json sizes = json::array();
      for (int64_t k = random_.Whole(1, 6); k > 0; --k) sizes.push_back(random_.Uniform(0.2, 3));
      noise["sizes"] = sizes;
    } else {
      noise["waves"] = random_.Whole(1, 12);
      noise["smoothness"] = random_.Uniform(0.2, 0.95);
    }
    if (random_.Chance(0.6)) noise["distribution"] = Law();
  }

  // Tiled, 2D simplex noise repeats every second row of points.
  double TimesFor(const json& noise) {
    const auto times = static_cast<double>(random_.Whole(1, 3));
    const bool staggered = (noise["type"] == "simplex" || noise["type"] == "simplex-value") &&
                           noise["dimensions"] == 2;
    return staggered && std::fmod(times * period_y_, 2) != 0 ? 2 * times : times;
  }

  void AddOptions(json& noise) {
    if (noise["type"] == "voronoi")
      AddVoronoi(noise);
    else if (noise["type"] == "cell")
      AddCell(noise);
    else if (noise["type"] == "hill")
      AddHill(noise);
    else
      noise["turbulence"] = random_.OneOf({"none", "smooth", wish_.folds ? "absolute" : "none"});
  }

  json Noise() {
    // Only cell noise always has ridges.
    json noise{{"type", random_.OneOf({"value", "perlin", "simplex", "simplex-value", "voronoi",
                                       "hill", wish_.folds ? "cell" : "hill"})},
               {"dimensions", random_.Whole(1, 3)}};
    noise["frequency"] = wish_.tiling ? frequency_ * TimesFor(noise) : random_.Uniform(0.5, 10);
    const bool many = wish_.depth == 0 && random_.Chance(0.1);  // octaves far below a pixel
    const double most = many ? 2 : 3;
    noise["octaves"] = many ? random_.Whole(8, 12) : random_.Chance(0.4) ? 1 : random_.Whole(2, 4);
    noise["lacunarity"] =
        wish_.tiling ? std::floor(random_.Uniform(1, most + 1)) : random_.Uniform(1, most);
    noise["persistence"] = random_.Uniform(0.1, 0.9);
    AddOptions(noise);
    if (random_.Chance(0.3)) noise["seed"] = random_.Whole(0, 4294967295);
    return noise;
  }

  Random& random_;
  const RecipeWish& wish_;
  double frequency_ = 1, period_y_ = 1;  // of tiled ones
};

}  // namespace

std::string RandomRecipe(Random& random, const RecipeWish& wish) {
  return Maker(random, wish).Make().dump();
}

std::vector<RecipeWish> MixedWishes(int count, int depth, int64_t width, int64_t height) {
  std::vector<RecipeWish> wishes;
  for (int k = 0; k < count; ++k)
    wishes.push_back({width, height, k % 2 == 1, static_cast<RecipeWish::Rotation>(k / 2 % 3),
                      k / 6 % (depth + 1)});
  return wishes;
}

}  // namespace cobble::test
