// simplex-value: values at the corners of triangles or tetrahedra.
#include "nodes/simplex_noise.h"

namespace cobble::nodes {

const NodeType& SimplexValue() {
  static const NoiseType noise{.bounds = &FoldableBounds,
                               .is_scattered = &IsScattered,
                               .evaluations = &SimplexEvaluations,
                               .row_multiple = &SimplexRowMultiple,
                               .make = &MakeSimplex<SimplexKind::kValue>};
  static const NodeType type{
      .spec = {.name = "simplex-value",
               .summary = "values at the corners of triangles or tetrahedra: soft dots and blobs",
               .noise =
                   NoiseSpec{"Ken Perlin, Noise Hardware, 2001; Jasper Flick, Simplex Noise, 2021",
                             {-1, 1}},
               .fields = NoiseFields({TurbulenceField(), AlignedField()})},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
