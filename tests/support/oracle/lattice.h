// One octave of value and Perlin noise, evaluated slowly and simply in double.
#pragma once

#include "support/oracle/family.h"

namespace cobble::test {

class OracleLattice : public OracleFamily {
 public:
  explicit OracleLattice(const Node& node);
  OracleResult At(const OracleSite& site) const override;

 private:
  struct Corner {
    uint32_t accumulator = 0;
    double weight = 1;
    Vec3 weight_slope{1, 1, 1};
    Vec3 offset{};
  };

  OracleResult Gradient(uint32_t value, const Vec3& offset) const;

  std::string type_;
  int dimensions_;
};

}  // namespace cobble::test
