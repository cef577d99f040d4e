// perlin: gradients at lattice points, smoothly interpolated.
#include "nodes/lattice_noise.h"

namespace cobble::nodes {

const NodeType& Perlin() {
  static const NoiseType noise{.bounds = &FoldableBounds,
                               .is_scattered = &IsScattered,
                               .evaluations = &LatticeEvaluations,
                               .make = &MakeLattice<LatticeKind::kPerlin>};
  static const NodeType type{
      .spec =
          {.name = "perlin",
           .summary =
               "gradients at lattice points, smoothly interpolated: uniform hills, clouds, marble",
           .noise =
               NoiseSpec{"Ken Perlin, An Image Synthesizer, 1985; Improving Noise, 2002", {-1, 1}},
           .fields = NoiseFields({TurbulenceField(), AlignedField()})},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
