// fractal: the source summed at finer and finer scales: octaves of any tree.
// Based on: F. Kenton Musgrave et al., "Texturing and Modeling: A Procedural Approach", 1994.
#include <cmath>
#include <string>
#include <vector>

#include "core/numbers.h"
#include "nodes/fields.h"
#include "nodes/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

using Octaves = std::vector<Compiled>;

Octaves CompileOctaves(Compiler& compiler, const Visit& visit) {
  const double lacunarity = visit.node.Number("lacunarity");
  if (compiler.recipe().tiling && lacunarity != std::floor(lacunarity))
    compiler.Fail(visit, "lacunarity",
                  "must be a whole number in a tiled recipe, got " + Shortest(lacunarity));
  Octaves octaves;
  double scale = 1;
  for (uint32_t o = 0; o < static_cast<uint32_t>(visit.node.Number("octaves")); ++o) {
    Affine finer;
    for (std::size_t a = 0; a < 3; ++a) finer.m[a][a] = scale;
    Site site = visit.site.Through(finer);
    site.seed_shift += 32 * o;
    site.fractal = visit.pointer;
    site.fractal_node = &visit.node;
    site.fractal_scale = scale;
    octaves.push_back(compiler.InputAt(visit, "source", site, visit.slopes));
    scale *= lacunarity;
  }
  return octaves;
}

Compiled Fbm(Compiler& compiler, const Visit& visit, const Octaves& octaves) {
  const double persistence = visit.node.Number("persistence");
  Compiled sum = octaves[0];
  double share = 1;
  for (std::size_t o = 1; o < octaves.size(); ++o)
    sum = compiler.Sum(sum, compiler.Product(octaves[o], Compiled::Constant(share *= persistence)));
  return sum;
}

Compiled RidgedSum(Compiler& compiler, const Visit& visit, const Octaves& octaves) {
  const double persistence = visit.node.Number("persistence");
  const Compiled gain = Compiled::Constant(visit.node.Number("gain"));
  const double offset = visit.node.Number("offset");
  Compiled ridge = Ridged(compiler, octaves[0], offset), sum = ridge;
  double share = 1;
  for (std::size_t o = 1; o < octaves.size(); ++o) {
    const Compiled weight = Clamped(compiler, compiler.Product(ridge, gain), 0, 1);
    ridge = compiler.Product(Ridged(compiler, octaves[o], offset), weight);
    sum = compiler.Sum(sum, compiler.Product(ridge, Compiled::Constant(share *= persistence)));
  }
  return sum;
}

Compiled Hybrid(Compiler& compiler, const Visit& visit, const Octaves& octaves) {
  constexpr double kUnlimited = -3e38;
  const double persistence = visit.node.Number("persistence");
  const Compiled offset = Compiled::Constant(visit.node.Number("offset"));
  Compiled signal = compiler.Sum(octaves[0], offset), sum = signal, weight = Compiled::Constant(1);
  double share = 1;
  for (std::size_t o = 1; o < octaves.size(); ++o) {
    weight = Clamped(compiler, compiler.Product(weight, signal), kUnlimited, 1);
    signal = compiler.Product(compiler.Sum(octaves[o], offset),
                              Compiled::Constant(share *= persistence));
    sum = compiler.Sum(sum, compiler.Product(weight, signal));
  }
  return sum;
}

Compiled SumOf(Compiler& compiler, const Visit& visit, const Octaves& octaves) {
  FractalKind kind{};
  FromName(visit.node.Text("kind"), &kind);
  switch (kind) {
    case FractalKind::kFbm:
      return Fbm(compiler, visit, octaves);
    case FractalKind::kRidged:
      return RidgedSum(compiler, visit, octaves);
    case FractalKind::kHybrid:
      return Hybrid(compiler, visit, octaves);
  }
  return {};
}

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Octaves octaves = CompileOctaves(compiler, visit);
  const Compiled sum = SumOf(compiler, visit, octaves);
  const double persistence = visit.node.Number("persistence");
  double share = 1, all = 0;
  for (std::size_t o = 0; o < octaves.size(); ++o, share *= persistence) all += share;
  return compiler.Product(sum, Compiled::Constant(1 / all));
}

}  // namespace

const NodeType& Fractal() {
  static const NodeType type{
      .spec = {.name = "fractal",
               .summary = "the source summed at finer and finer scales: octaves of any tree",
               .value = "n_o = source at P lacunarity^o, with seeds of its own, 0 <= o < octaves; "
                        "a_o = persistence^o; "
                        "fbm: sum a_o n_o / A; "
                        "ridged: sum a_o r_o / A, r_o = (offset - abs(n_o))^2 clamp01(gain "
                        "r_(o-1)), r_0 without its factor; "
                        "hybrid: sum w_o m_o / A, m_o = a_o (n_o + offset), w_0 = 1, "
                        "w_o = min(w_(o-1) m_(o-1), 1)",
               .bounds = "the same formulas over intervals",
               .fields = {SourceField(),
                          {.key = "kind",
                           .type = FieldType::kChoice,
                           .choices = Names<FractalKind>(),
                           .fallback = "\"fbm\"",
                           .help = "how octaves of the source are summed"},
                          OctavesField("5", "how many finer and finer layers of the source"),
                          LacunarityField(),
                          PersistenceField(),
                          {.key = "gain",
                           .minimum = -kLarge,
                           .maximum = kLarge,
                           .fallback = "2",
                           .help = "of ridged: how soon one octave lets the next show"},
                          {.key = "offset",
                           .minimum = -kLarge,
                           .maximum = kLarge,
                           .fallback = "1",
                           .help = "of ridged: where ridges are; of hybrid: what is added to "
                                   "octaves"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
