// Random nodes that sample their source at other positions.
#include <algorithm>
#include <cmath>

#include "support/random/tree.h"

namespace cobble::test {

using nlohmann::json;

RandomTree::Subtree RandomTree::Warp(const Budget& budget) {
  const int64_t count = random_.Integer(1, 3);
  const Budget child_budget = budget.DividedBy(static_cast<int>(count) + 1);
  Subtree subtree = Node(child_budget);
  json by = json::array();
  double growth = 1;
  for (int64_t k = 0; k < count; ++k) {
    const Subtree input = Input(child_budget);
    by.push_back(input.node);
    growth = std::max(growth, input.growth * std::max(1.0, input.maximum));
  }
  subtree.node = {{"type", "warp"},
                  {"source", subtree.node},
                  {"by", by},
                  {"amount", random_.Uniform(-0.1, 0.1) / growth}};
  subtree.growth *= 2;
  return subtree;
}

json RandomTree::Turn() {
  if (!wish_.IsPeriodic())
    return {random_.Uniform(-180, 180), random_.Uniform(-180, 180), random_.Uniform(-180, 180)};
  const auto half = [&] { return random_.OneOf({0.0, 180.0}); };
  if (!tiling_.square) return {half(), half(), half()};
  return {half(), half(), random_.OneOf({0.0, -90.0, 90.0, 180.0, 270.0})};
}

RandomTree::Subtree RandomTree::Transform(const Budget& budget) {
  const auto factor = [&] {
    const double sign = random_.OneOf({-1.0, 1.0});
    return sign * (wish_.IsPeriodic() ? static_cast<double>(random_.Integer(1, 3))
                                      : random_.Uniform(0.5, 2));
  };
  const double x = factor(), y = tiling_.square ? std::copysign(x, factor()) : factor();
  const double z = factor();
  Budget inner = budget.DividedBy(1);
  inner.frequency_factor *= std::max({std::abs(x), std::abs(y), std::abs(z)});
  Subtree subtree = Node(inner);
  subtree.node = {{"type", "transform"}, {"source", subtree.node}, {"scale", {x, y, z}}};
  if (random_.Chance(0.7))
    subtree.node["translate"] = {random_.Uniform(-50, 50), random_.Uniform(-50, 50),
                                 random_.Uniform(-50, 50)};
  if (random_.Chance(0.6)) subtree.node["rotate"] = Turn();
  return subtree;
}

RandomTree::Subtree RandomTree::Scatter(const Budget& budget) {
  const double frequency = wish_.tiling
                               ? tiling_.frequency * static_cast<double>(random_.Integer(1, 2))
                               : random_.Uniform(0.5, 4) / budget.frequency_factor;
  const double radius = random_.Uniform(0.3, 1.2), low = random_.Uniform(0.5, 1);
  Budget inner = budget.DividedBy(1);
  inner.noises = std::max(1, budget.noises / 4);
  inner.frequency_factor *= std::max(1.0, 0.5 * frequency / (radius * low));
  Subtree subtree = Node(inner);
  const std::string overlap = random_.OneOf({"max", "add", "over"});
  subtree.node = {{"type", "scatter"},
                  {"source", subtree.node},
                  {"frequency", frequency},
                  {"radius", radius},
                  {"size", {low, 1}},
                  {"height", {random_.Uniform(-1, 1), 1}},
                  {"density", random_.OneOf({0.5, 1.0, 1.5})},
                  {"jitter", random_.OneOf({0.5, 1.0})},
                  {"turn", random_.OneOf({0.0, 90.0, 360.0})},
                  {"overlap", overlap},
                  {"function", random_.OneOf({"height", "height", "id"})}};
  if (overlap == "add") subtree.maximum *= 9, subtree.growth *= 9;
  subtree.maximum = std::max(subtree.maximum, 1.0);
  subtree.span = 0;
  return subtree;
}

RandomTree::Subtree RandomTree::Fractal(const Budget& budget) {
  const int64_t octaves = random_.Integer(1, std::min(4, budget.noises));
  const double lacunarity =
      wish_.IsPeriodic() ? static_cast<double>(random_.Integer(1, 3)) : random_.Uniform(1, 2.5);
  Budget inner = budget.DividedBy(1);
  inner.noises = std::max(1, budget.noises / static_cast<int>(octaves));
  inner.frequency_factor *= std::pow(lacunarity, octaves - 1);
  Subtree subtree = Node(inner);
  const bool tame = subtree.maximum > 1.5 || subtree.growth > kMaxGrowth / 3;
  const std::string kind =
      tame || !wish_.folds ? "fbm" : random_.OneOf({"fbm", "ridged", "hybrid"});
  subtree.node = {
      {"type", "fractal"},  {"source", subtree.node},   {"kind", kind},
      {"octaves", octaves}, {"lacunarity", lacunarity}, {"persistence", random_.Uniform(0.2, 0.9)}};
  if (kind == "fbm") return subtree;
  if (random_.Chance(0.8)) subtree.node["gain"] = random_.Uniform(0.5, 2.5);
  subtree.node["offset"] = random_.Uniform(0.5, 1.2);
  subtree.maximum = 7;  // (1.2 + 1.5)^2
  subtree.growth *= 8;
  subtree.span = 0;
  return subtree;
}

}  // namespace cobble::test
