// simplex-value: values at the corners of triangles or tetrahedra.
#include "nodes/shared/corner_noise.h"

namespace cobble::nodes {
namespace {

constexpr Detail kSimplexValueDetails[] = {
    {"value",
     "the sum over the corners of a simplex of max(1 - d^2/r^2, 0)^3 times a random value, d = the "
     "distance to the corner; from -1 to 1"}};

}  // namespace

NodeType SimplexValue() {
  return SimplexNoise(
      SimplexKind::kValue,
      {.name = "simplex-value",
       .summary = "values at the corners of triangles or tetrahedra: soft dots and blobs",
       .details = kSimplexValueDetails,
       .noise = NoiseSpec{"Ken Perlin, Noise Hardware, 2001; Jasper Flick, Simplex Noise, 2021",
                          {-1, 1}}});
}

}  // namespace cobble::nodes
