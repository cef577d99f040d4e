// Random nodes without a slope: see RecipeWish::masks.
#include "support/random/tree.h"

namespace cobble::test {

RandomTree::Subtree RandomTree::Mask(const Budget& budget) {
  const bool is_slope = random_.Chance(0.5);
  Budget inner = budget.DividedBy(1);
  if (!is_slope) inner.noises = std::max(1, budget.noises / 4);
  needs_slopes_ = true;
  const Subtree source = Node(inner);
  needs_slopes_ = false;
  const double finest = 10 * budget.frequency_factor;  // cells per unit
  if (!is_slope)
    return {{{"type", "curvature-of"},
             {"source", source.node},
             {"radius", random_.Uniform(0.1, 1) / finest},
             {"strength", random_.OneOf({-1.0, 1.0})},
             {"scale", random_.Uniform(0.3, 1) / (finest * finest)}},
            1,
            20 * source.growth,
            2};
  const std::string measure = random_.OneOf({"angle", "angle", "magnitude", "x", "y"});
  Subtree subtree{{{"type", "slope-of"}, {"source", source.node}, {"measure", measure}}, 90, 0, 90};
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

}  // namespace cobble::test
