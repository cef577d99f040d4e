// fractal: sums octaves of any source, a tree of nodes, at increasing frequencies.
// Based on: F. Kenton Musgrave et al., "Texturing and Modeling: A Procedural Approach", 1994.
#include <cmath>
#include <vector>

#include "core/numbers.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

using Octaves = std::vector<Compiled>;

struct FractalOptions {
  FractalKind kind{};
  uint32_t octaves = 0;
  double lacunarity = 0, persistence = 0;
  double offset = 0, gain = 0;  // of the kinds that use them
};

FractalOptions OptionsOf(const Node& node) {
  FractalOptions options{.octaves = static_cast<uint32_t>(node.Number("octaves")),
                         .lacunarity = node.Number("lacunarity"),
                         .persistence = node.Number("persistence")};
  FromName(node.Text("kind"), &options.kind);
  if (node.Has("offset")) options.offset = node.Number("offset");
  if (node.Has("gain")) options.gain = node.Number("gain");
  return options;
}

Octaves CompileOctaves(Compiler& compiler, const NodeContext& context,
                       const FractalOptions& options) {
  const double lacunarity = options.lacunarity;
  const bool tiles = compiler.recipe().tiling && !context.site.IsInStamp();
  if (tiles && lacunarity != std::floor(lacunarity))
    compiler.Fail(context, "lacunarity",
                  "must be a whole number in a tiled recipe, got " + Shortest(lacunarity));
  Octaves octaves;
  double scale = 1;
  for (uint32_t o = 0; o < options.octaves; ++o) {
    Affine scaling;
    for (std::size_t a = 0; a < 3; ++a) scaling.m[a][a] = scale;
    Site site = context.site.Through(scaling);
    site.seed_shift += 32 * o;
    site.fractal_pointer = context.pointer;
    site.fractal_node = &context.node;
    site.fractal_scale = scale;
    octaves.push_back(compiler.InputAt(context, "source", site, context.slopes));
    scale *= lacunarity;
  }
  return octaves;
}

Compiled Fbm(Compiler& compiler, const FractalOptions& options, const Octaves& octaves) {
  Compiled sum = octaves[0];
  double amplitude = 1;
  for (std::size_t o = 1; o < octaves.size(); ++o)
    sum = compiler.Sum(
        sum, compiler.Product(octaves[o], Compiled::Constant(amplitude *= options.persistence)));
  return sum;
}

Compiled RidgedSum(Compiler& compiler, const FractalOptions& options, const Octaves& octaves) {
  const Compiled gain = Compiled::Constant(options.gain);
  const double offset = options.offset;
  Compiled ridge = Ridged(compiler, octaves[0], offset), sum = ridge;
  double amplitude = 1;
  for (std::size_t o = 1; o < octaves.size(); ++o) {
    const Compiled weight = Clamped(compiler, compiler.Product(ridge, gain), 0, 1);
    ridge = compiler.Product(Ridged(compiler, octaves[o], offset), weight);
    sum = compiler.Sum(
        sum, compiler.Product(ridge, Compiled::Constant(amplitude *= options.persistence)));
  }
  return sum;
}

Compiled Hybrid(Compiler& compiler, const FractalOptions& options, const Octaves& octaves) {
  constexpr double kNoMinimum = -3e38;
  const Compiled offset = Compiled::Constant(options.offset);
  Compiled signal = compiler.Sum(octaves[0], offset), sum = signal, weight = Compiled::Constant(1);
  double amplitude = 1;
  for (std::size_t o = 1; o < octaves.size(); ++o) {
    weight = Clamped(compiler, compiler.Product(weight, signal), kNoMinimum, 1);
    signal = compiler.Product(compiler.Sum(octaves[o], offset),
                              Compiled::Constant(amplitude *= options.persistence));
    sum = compiler.Sum(sum, compiler.Product(weight, signal));
  }
  return sum;
}

Compiled SumOf(Compiler& compiler, const FractalOptions& options, const Octaves& octaves) {
  switch (options.kind) {
    case FractalKind::kFbm:
      return Fbm(compiler, options, octaves);
    case FractalKind::kRidged:
      return RidgedSum(compiler, options, octaves);
    case FractalKind::kHybrid:
      return Hybrid(compiler, options, octaves);
  }
  return {};
}

Compiled CompileFractal(Compiler& compiler, const NodeContext& context) {
  const FractalOptions options = OptionsOf(context.node);
  const Octaves octaves = CompileOctaves(compiler, context, options);
  const Compiled sum = SumOf(compiler, options, octaves);
  double amplitude = 1, total = 0;
  for (std::size_t o = 0; o < octaves.size(); ++o, amplitude *= options.persistence)
    total += amplitude;
  return compiler.Product(sum, Compiled::Constant(1 / total));
}

}  // namespace

NodeType Fractal() {
  return {
      .spec =
          {.name = "fractal",
           .summary =
               "a sum of octaves of the source, which can be any node, at finer and finer scales",
           .value = "n_o = source at P * lacunarity^o, with different seeds, 0 <= o < octaves; a_o "
                    "= persistence^o; fbm: sum a_o n_o / A; ridged: sum a_o r_o / A, r_o = (offset "
                    "- abs(n_o))^2 clamp01(gain r_(o-1)), r_0 = (offset - abs(n_0))^2; hybrid: sum "
                    "w_o m_o / A, m_o = a_o (n_o + offset), w_0 = 1, w_o = min(w_(o-1) m_(o-1), 1)",
           .bounds = "interval arithmetic over the same formulas",
           .arguments = {"source", "octaves"},
           .fields =
               {SourceField(),
                ChoiceField("kind", Names<FractalKind>(), "\"fbm\"",
                            "fbm: a plain sum; ridged: sharp crests; hybrid: rough peaks and "
                            "smooth valleys"),
                OctavesField("5", "number of layers, each finer than the one before"),
                LacunarityField(), PersistenceField(),
                UsedIf(
                    "kind", {"ridged"},
                    Useful({0, 4},
                           NumberField(
                               "gain", {-kLarge, kLarge}, "2",
                               "ridged: how strongly an octave's crests amplify the next octave"))),
                UsedIf(
                    "kind", {"ridged", "hybrid"},
                    Useful({0, 2}, NumberField("offset", {-kLarge, kLarge}, "1",
                                               "ridged: crests are where abs(source) equals this; "
                                               "hybrid: added to each octave")))}},
      .compile = &CompileFractal,
      .repeats = [](const Node& node) { return static_cast<int>(node.Number("octaves")); }};
}

}  // namespace cobble::nodes
