// Random noises, as JSON.
#ifndef COBBLE_TESTS_SUPPORT_RANDOM_NOISE_H_
#define COBBLE_TESTS_SUPPORT_RANDOM_NOISE_H_

#include <nlohmann/json.hpp>

#include "support/random_recipe.h"

namespace cobble::test {

// What noises of a tiled recipe share: of this frequency, or a multiple, all have whole periods.
struct RandomTiling {
  double frequency = 1, period_y = 1;
  // Periods and scales are equal in x and y, so that quarter turns tile, and scales that differ
  // there do not; or the other way round.
  bool square = false;
};

class RandomNoise {
 public:
  RandomNoise(Random& random, const RecipeWish& wish, const RandomTiling& tiling)
      : random_(random), wish_(wish), tiling_(tiling) {}

  // In: how many times finer transforms and fractals above make it, which untiled ones make up for.
  nlohmann::json Make(double finest);

 private:
  void AddVoronoi(nlohmann::json& noise);
  void AddCell(nlohmann::json& noise);
  void AddHill(nlohmann::json& noise);
  void AddOptions(nlohmann::json& noise);
  nlohmann::json Law();
  double TimesFor(const nlohmann::json& noise);

  Random& random_;
  const RecipeWish& wish_;
  const RandomTiling& tiling_;
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_RANDOM_NOISE_H_
