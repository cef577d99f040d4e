// Shared by the simplex and simplex-value types.
#pragma once

#include <array>

#include "nodes/shared/noise.h"
#include "noise/simplex/simplex.h"

namespace cobble::nodes {

template <SimplexKind kKind>
NoiseKernel MakeSimplex(const Node& node, std::vector<Octave> octaves,
                        const KernelRequest& request) {
  auto args = std::make_shared<SimplexArgs>();
  args->kind = kKind;
  args->turbulence = Choice<Turbulence>(node, "turbulence");
  return Select(std::move(args), node, std::move(octaves), request, &SelectSimplex);
}

// Each corner of a simplex counts as one evaluation.
inline double SimplexEvaluations(const Node& node) { return DimensionsOf(node) + 1; }

// Every other row of triangles is shifted by half a cell, so rows repeat in pairs.
inline std::array<int, 2> SimplexMultiples(const Node& node) {
  return {1, DimensionsOf(node) == 2 ? 2 : 1};
}

template <SimplexKind kKind>
NoiseType SimplexNoise() {
  return {.bounds = &FoldableBounds,
          .is_scattered = &IsScattered,
          .evaluations = &SimplexEvaluations,
          .cell_multiples = &SimplexMultiples,
          .make = &MakeSimplex<kKind>};
}

}  // namespace cobble::nodes
