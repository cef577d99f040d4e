// How deep rivers cut: solves the balance on a grid, for given receivers.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "drainage/drainage.h"

namespace cobble::drainage {

// The land of one grid, and what wears it.
class Land {
 public:
  // In: source, at the nodes; epsilon, the minimum descent of a river per cell.
  Land(const Settings& settings, Grid grid, Values source, double epsilon, const Team& team);

  const Grid& grid() const { return grid_; }
  const Values& source() const { return source_; }
  const std::vector<uint8_t>& is_outlet() const { return outlets_.are; }

  // Starts with these heights, except at outlets.
  void StartWith(Values height);
  // Solves the balance along the trees of `order`; other neighbours have the heights of before.
  // In: raised, the source, lifted.
  void Incise(const Values& raised, const Flow& flow, const FlowOrder& order, const Team& team);

  Values height, level;

  Grid TakeGrid() { return std::move(grid_); }

 private:
  // The river that made the valley floor on which a node lies, or its own.
  struct Floor {
    float size = 0;      // root of the area
    float distance = 0;  // to that river, downstream
  };
  // The terms of a node's balance that do not depend on its receiver.
  struct Terms {
    double sum = 0, weight = 1;
  };

  void WeighNeighbours(const Team& team);
  void SumNeighbours(const Values& raised, int y);
  void MeasureWear(const Flow& flow, const FlowOrder& order, std::size_t first, std::size_t end);
  Floor FloorOf(const FlowOrder& order, std::size_t place, double inverse) const;
  void SolveTrees(const FlowOrder& order, std::size_t first, std::size_t end);
  double Balanced(const Terms& terms, std::size_t place, double below) const;

  const Settings& settings_;
  Grid grid_;
  Values source_;
  double epsilon_, diffusion_;
  Outlets outlets_;
  std::array<std::vector<float>, kHalf> weights_;  // of the neighbours E, S, W and N
  std::vector<Terms> terms_;
  // By place in the order.
  Values wear_;                 // strength * root of the area / length to the receiver
  std::vector<float> inverse_;  // of the length
  std::vector<Floor> floors_;
  Values levels_;
};

}  // namespace cobble::drainage
