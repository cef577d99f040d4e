// Nodes that are computed from the source around a position, slope-of, curvature-of and blur,
// evaluated slowly and simply in double. Shares no code with src.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle/values.h"

namespace cobble::test {

struct OracleMask {
  double radius = 0;
  // Whether the operation is on the slopes x and y of each sample, not on its value. Then the mask
  // has no slope.
  bool is_of_slopes = false;
  std::vector<Vec3> offsets;    // from the mask's position to those where the source is sampled
  OracleOperation operation{};  // of blur: without bounds, which are those of the source

  // `at` returns the source's sample at a position.
  OracleSample At(const Vec3& position, const std::function<OracleSample(const Vec3&)>& at) const;
};

bool IsMask(std::string_view type);
OracleMask MakeMask(const Recipe& recipe, const Node& node);

}  // namespace cobble::test
