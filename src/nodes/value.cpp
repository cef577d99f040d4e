// value: values at lattice points, smoothly interpolated.
#include "nodes/lattice_noise.h"

namespace cobble::nodes {

const NodeType& Value() {
  static const NoiseType noise{.bounds = &FoldableBounds,
                               .is_scattered = &IsScattered,
                               .evaluations = &LatticeEvaluations,
                               .make = &MakeLattice<LatticeKind::kValue>};
  static const NodeType type{
      .spec = {.name = "value",
               .summary =
                   "values at lattice points, smoothly interpolated: soft blobs on a visible grid",
               .noise = NoiseSpec{"Ken Perlin, An Image Synthesizer, 1985", {-1, 1}},
               .fields = NoiseFields({TurbulenceField(), AlignedField()})},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
