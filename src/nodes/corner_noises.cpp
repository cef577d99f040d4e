// value, perlin, simplex and simplex-value: values or gradients at the corners of cells. They have
// the keys of noises, `turbulence` and `aligned`. Each corner counts as one evaluation.
#include <array>
#include <memory>
#include <utility>

#include "nodes/shared/noise.h"
#include "noise/lattice/lattice.h"
#include "noise/simplex/simplex.h"

namespace cobble::nodes {
namespace {

constexpr Detail kTurbulence[] = {
    {"none", "the noise itself, v"},
    {"absolute", "abs(v): creases where v is 0, from 0 to 1"},
    {"smooth", "S(abs(v)), S(t) = t^2 (3 - 2 t): rounded valleys where v is 0, from 0 to 1"},
};

Turbulence TurbulenceOf(const Node& node) { return Choice<Turbulence>(node, "turbulence"); }

// In: noise, with what differs.
template <typename Args, typename Kind>
NodeType CornerNoise(Kind kind, NodeSpec spec, NoiseType noise,
                     Kernel (*select)(const Args&, Frame::Kind, int64_t)) {
  spec.arguments = {"frequency", "octaves"};
  spec.fields = NoiseFields(
      {ChoiceField(
           "turbulence", Names<Turbulence>(), "\"none\"",
           "folds each octave at 0: absolute gives sharp creases, smooth gives rounded ones",
           kTurbulence),
       {.key = "aligned",
        .type = FieldType::kBool,
        .fallback = "false",
        .help = "puts lattice points at whole cells from the middle of the picture, in every "
                "octave; otherwise each octave's lattice is shifted at random"}});
  noise.bounds = [](const Node& node, const PictureBox&) {
    return Bounds{TurbulenceOf(node) == Turbulence::kNone ? -1.0 : 0.0, 1};
  };
  noise.is_scattered = [](const Node& node) { return !node.Bool("aligned"); };
  noise.make = [=](const Node& node, KernelRequest request) {
    auto args = std::make_shared<Args>();
    args->kind = kind;
    args->turbulence = TurbulenceOf(node);
    return Select(std::move(args), std::move(request), select);
  };
  return {.spec = std::move(spec), .noise = std::move(noise)};
}

// In: spec, without arguments and fields; the same for simplex noise.
NodeType LatticeNoise(LatticeKind kind, NodeSpec spec) {
  return CornerNoise(kind, std::move(spec),
                     {.evaluations = [](const Node& node) { return PerDimension(node, 2); }},
                     &SelectLattice);
}

NodeType SimplexNoise(SimplexKind kind, NodeSpec spec) {
  return CornerNoise(
      kind, std::move(spec),
      {.evaluations = [](const Node& node) { return DimensionsOf(node) + 1.0; },
       // Every other row of triangles is shifted by half a cell, so rows repeat in pairs.
       .cell_multiples =
           [](const Node& node) {
             return std::array{1, DimensionsOf(node) == 2 ? 2 : 1};
           }},
      &SelectSimplex);
}

constexpr Detail kValueDetails[] = {
    {"value",
     "a random value from -1 to 1 at every lattice point, blended along each axis with t^3 (6 t^2 "
     "- 15 t + 10)"},
};

constexpr Detail kPerlinDetails[] = {
    {"value",
     "at every lattice point, the dot product of a random gradient and the offset from it; blended "
     "along each axis with t^3 (6 t^2 - 15 t + 10) and scaled to -1..1"},
};

constexpr Detail kSimplexDetails[] = {
    {"value",
     "the sum over the corners of a simplex of max(1 - d^2/r^2, 0)^3 times the dot product of a "
     "random gradient and the offset from the corner, d = the distance to the corner; scaled to "
     "-1..1"},
};

constexpr Detail kSimplexValueDetails[] = {
    {"value",
     "the sum over the corners of a simplex of max(1 - d^2/r^2, 0)^3 times a random value, d = the "
     "distance to the corner; from -1 to 1"},
};

}  // namespace

NodeType Value() {
  return LatticeNoise(
      LatticeKind::kValue,
      {.name = "value",
       .summary = "values at lattice points, smoothly interpolated: soft blobs on a visible grid",
       .details = kValueDetails,
       .noise = NoiseSpec{"Ken Perlin, An Image Synthesizer, 1985", {-1, 1}}});
}

NodeType Perlin() {
  return LatticeNoise(
      LatticeKind::kPerlin,
      {.name = "perlin",
       .summary =
           "gradients at lattice points, smoothly interpolated: uniform hills, clouds, marble",
       .details = kPerlinDetails,
       .noise =
           NoiseSpec{"Ken Perlin, An Image Synthesizer, 1985; Improving Noise, 2002", {-1, 1}}});
}

NodeType Simplex() {
  return SimplexNoise(
      SimplexKind::kGradient,
      {.name = "simplex",
       .summary =
           "gradients at the corners of triangles or tetrahedra: hills without a visible grid",
       .details = kSimplexDetails,
       .noise = NoiseSpec{
           "Ken Perlin, Noise Hardware, 2001; Stefan Gustavson, Simplex Noise Demystified, 2005",
           {-1, 1}}});
}

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
