// One noise with its octaves, turbulence and distribution, evaluated slowly and simply in double.
// Shares no code with src/noise.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle/family.h"
#include "support/oracle/hill.h"
#include "support/oracle/sample.h"

namespace cobble::test {

using Matrix3 = std::array<Vec3, 3>;  // row-major

Matrix3 Product(const Matrix3& a, const Matrix3& b);

// R = Ry Rx Rz, right-handed, degrees; exact at quarter turns.
Matrix3 OracleRotation(const Vec3& degrees);

// q = translate + R (scale * p), as in a domain.
struct OracleMap {
  Matrix3 matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // R times scale
  Vec3 translate{};

  OracleMap() = default;
  OracleMap(const Vec3& translate_in, const Vec3& rotate, const Vec3& scale);

  Vec3 Apply(const Vec3& p) const;
  // Converts a slope with respect to q into one with respect to p.
  Vec3 PullBack(const Vec3& slope) const;
  // Returns an upper bound of |q| / |p|, without translation, and of the same ratio for slopes.
  double MaxScale() const;
};

// What a noise inherits from its position in the recipe.
struct OraclePlace {
  uint32_t seed = 0;   // the noise's own seed
  uint32_t shift = 0;  // added to its accumulators by fractals
  Matrix3 map =
      OracleMap().matrix;  // from the picture's P to the noise's position, without translations
};

class OracleNoise {
 public:
  OracleNoise(const Recipe& recipe, const Node& node, const OraclePlace& place);

  // `position_slack` is the position's possible error, in units of kValueTolerance.
  OracleSample At(const Vec3& position, double position_slack) const;
  Bounds bounds() const;

 private:
  struct Octave {
    uint32_t accumulator = 0;
    std::array<long double, 3> frequency{};
    std::array<long double, 3> scatter{};
    std::array<int64_t, 3> period{};  // 0: not tiled
    double amplitude = 0;
  };

  void FitToPeriod(const Recipe& recipe, const Matrix3& map, Octave& octave) const;
  OracleSite SiteOf(const Octave& octave, const Vec3& p, double slack) const;
  // Returns a sample after turbulence. `off`: the octave's error in units of kValueTolerance.
  OracleResult Folded(OracleResult result, double off) const;
  OracleSample Distributed(const OracleSample& sample) const;
  double Curvature() const;

  std::shared_ptr<const OracleFamily> family_;
  int dimensions_;
  bool has_turbulence_, has_limit_;
  bool is_offset_ = false;  // functions u, v and w
  double maximum_ = 1;      // if has_limit_
  Turbulence turbulence_ = Turbulence::kNone;
  OracleDistribution distribution_;
  std::vector<Octave> octaves_;
};

}  // namespace cobble::test
