// simplex: gradients at the corners of triangles or tetrahedra.
#include "nodes/simplex_noise.h"

namespace cobble::nodes {

const NodeType& Simplex() {
  static const NoiseType noise{.bounds = &FoldableBounds,
                               .is_scattered = &IsScattered,
                               .evaluations = &SimplexEvaluations,
                               .row_multiple = &SimplexRowMultiple,
                               .make = &MakeSimplex<SimplexKind::kGradient>};
  static const NodeType type{
      .spec =
          {.name = "simplex",
           .summary =
               "gradients at the corners of triangles or tetrahedra: hills without a visible grid",
           .noise = NoiseSpec{"Ken Perlin, Noise Hardware, 2001; Stefan Gustavson, Simplex Noise "
                              "Demystified, 2005",
                              {-1, 1}},
           .fields = NoiseFields({TurbulenceField(), AlignedField()})},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
