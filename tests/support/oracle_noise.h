// One noise, octaves and domain and all, evaluated slowly and simply in double. Shares no code with
// src/noise.
#ifndef COBBLE_TESTS_SUPPORT_ORACLE_NOISE_H_
#define COBBLE_TESTS_SUPPORT_ORACLE_NOISE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle_family.h"
#include "support/oracle_hill.h"

namespace cobble::test {

using Matrix3 = std::array<Vec3, 3>;  // by rows

struct Bounds {
  double low = 0, high = 0;
};

// What a node is at a position, and how far float32 may stray from it there.
struct OracleSample {
  double value = 0;
  Vec3 slope{};  // with respect to P
  // In units of the tolerance of one noise: how far the value, and how far a slope, may be off.
  double value_slack = 0, slope_slack = 0;
  bool kink = false;  // a fold or ridge is so near that rounding decides the slope's side
  bool jump = false;  // or even the value's
};

// The tolerances of the golden values: values absolutely, slopes relative to 1 + the largest.
inline constexpr double kValueTolerance = 2e-5, kSlopeTolerance = 2e-3;

// R = Ry Rx Rz, right-handed, degrees; exact at quarter turns.
Matrix3 OracleRotation(const Vec3& degrees);

class OracleNoise {
 public:
  // `seed` is the noise's own, already found.
  OracleNoise(const Recipe& recipe, const Node& node, uint32_t seed);

  // `position_slack`: how far P may be off, in units of kValueTolerance.
  OracleSample At(const Vec3& position, double position_slack) const;
  Bounds bounds() const;

 private:
  struct Octave {
    uint32_t accumulator = 0;
    std::array<long double, 3> frequency{};
    std::array<int64_t, 3> period{};  // 0: not tiled
    double amplitude = 0;
  };

  void FitToPeriod(const Recipe& recipe, Octave& octave) const;
  OracleSite SiteOf(const Octave& octave, const std::array<long double, 3>& p, double slack) const;
  // Turbulence of one octave's sample. In: how far it may be off, in the noise's tolerances.
  OracleResult Folded(OracleResult result, double off) const;
  OracleSample Distributed(const OracleSample& sample) const;

  std::shared_ptr<const OracleFamily> family_;
  int dimensions_;
  bool has_turbulence_;
  Turbulence turbulence_ = Turbulence::kNone;
  OracleLaw law_;
  std::vector<Octave> octaves_;
  Vec3 scale_, translate_;
  Matrix3 rotation_;
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ORACLE_NOISE_H_
