// One octave of Voronoi noise, evaluated slowly and simply in double: all points of all cells
// around, and each function by its definition. Shares no code with src/noise.
#ifndef COBBLE_TESTS_SUPPORT_ORACLE_VORONOI_H_
#define COBBLE_TESTS_SUPPORT_ORACLE_VORONOI_H_

#include <array>
#include <cstdint>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle_noise.h"

namespace cobble::test {

class OracleVoronoi {
 public:
  explicit OracleVoronoi(const Node& node);

  // Where an octave is sampled, in its lattice.
  struct Site {
    uint32_t accumulator = 0;
    std::array<int64_t, 3> cell{}, period{};  // period 0: not tiled
    Vec3 fraction{};
    double blur = 0;  // how far float32 may be off there, in cells
  };
  struct Result {
    double value = 0;
    Vec3 slope{};       // with respect to the lattice
    bool kink = false;  // so near a ridge that rounding decides the slope's side
    bool jump = false;  // or even the value's
  };
  Result At(const Site& site) const;

 private:
  struct Point {
    std::array<int64_t, 3> by{};  // its cell, from the sample's
    Vec3 inside{};                // its place in the cell
    Vec3 offset{};                // from the sample
    double distance = 0;
    Vec3 slope{};  // of the distance
    double id = 0;
  };
  using Points = std::vector<Point>;

  Points PointsWithin(int64_t reach, const Site& site) const;
  void AddCell(const Site& site, const std::array<int64_t, 3>& by, Points* points) const;
  Point MakePoint(const Site& site, const std::array<int64_t, 3>& by, uint32_t accumulator,
                  uint32_t number) const;
  void Measure(Point* point) const;

  bool IsRidge(const Points& points, const Point& chosen, double blur) const;
  Result Limited(const Points& points, const Point& chosen, double blur) const;
  Result CellId(const Site& site) const;
  Result Distances(const Site& site) const;
  Result Edge(const Site& site) const;
  Result LogSumExp(const Site& site) const;
  Result Polynomial(const Site& site) const;

  int dimensions_;
  Metric metric_{};
  VoronoiFunction function_{};
  Smooth smooth_{};
  double jitter_;
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ORACLE_VORONOI_H_
