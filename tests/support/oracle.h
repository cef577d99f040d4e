// The oracle of the tests: what a recipe says, evaluated slowly and simply in double from its
// definition. It knows neither src/noise nor src/program nor src/render.
#ifndef COBBLE_TESTS_SUPPORT_ORACLE_H_
#define COBBLE_TESTS_SUPPORT_ORACLE_H_

#include <array>
#include <optional>

#include "cobble/recipe.h"
#include "support/oracle_tree.h"

namespace cobble::test {

// The maps of one pixel; h is the mapped height.
struct OracleMaps {
  double value = 0, height = 0;
  std::array<double, 2> slope{};  // h_x, h_y
  Vec3 normal{};
};

class Oracle {
 public:
  explicit Oracle(const Recipe& recipe);

  // At a position P.
  OracleSample At(const Vec3& position) const { return tree_.At(position); }
  // At the centre of a pixel of the endless plane; reduced to the picture first, if tiled.
  OracleSample AtPixel(int64_t i, int64_t j) const { return At(Position(i, j)); }
  Vec3 Position(int64_t i, int64_t j) const;

  Bounds bounds() const { return tree_.bounds(); }
  // What becomes 0 and 1 in the height; nothing: the value is kept. "fit" looks at every pixel.
  std::optional<Bounds> HeightRange() const;
  OracleMaps Maps(const OracleSample& sample, const std::optional<Bounds>& range) const;
  // How much larger h's slopes are than the sample's, at most.
  double SlopeScale(const std::optional<Bounds>& range) const;

 private:
  std::array<double, 2> PictureUnits() const;

  Recipe recipe_;
  OracleTree tree_;
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ORACLE_H_
