// Generates noises with all their options, in valid combinations.
#include "support/random/noise.h"

#include <cmath>

namespace cobble::test {

using nlohmann::json;

// Only valid combinations: edges and smooth minima are euclidean, and only F1 is smoothed.
void RandomNoise::AddVoronoi(json& noise) {
  if (random_.Chance(0.4)) {
    noise["jitter"] = 1.0;
  } else {
    noise["jitter"] = random_.Chance(0.1) ? 0 : random_.Uniform(0.1, 1);
  }
  if (!wish_.folds || random_.Chance(0.2)) {
    noise["smooth"] = random_.OneOf({"lse", "poly"});
    return;
  }
  noise["function"] =
      random_.OneOf({"F1", "F2", "F2-F1", "F1+F2", "F1*F2", "F1/F2", "cell-id", "edge"});
  if (noise["function"] != "edge")
    noise["metric"] = random_.OneOf({"euclidean", "euclidean-squared", "manhattan", "chebyshev"});
  if (noise["function"] != "edge") AddLimit(noise);
  MaybeOffset(noise);
}

void RandomNoise::AddLimit(json& noise) {
  if (noise.value("function", "") == "cell-id" || random_.Chance(0.6)) return;
  noise["limit"] = random_.OneOf({1.0, 1.25, random_.Uniform(1, 3), 2.0, 3.0});
}

void RandomNoise::MaybeOffset(json& noise) {
  if (!wish_.axes || !random_.Chance(0.4)) return;
  static constexpr const char* kOffsets[] = {"u", "v", "w"};
  noise["function"] = kOffsets[random_.Integer(0, noise["dimensions"].get<int64_t>() - 1)];
  for (const char* const key : {"limit", "weights"}) noise.erase(key);
}

// In tiled pictures, each axis's frequency is a multiple of the common one.
void RandomNoise::MaybeByAxis(json& noise) {
  if (!wish_.axes || noise["dimensions"] == 1 || !random_.Chance(0.5)) return;
  json frequencies = json::array({noise["frequency"]});
  while (frequencies.size() < noise["dimensions"]) {
    const double times = wish_.IsPeriodic() ? TimesFor(noise) : random_.Uniform(0.3, 1);
    frequencies.push_back(
        times * (wish_.IsPeriodic() ? tiling_.frequency : noise["frequency"].get<double>()));
  }
  noise["frequency"] = frequencies;
}

void RandomNoise::AddCell(json& noise) {
  noise["metric"] = random_.OneOf({"euclidean", "euclidean-squared", "manhattan", "chebyshev"});
  if (random_.Chance(0.7)) noise["density"] = std::pow(random_.Uniform(0.32, 4), 2);
  if (random_.Chance(0.4)) {
    json weights = json::array();
    for (int64_t m = random_.Integer(1, 4); m > 0; --m)
      weights.push_back(random_.Uniform(-0.5, 1.5));
    noise["weights"] = weights;
  } else {
    noise["function"] = random_.OneOf({"F1", "F2", "F3", "F4", "F2-F1", "cell-id"});
  }
  AddLimit(noise);
  MaybeOffset(noise);
}

json RandomNoise::Distribution() {
  const std::string type =
      random_.OneOf({"uniform", "weibull", "normal", "exponential", "triangular"});
  json distribution{{"type", type}};
  if (type == "weibull") {
    distribution["alpha"] = random_.Uniform(0.2, 2);
    distribution["beta"] = random_.Uniform(0.7, 4);
  } else if (type == "normal") {
    distribution["mean"] = random_.Uniform(-2, 2);
    distribution["deviation"] = random_.Uniform(0.1, 1);
  } else if (type == "exponential") {
    distribution["rate"] = random_.Uniform(0.5, 4);
  } else if (type == "triangular") {
    const double low = random_.Uniform(-2, 1), high = low + random_.Uniform(0.2, 2);
    distribution["low"] = low;
    distribution["mode"] = random_.OneOf({low, random_.Uniform(low, high), high});
    distribution["high"] = high;
  }
  return distribution;
}

// Few waves, because the oracle sums them one by one.
void RandomNoise::AddHill(json& noise) {
  if (random_.Chance(0.4)) {
    json sizes = json::array();
    for (int64_t k = random_.Integer(1, 6); k > 0; --k) sizes.push_back(random_.Uniform(0.2, 3));
    noise["sizes"] = sizes;
  } else {
    noise["waves"] = random_.Integer(1, 12);
    noise["smoothness"] = random_.Uniform(0.2, 0.95);
  }
  if (random_.Chance(0.6)) noise["distribution"] = Distribution();
}

void RandomNoise::AddLattice(json& noise) {
  noise["turbulence"] = random_.OneOf({"none", "smooth", wish_.folds ? "absolute" : "none"});
  noise["aligned"] = random_.Chance(0.3);
}

// Returns the multiple of the common frequency. Tiled 2D simplex noise repeats every second row.
double RandomNoise::TimesFor(const json& noise) {
  const auto times = static_cast<double>(random_.Integer(1, 3));
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
    AddLattice(noise);
}

json RandomNoise::Make(double frequency_factor) {
  // Only cell noise always has ridges.
  json noise{{"type", random_.OneOf({"value", "perlin", "simplex", "simplex-value", "voronoi",
                                     "hill", wish_.folds ? "cell" : "hill"})},
             {"dimensions", random_.Integer(1, 3)}};
  noise["frequency"] = wish_.IsPeriodic() ? tiling_.frequency * TimesFor(noise)
                                          : random_.Uniform(0.5, 10) / frequency_factor;
  const bool alone = wish_.nodes == 1;
  const bool many_octaves = alone && random_.Chance(0.1);  // down to octaves far finer than a pixel
  const double maximum = many_octaves ? 2 : 3;
  const double single = alone ? 0.4 : 0.7;
  const int few = alone ? 4 : 3;
  if (many_octaves) {
    noise["octaves"] = random_.Integer(8, 12);
  } else {
    noise["octaves"] = random_.Chance(single) ? 1 : random_.Integer(2, few);
  }
  noise["lacunarity"] = wish_.IsPeriodic() ? std::floor(random_.Uniform(1, maximum + 1))
                                           : random_.Uniform(1, maximum);
  noise["persistence"] = random_.Uniform(0.1, 0.9);
  AddOptions(noise);
  MaybeByAxis(noise);
  if (random_.Chance(0.3))
    noise["seed"] = random_.Integer(0, 4294967295);
  else if (random_.Chance(0.2))
    noise["pattern"] = random_.OneOf({"stones", "r\u00e9seau"});
  return noise;
}

}  // namespace cobble::test
