// Noises with all their options, in valid combinations.
#include "support/random_noise.h"

#include <cmath>

namespace cobble::test {

using nlohmann::json;

// Valid combinations alone: edges and smooth minima are euclidean, and only F1 is smoothed.
void RandomNoise::AddVoronoi(json& noise) {
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

void RandomNoise::AddCell(json& noise) {
  noise["metric"] = random_.OneOf({"euclidean", "euclidean-squared", "manhattan", "chebyshev"});
  if (random_.Chance(0.7)) noise["density"] = std::pow(random_.Uniform(0.32, 4), 2);
  if (random_.Chance(0.4)) {
    json weights = json::array();
    for (int64_t m = random_.Whole(1, 4); m > 0; --m) weights.push_back(random_.Uniform(-0.5, 1.5));
    noise["weights"] = weights;
  } else {
    noise["function"] = random_.OneOf({"F1", "F2", "F3", "F4", "F2-F1", "cell-id"});
  }
}

json RandomNoise::Law() {
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
void RandomNoise::AddHill(json& noise) {
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
double RandomNoise::TimesFor(const json& noise) {
  const auto times = static_cast<double>(random_.Whole(1, 3));
  const bool staggered =
      (noise["type"] == "simplex" || noise["type"] == "simplex-value") && noise["dimensions"] == 2;
  return staggered && std::fmod(times * tiling_.period_y, 2) != 0 ? 2 * times : times;
}

void RandomNoise::AddOptions(json& noise) {
  if (noise["type"] == "voronoi")
    AddVoronoi(noise);
  else if (noise["type"] == "cell")
    AddCell(noise);
  else if (noise["type"] == "hill")
    AddHill(noise);
  else
    noise["turbulence"] = random_.OneOf({"none", "smooth", wish_.folds ? "absolute" : "none"});
}

json RandomNoise::Make(double finest) {
  // Only cell noise always has ridges.
  json noise{{"type", random_.OneOf({"value", "perlin", "simplex", "simplex-value", "voronoi",
                                     "hill", wish_.folds ? "cell" : "hill"})},
             {"dimensions", random_.Whole(1, 3)}};
  noise["frequency"] =
      wish_.tiling ? tiling_.frequency * TimesFor(noise) : random_.Uniform(0.5, 10) / finest;
  const bool alone = wish_.nodes == 1;
  const bool many = alone && random_.Chance(0.1);  // octaves far below a pixel
  const double maximum = many ? 2 : 3;
  noise["octaves"] = many                                ? random_.Whole(8, 12)
                     : random_.Chance(alone ? 0.4 : 0.7) ? 1
                                                         : random_.Whole(2, alone ? 4 : 3);
  noise["lacunarity"] =
      wish_.tiling ? std::floor(random_.Uniform(1, maximum + 1)) : random_.Uniform(1, maximum);
  noise["persistence"] = random_.Uniform(0.1, 0.9);
  AddOptions(noise);
  if (random_.Chance(0.3)) noise["seed"] = random_.Whole(0, 4294967295);
  return noise;
}

}  // namespace cobble::test
