// One octave of cell noise, evaluated slowly and simply in double: all points of all cubes in
// reach. Shares no code with src/noise.
#pragma once

#include <vector>

#include "support/oracle/distance.h"

namespace cobble::test {

class OracleCell : public OracleFamily {
 public:
  explicit OracleCell(const Node& node);
  OracleResult At(const OracleSite& site) const override;

 private:
  struct Point {
    Vec3 offset{};  // from the sample
    Distance distance{};
    double id = 0;
  };
  using Points = std::vector<Point>;

  Points PointsAround(const OracleSite& site) const;  // the four nearest points, nearest first
  void AddCube(const OracleSite& site, const std::array<int64_t, 3>& by, Points* points) const;
  OracleResult OfNearest(const OracleSite& site, const Points& points) const;
  OracleResult Sum(const OracleSite& site, const Points& points) const;

  int dimensions_;
  Metric metric_{};
  CellFunction function_ = CellFunction::kF1;  // F1 where weights are given
  double limit_;
  std::array<double, 4> weights_{};
  std::vector<uint64_t> thresholds_;
};

}  // namespace cobble::test
