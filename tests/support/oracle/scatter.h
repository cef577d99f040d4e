// The node scatter, evaluated slowly and simply in double; shares no code with src.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle/sample.h"

namespace cobble::test {

class OracleScatter {
 public:
  // Samples the source at a position in a stamp, which may be off by `slack`.
  using Source = std::function<OracleSample(const Vec3& position, double slack)>;

  // In: the lengths of the picture's periods along x and y; 0: not tiled.
  OracleScatter(const Node& node, uint32_t accumulator, const std::array<double, 2>& lengths);

  OracleSample At(const Vec3& position, double slack, const Source& source) const;
  // In: the source's bounds. Must be called before At.
  Bounds BoundsOf(const Bounds& source);

 private:
  // A stamp at a position: the source there, and what decides whether it is on top.
  struct Layer {
    OracleSample sample;
    double id = 0;
    uint32_t rank = 0;
    bool is_certain = true;  // the position is clearly inside the stamp
  };
  struct Stamp {
    double x = 0, y = 0;  // from the stamp's middle to the position, in cells
    double radius = 0, radians = 0, height = 0;
    double id = 0;
    uint32_t rank = 0;
  };

  void AddStamps(const std::array<int64_t, 2>& cell, const std::array<long double, 2>& c,
                 std::vector<Stamp>* stamps) const;
  Layer LayerOf(const Stamp& stamp, double off, double slack, const Source& source) const;
  OracleSample Combined(const std::vector<Layer>& layers) const;
  OracleSample Added(const std::vector<Layer>& layers) const;
  OracleSample Top(const std::vector<Layer>& layers) const;
  int MaxStamps() const;

  uint32_t accumulator_;
  std::array<double, 2> frequency_;
  std::array<int64_t, 2> period_{};
  double jitter_, radius_, density_, turn_;
  std::vector<double> size_, height_;
  std::string overlap_;
  bool shows_id_;
  double min_value_ = 0;  // smaller values count as 0
};

}  // namespace cobble::test
