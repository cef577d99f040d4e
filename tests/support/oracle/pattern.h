// Nodes computed from positions without being noises: coordinate, gradient, white and shapes.
// Evaluated slowly and simply in double; shares no code with src.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "cobble/recipe.h"
#include "support/oracle/noise.h"

namespace cobble::test {

// Where a pattern is sampled: the affine map from the picture's P to its positions, and how far
// warps may move them from there along each axis.
struct OraclePatternPlace {
  uint32_t accumulator = 0;  // of its hash
  OracleMap map;
  Vec3 moved{};
  bool in_stamp = false;  // whether the map is from positions in a stamp
};

struct PatternValue {
  double value = 0;
  Vec3 slope{};  // with respect to the position
};

struct OraclePattern {
  std::function<PatternValue(const Vec3&)> at;
  Bounds bounds;
  Vec3 blur{};  // maximum errors of float32 positions along each axis

  // Evaluates at positions that are off by `slack`, in units of kValueTolerance, to see how far
  // value and slope can be off. If they change a lot, the sample counts as a kink or a jump.
  OracleSample At(const Vec3& position, double slack) const;
};

bool IsPattern(std::string_view type);
OraclePattern MakePattern(const Recipe& recipe, const Node& node, const OraclePatternPlace& place);

}  // namespace cobble::test
