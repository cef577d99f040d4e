// simplex: gradients at the corners of triangles or tetrahedra.
#include "nodes/shared/corner_noise.h"

namespace cobble::nodes {
namespace {

constexpr Detail kSimplexDetails[] = {
    {"value",
     "the sum over the corners of a simplex of max(1 - d^2/r^2, 0)^3 "
     "times the dot product of a random gradient and the offset from "
     "the corner, d = the distance to the corner; scaled to -1..1"}};

}  // namespace

NodeType Simplex() {
  return SimplexNoise(
      SimplexKind::kGradient,
      {.name = "simplex",
       .summary =
           "gradients at the corners of triangles or tetrahedra: hills without a visible grid",
       .details = kSimplexDetails,
       .noise = NoiseSpec{"Ken Perlin, Noise Hardware, 2001; Stefan Gustavson, Simplex Noise "
                          "Demystified, 2005",
                          {-1, 1}}});
}

}  // namespace cobble::nodes
