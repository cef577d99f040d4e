// Shared by the value and perlin types.
#pragma once

#include "nodes/shared/noise.h"
#include "noise/lattice/lattice.h"

namespace cobble::nodes {

template <LatticeKind kKind>
NoiseKernel MakeLattice(const Node& node, std::vector<Octave> octaves,
                        const KernelRequest& request) {
  auto args = std::make_shared<LatticeArgs>();
  args->kind = kKind;
  args->turbulence = Choice<Turbulence>(node, "turbulence");
  return Select(std::move(args), node, std::move(octaves), request, &SelectLattice);
}

// Each corner of a cell counts as one evaluation.
inline double LatticeEvaluations(const Node& node) { return PerDimension(node, 2); }

template <LatticeKind kKind>
NoiseType LatticeNoise() {
  return {.bounds = &FoldableBounds,
          .is_scattered = &IsScattered,
          .evaluations = &LatticeEvaluations,
          .make = &MakeLattice<kKind>};
}

}  // namespace cobble::nodes
