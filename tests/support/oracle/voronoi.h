// One octave of Voronoi noise, evaluated slowly and simply in double: all points of all cells in
// reach, and each function by definition. Shares no code with src/noise.
#pragma once

#include <vector>

#include "support/oracle/distance.h"

namespace cobble::test {

class OracleVoronoi : public OracleFamily {
 public:
  explicit OracleVoronoi(const Node& node);
  OracleResult At(const OracleSite& site) const override;

 private:
  struct Point {
    std::array<int64_t, 3> by{};  // its cell, relative to the sample's
    Vec3 inside{};                // its position in the cell
    Vec3 offset{};                // from the sample
    Distance distance{};
    double id = 0;
  };
  using Points = std::vector<Point>;

  Points PointsWithin(int64_t reach, const OracleSite& site) const;
  void AddCell(const OracleSite& site, const std::array<int64_t, 3>& by, Points* points) const;
  Point MakePoint(const OracleSite& site, const std::array<int64_t, 3>& by, uint32_t accumulator,
                  uint32_t number) const;

  OracleResult Limit(const Points& points, const Point& chosen, double blur) const;
  OracleResult OfNearest(const OracleSite& site) const;
  OracleResult Distances(const OracleSite& site) const;
  OracleResult Edge(const OracleSite& site) const;
  OracleResult LogSumExp(const OracleSite& site) const;
  OracleResult Polynomial(const OracleSite& site) const;

  int dimensions_;
  Metric metric_{};
  VoronoiFunction function_{};
  Smooth smooth_{};
  double jitter_, limit_;
};

}  // namespace cobble::test
