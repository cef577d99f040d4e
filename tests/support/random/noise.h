// Random valid noises, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "support/random/recipe.h"

namespace cobble::test {

// Shared by a tiled recipe's noises: multiples of this frequency have whole periods.
struct RandomTiling {
  double frequency = 1, period_y = 1;
  // True: periods and scales are equal in x and y, so quarter turns tile, and scales that differ in
  // x and y do not. False: the opposite.
  bool square = false;
};

class RandomNoise {
 public:
  RandomNoise(Random& random, const RecipeWish& wish, const RandomTiling& tiling)
      : random_(random), wish_(wish), tiling_(tiling) {}

  // `frequency_factor` is how much transforms and fractals above the noise raise its frequency;
  // untiled noises compensate for it.
  nlohmann::json Make(double frequency_factor);
  // Gives a noise, or white, another frequency along each axis, by chance and if the wish has axes.
  void MaybeByAxis(nlohmann::json& noise);

 private:
  void AddVoronoi(nlohmann::json& noise);
  void AddCell(nlohmann::json& noise);
  void AddHill(nlohmann::json& noise);
  void AddLattice(nlohmann::json& noise);
  // Replaces the function by an offset from the nearest point, by chance and if the wish has axes.
  void MaybeOffset(nlohmann::json& noise);
  void AddLimit(nlohmann::json& noise);
  void AddOptions(nlohmann::json& noise);
  nlohmann::json Distribution();
  double TimesFor(const nlohmann::json& noise);

  Random& random_;
  const RecipeWish& wish_;
  const RandomTiling& tiling_;
};

}  // namespace cobble::test
