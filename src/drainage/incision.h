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
  // In: source, at the nodes; epsilon, the least descent of a river per cell.
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
  // A node's way to its receiver.
  struct Reach {
    double wear = 0;    // strength * root of the area / length
    double least = 0;   // the least descent
    float inverse = 0;  // of the length
  };
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
  void MeasureReaches(const Flow& flow, const FlowOrder& order, std::size_t first, std::size_t end);
  Floor FloorOf(const FlowOrder& order, std::size_t place, double length) const;
  void SolveTrees(const FlowOrder& order, std::size_t first, std::size_t end);
  double Balanced(const Terms& terms, const Reach& reach, double below) const;

  const Settings& settings_;
  Grid grid_;
  Values source_;
  double epsilon_, diffusion_;
  Outlets outlets_;
  std::array<std::vector<float>, kHalf> weights_;  // of the neighbours E, S, W and N
  std::vector<Terms> terms_;
  // By place in the order.
  std::vector<Reach> reaches_;
  std::vector<Floor> floors_;
  Values levels_;
};

}  // namespace cobble::drainage
