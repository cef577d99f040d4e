// Nodes computed from the source around a position (slope-of, curvature-of, blur), evaluated slowly
// and simply in double. Shares no code with src.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle/values.h"

namespace cobble::test {

struct OracleMask {
  double radius = 0;
  // Whether it uses the slopes x and y of each sample, not the value, and so has no slope.
  bool is_of_slopes = false;
  std::vector<Vec3> offsets;    // from the mask's position to the source's samples
  OracleOperation operation{};  // for blur: without bounds, since they are the source's

  // `at` returns the source's sample at a position.
  OracleSample At(const Vec3& position, const std::function<OracleSample(const Vec3&)>& at) const;
};

bool IsMask(std::string_view type);
OracleMask MakeMask(const Recipe& recipe, const Node& node);

}  // namespace cobble::test
