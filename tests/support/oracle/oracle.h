// The tests' oracle: evaluates a recipe slowly and simply in double, from the definitions. Shares
// no code with src/noise, src/program and src/render.
#pragma once

#include <array>
#include <optional>

#include "cobble/recipe.h"
#include "support/oracle/tree.h"

namespace cobble::test {

// One pixel's maps; h is the mapped height.
struct OracleMaps {
  double value = 0, height = 0;
  std::array<double, 2> slope{};  // h_x, h_y
  Vec3 normal{};
};

class Oracle {
 public:
  explicit Oracle(const Recipe& recipe);

  // In: P, or a direction of any length from the middle of a sphere.
  OracleSample At(const Vec3& position) const;
  // Returns the sample at the centre of any pixel, inside the picture or not. In a tiled recipe,
  // the position wraps into the picture.
  OracleSample AtPixel(int64_t i, int64_t j) const { return At(Position(i, j)); }
  Vec3 Position(int64_t i, int64_t j) const;

  Bounds bounds() const { return tree_.bounds(); }
  // Returns the values that become 0 and 1; nullopt if values are kept. "fit" samples every pixel.
  std::optional<Bounds> HeightRange() const;
  OracleMaps Maps(const OracleSample& sample, const std::optional<Bounds>& range) const;
  // Returns the maximum ratio of h's slopes to the sample's.
  double SlopeScale(const std::optional<Bounds>& range) const;

 private:
  std::array<double, 2> PictureUnits() const;

  Recipe recipe_;
  OracleTree tree_;
};

}  // namespace cobble::test
