// Noises of values or gradients at the corners of cells. Each corner counts as one evaluation.
#include "nodes/shared/corner_noise.h"

#include <array>
#include <memory>
#include <utility>

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

}  // namespace

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

}  // namespace cobble::nodes
