// Sums of wave kernels around a position, shared by the oracles of erosion and phasor.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle/gradient.h"
#include "support/oracle/waves/plane_jet.h"

namespace cobble::test {

class OracleWaves {
 public:
  // In: lengths, of the picture's periods along x and y; 0: not tiled.
  OracleWaves(const Node& node, uint32_t accumulator, const std::array<double, 2>& lengths);

  int octaves() const { return static_cast<int>(frequency_.size()); }

  // A cell, moved to the first period.
  struct Cell {
    std::array<int64_t, 2> place{};
    uint32_t accumulator = 0;       // after its place
    std::array<double, 2> point{};  // in the cell
    double phase = 0;               // in radians
    std::array<double, 2> at{};     // position of the point
  };
  Cell CellAt(int octave, std::array<int64_t, 2> place) const;

  // A node's choice for a kernel: its wave in radians per cell, and its weight.
  struct Kernel {
    std::array<double, 2> wave{};
    double weight = 0;
  };
  using Decide = std::function<Kernel(const Cell& cell)>;

  // Sums over kernels of w, w_k w, w_k w cos A and w_k w sin A.
  struct Sums {
    PlaneJet window, weights, cos, sin;

    // The wave's length, which is never 0.
    PlaneJet Length() const;
  };
  Sums SumsAt(int octave, const Vec3& position, const Decide& decide) const;

 private:
  uint32_t accumulator_;
  std::vector<std::array<double, 2>> frequency_, scatter_;
  std::vector<std::array<int64_t, 2>> period_;
};

}  // namespace cobble::test
