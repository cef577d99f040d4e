// The node erosion, evaluated slowly and simply in double; shares no code with src.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <tuple>

#include "cobble/recipe.h"
#include "support/oracle/sample.h"
#include "support/oracle/waves/waves.h"

namespace cobble::test {

class OracleErosion {
 public:
  using Source = std::function<OracleSample(const Vec3& position)>;

  // In: lengths, of the picture's periods along x and y; 0: not tiled; source, its bounds.
  OracleErosion(const Node& node, uint32_t accumulator, const std::array<double, 2>& lengths,
                const Bounds& source);

  OracleSample At(const Vec3& position, double slack, const Source& source) const;
  Bounds bounds() const { return bounds_; }

 private:
  PlaneJet Reached(const PlaneJet& a) const;

  struct State {
    PlaneJet height, added, ridges;
  };
  State After(int octaves, const Vec3& position, const Source& source) const;
  const OracleWaves::Kernel& KernelOf(int octave, const OracleWaves::Cell& cell, double z,
                                      const Source& source) const;

  OracleWaves waves_;
  double low_, high_, strength_, sharpness_, slope_, branch_, detail_, settle_, persistence_;
  double first_frequency_;
  bool shows_ridges_;
  Bounds bounds_;
  using Key = std::tuple<int, int64_t, int64_t, double>;
  mutable std::map<Key, OracleWaves::Kernel> kernels_;
};

}  // namespace cobble::test
