// Random nodes computed from the source around a position: see RecipeWish::masks.
#include <algorithm>

#include "support/random/tree.h"

namespace cobble::test {

namespace {

// Cells per unit of the finest noises below a node.
double FinestOf(double frequency_factor) { return 10 * frequency_factor; }

}  // namespace

RandomTree::Subtree RandomTree::Mask(const Budget& budget) {
  const int64_t kind = random_.Integer(0, 4);
  if (kind <= 1) return SlopeMask(budget, needs_slopes_ || random_.Chance(0.5));
  if (kind == 2) return Blur(budget);
  Budget inner = budget.DividedBy(1);
  inner.noises = std::max(1, budget.noises / 9);
  const Subtree source = Node(inner);
  const double finest = FinestOf(budget.frequency_factor);
  return {{{"type", "curvature-of"},
           {"source", source.node},
           {"radius", random_.Uniform(0.2, 1) / finest},
           {"strength", random_.OneOf({-1.0, 1.0})},
           {"scale", random_.Uniform(0.3, 1) / (finest * finest)}},
          1,
          20 * source.growth,
          2};
}

RandomTree::Subtree RandomTree::SlopeMask(const Budget& budget, bool is_sloped) {
  Budget inner = budget.DividedBy(1);
  if (is_sloped) inner.noises = std::max(1, budget.noises / 4);
  const bool outer_needs = needs_slopes_;
  needs_slopes_ |= !is_sloped;
  const Subtree source = Node(inner);
  needs_slopes_ = outer_needs;
  const double finest = FinestOf(budget.frequency_factor);
  const std::string measure = random_.OneOf({"angle", "angle", "magnitude", "x", "y"});
  Subtree subtree{{{"type", "slope-of"}, {"source", source.node}, {"measure", measure}}, 90, 0, 90};
  if (is_sloped) subtree.node["radius"] = random_.Uniform(0.2, 1) / finest;
  if (measure == "angle") {
    const double strength = random_.Uniform(0.1, 1) / finest;
    subtree.node["strength"] = strength;
    subtree.growth = 300 * strength * finest * source.growth;
  } else {
    subtree.maximum = random_.Uniform(0.3, 3) * finest;
    subtree.node["limit"] = subtree.maximum;
    subtree.growth = 5 * finest * source.growth;
    subtree.span = subtree.maximum;
  }
  return subtree;
}

RandomTree::Subtree RandomTree::Blur(const Budget& budget) {
  Budget inner = budget.DividedBy(1);
  inner.noises = std::max(1, budget.noises / 8);
  Subtree subtree = Node(inner);
  subtree.node = {{"type", "blur"},
                  {"source", subtree.node},
                  {"radius", random_.Uniform(0.1, 1) / FinestOf(budget.frequency_factor)},
                  {"samples", random_.OneOf<int64_t>({8, 8, random_.Integer(8, 12), 16})}};
  return subtree;
}

// Positions may vary along z, so the source must not: it is a 2D noise, or a warp of one.
RandomTree::Subtree RandomTree::Erosion(const Budget& budget) {
  const bool is_periodic = wish_.IsPeriodic();
  const double base =
      is_periodic ? tiling_.frequency : random_.Uniform(1, 3) / budget.frequency_factor;
  const auto noise = [&]() -> nlohmann::json {
    return {{"type", random_.OneOf({"perlin", "value", "hill", is_periodic ? "value" : "simplex"})},
            {"frequency", base},
            {"octaves", random_.Integer(1, 2)}};
  };
  nlohmann::json source = noise();
  if (random_.Chance(0.3))
    source = {{"type", "warp"},
              {"source", source},
              {"by", {noise(), noise()}},
              {"amount", random_.Uniform(-0.05, 0.05)}};
  const double strength = random_.Uniform(-0.2, 0.2);
  Subtree subtree{{{"type", "erosion"},
                   {"source", source},
                   {"frequency", base * static_cast<double>(random_.Integer(1, 4))},
                   {"octaves", random_.Integer(1, 3)},
                   {"strength", strength},
                   {"sharpness", random_.Uniform(-1, 1)},
                   {"slope", random_.Uniform(0.05, 0.5)},
                   {"branch", random_.Uniform(0, 1.5)},
                   {"detail", random_.OneOf({1.0, 4.0, random_.Uniform(1, 6)})},
                   {"settle", random_.Uniform(0, 1)}},
                  1.8,
                  20,
                  0};
  if (random_.Chance(0.3)) subtree.node["range"] = {-0.6, 0.7};
  if (random_.Chance(0.3)) subtree.node["output"] = "ridges";
  return subtree;
}

// The square is as wide as the cells of the source, which fit into a period.
RandomTree::Subtree RandomTree::Drainage(const Budget& budget) {
  const double base =
      wish_.IsPeriodic() ? tiling_.frequency : random_.Uniform(1, 3) / budget.frequency_factor;
  const auto cells = static_cast<double>(random_.Integer(1, 6));
  Subtree subtree{{{"type", "drainage"},
                   {"source", {{"type", "perlin"}, {"frequency", base * cells}}},
                   {"width", 1 / base},
                   {"resolution", random_.OneOf<int64_t>({32, 32, 64})},
                   {"strength", random_.OneOf({0.0, 4.0, random_.Uniform(0, 100)})},
                   {"detail", random_.Uniform(1, 100)},
                   {"uplift", random_.Uniform(0, 1)},
                   {"floor", random_.OneOf({0.0, 0.06, 0.3})},
                   {"talus", random_.OneOf({0.0, random_.Uniform(0, 10)})},
                   {"river", random_.OneOf({0.0, 0.004, random_.Uniform(0, 1)})},
                   {"output", random_.OneOf({"height", "height", "flow", "water", "distance",
                                             "flow-x", "flow-y"})}},
                  30,
                  20,
                  0};
  if (random_.Chance(0.3)) subtree.node["sea"] = random_.Uniform(-1, 1);
  return subtree;
}

RandomTree::Subtree RandomTree::Quantile(const Budget& budget) {
  Budget inner = budget;
  --inner.nodes;
  const Subtree source = Node(inner);
  return {{{"type", "quantile"}, {"source", source.node}, {"resolution", 32}}, 1, 100, 0};
}

// The angle, like erosion's source, does not vary along z.
RandomTree::Subtree RandomTree::Phasor(const Budget& budget) {
  const double base =
      wish_.IsPeriodic() ? tiling_.frequency : random_.Uniform(1, 4) / budget.frequency_factor;
  Subtree subtree{{{"type", "phasor"},
                   {"frequency", base},
                   {"octaves", random_.Integer(1, 3)},
                   {"waves", random_.Uniform(0.1, 2)},
                   {"angle", random_.Uniform(-400, 400)},
                   {"spread", random_.OneOf({0.0, 1.0, random_.Uniform(0, 1)})},
                   {"profile", random_.OneOf({"sine", "triangle", "sawtooth", "gabor"})}},
                  1,
                  40,
                  2};
  if (random_.Chance(0.5))
    subtree.node["angle"] = {
        {"type", "multiply"},
        {"a", {{"type", random_.OneOf({"perlin", "value", "hill"})}, {"frequency", base}}},
        {"b", random_.Uniform(-60, 60)}};
  return subtree;
}

// An image that wraps rarely fits a tiled picture. Only "b" is large enough for patches.
RandomTree::Subtree RandomTree::Image() {
  const bool is_by_example = random_.Chance(0.4);
  Subtree subtree{{{"type", is_by_example ? "by-example" : "image"},
                   {"name", is_by_example ? "b" : random_.OneOf({"a", "b", "c"})},
                   {"channel", random_.OneOf({"luminance", "red", "blue"})},
                   {"encoding", random_.OneOf({"auto", "srgb", "data"})},
                   {"filter", random_.OneOf({"b-spline", "catmull-rom"})}},
                  1.3,
                  2};
  if (!is_by_example) {
    subtree.node["edges"] = wish_.tiling ? "clamp" : random_.OneOf({"wrap", "clamp"});
    return subtree;
  }
  subtree.node["edges"] = random_.OneOf({"inside", "wrap"});
  double frequency = wish_.tiling ? 2 * tiling_.frequency : random_.Uniform(4, 9);
  while (frequency < 4) frequency *= 2;
  subtree.node["frequency"] = frequency;
  return subtree;
}

}  // namespace cobble::test
