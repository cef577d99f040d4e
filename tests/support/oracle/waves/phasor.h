// The node phasor, evaluated slowly and simply in double; shares no code with src.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "cobble/recipe.h"
#include "support/oracle/sample.h"
#include "support/oracle/waves/waves.h"

namespace cobble::test {

class OraclePhasor {
 public:
  using Angle = std::function<OracleSample(const Vec3& position)>;

  // In: lengths, of the picture's periods along x and y; 0: not tiled.
  OraclePhasor(const Node& node, uint32_t accumulator, const std::array<double, 2>& lengths);

  OracleSample At(const Vec3& position, double slack, const Angle& angle) const;

 private:
  PlaneJet ProfileOf(const OracleWaves::Sums& sums) const;

  OracleWaves waves_;
  double crests_, spread_, persistence_;
  std::string profile_;
};

}  // namespace cobble::test
