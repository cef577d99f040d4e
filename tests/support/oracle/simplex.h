// One octave of simplex noise, evaluated slowly and simply in double.
#pragma once

#include <vector>

#include "support/oracle/family.h"

namespace cobble::test {

class OracleSimplex : public OracleFamily {
 public:
  explicit OracleSimplex(const Node& node);
  OracleResult At(const OracleSite& site) const override;

 private:
  using Index = std::array<int64_t, 3>;
  using Real = long double;  // precise enough for fractions 10^9 units away
  using Place = std::array<Real, 3>;

  // Skews a position, in units of simplices: lattice points get integer coordinates.
  Place Skewed(const OracleSite& site, const Place& c) const;
  Place PlaceOf(const OracleSite& site, const Index& index) const;
  std::vector<Index> Corners(const Place& skewed) const;
  uint32_t Hash(const OracleSite& site, const Index& index) const;

  OracleResult Kernel(const OracleSite& site, uint32_t hash, const Vec3& offset) const;
  OracleResult Gradient(const OracleSite& site, uint32_t hash, const Vec3& offset) const;

  std::string type_;
  int dimensions_;
};

}  // namespace cobble::test
