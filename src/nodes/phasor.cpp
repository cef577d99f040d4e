// phasor: waves that run in given directions and fork where they do not fit together.
#include "noise/waves/phasor.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "nodes/shared/noise.h"
#include "nodes/shared/wave_kernels.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

constexpr std::string_view kProfiles[] = {"sine", "triangle", "sawtooth", "gabor"};

Compiled CompilePhasor(Compiler& compiler, const NodeContext& context) {
  const Node& node = context.node;
  auto args = std::make_shared<PhasorArgs>();
  args->profile = ChoiceOf<PhasorArgs::Profile>(node.Text("profile"), kProfiles);
  args->waves = node.Number("waves");
  args->spread = node.Number("spread");
  if (!SetWaves(compiler, context, args->waves, args.get())) return Compiled::Constant(0);

  Compiled out;
  out.raw.value = compiler.NewBuffer();
  for (std::size_t b = 0; b < static_cast<std::size_t>(context.slopes); ++b)
    if (WavesVaryAlong(b, *args)) out.raw.slope[b] = compiler.NewBuffer();
  compiler.EmitBatches(
      {.args = args,
       .make = &MakePhasor,
       .from = compiler.PositionsOf(context.site),
       .keeps_z = true,
       .to = {out.raw}},
      [](const void*) { return nullptr; },
      [&](int local) {
        const Compiled angle =
            InputAtPoints(compiler, context, *args, local, {"angle", 0, "an angle"});
        args->has_source = !angle.IsConstant();
        args->angle = angle.offset;
        return angle.raw;
      });
  out.bounds = {-1, 1};
  return out;
}

constexpr Detail kPhasorDetails[] = {
    {"lattice",
     "octave o has square cells: c = f_o (x, y) + a shift by seed or pattern, f_o = frequency "
     "lacunarity^o"},
    {"kernels",
     "each cell has a point, within 1/4 of a cell of its middle along x and y, a phase theta and a "
     "turn, -180 to 180 degrees, all random. Its wave has `waves` crests per cell and runs along n "
     "= (cos a, sin a), a = the angle at the point + spread * turn"},
    {"wave",
     "over the kernels whose points are at r from P, in cells: w = max(0, 1 - r^2 / 1.25^2)^3, A = "
     "2 pi waves n.r + theta, W = sum w, X = sum w cos A, Y = sum w sin A; co = X / N and si = Y / "
     "N with N = sqrt(X^2 + Y^2 + 0.45^2 W^2). N is never 0, so F is smooth everywhere"},
    {"octaves",
     "(F_0 + persistence F_1 + persistence^2 F_2 + ...) / (1 + persistence + persistence^2 + ...)"},
    {"slope", "exact: a cell's values are constant, so an angle needs no slope of its own"},
    {"angle",
     "is sampled only at the points of cells, so it should change little from cell to cell. Where "
     "it turns, waves fork"},
    {"picture", "about frequency * waves crests across the picture"},
    {"tiling", "whole cells along x and y, and the angle must tile, too"},
};

constexpr Detail kProfileDetails[] = {
    {"sine", "round crests and troughs"},
    {"triangle", "straight flanks, with crests that are a little rounded"},
    {"sawtooth",
     "rises gently along the angle, then falls steeply, as ripples and dunes do along the wind"},
    {"gabor", "Gabor noise: waves also differ in height, and vanish where they cancel out"},
};

std::vector<Field> PhasorFields() {
  return {
      WaveFrequencyField(),
      WaveOctavesField("1", "number of layers, each finer than the one before"),
      LacunarityField(),
      PersistenceField(),
      NumberField(
          "waves", {0.1, 16}, "0.8",
          "crests per cell: few make short waves with many forks, many make long straight ones"),
      Useful({-180, 180},
             OptionalField(
                 "angle", "0",
                 "direction in which waves run, across their crests, in degrees: 0 is along x, "
                 "90 along y")),
      NumberField("spread", {0, 1}, "0",
                  "how much waves differ in direction: 1 turns them in any direction, 0 none"),
      ChoiceField("profile", kProfiles, "\"sine\"", "the shape of waves", kProfileDetails),
      SeedField(),
      PatternField()};
}

}  // namespace

NodeType Phasor() {
  return {.spec = {.name = "phasor",
                   .on_sphere = "use sine(20*x + perlin(4)), waves that bend",
                   .summary = "waves in a direction, with forks: sand ripples, brushed metal, "
                              "wood, cloth, fingerprints, water",
                   .value = "the weighted mean of octaves F. sine: F = sqrt(1 + 0.45^2) si; "
                            "triangle: F = asin(si) / u; sawtooth: F = atan(si / (1 + co)) / u; "
                            "gabor: F = Y / W; u = atan(1 / 0.45)",
                   .bounds = "-1..1",
                   .details = kPhasorDetails,
                   .arguments = {"frequency", "octaves"},
                   .fields = PhasorFields()},
          .compile = &CompilePhasor};
}

}  // namespace cobble::nodes
