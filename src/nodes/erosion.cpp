// erosion: gullies that run down the slopes of the source.
#include "noise/waves/erosion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/math.h"
#include "core/numbers.h"
#include "nodes/shared/noise.h"
#include "nodes/shared/wave_kernels.h"
#include "program/compile.h"
#include "program/node_type.h"
#include "program/octaves.h"

namespace cobble::nodes {
namespace {

constexpr std::string_view kOutputs[] = {"height", "ridges"};

// Sets what does not depend on the octaves.
std::shared_ptr<ErosionArgs> ArgsOf(const NodeContext& context, const Bounds& source) {
  const Node& node = context.node;
  auto args = std::make_shared<ErosionArgs>();
  args->low = source.low;
  args->high = source.high;
  if (node.Has("range")) {
    args->low = node.Numbers("range")[0];
    args->high = node.Numbers("range")[1];
  }
  double amplitude = node.Number("strength") * (args->high - args->low);
  args->steepness =
      node.Number("slope") * 2 * kPi * kErosionWaves * node.Number("frequency") * amplitude;
  for (int o = 0; o < static_cast<int>(node.Number("octaves")); ++o) {
    args->amplitudes.push_back(amplitude);
    amplitude *= node.Number("persistence");
  }
  args->sharpness = node.Number("sharpness");
  args->branch = node.Number("branch");
  args->detail = node.Number("detail");
  args->settle = node.Number("settle");
  args->outputs = {{args->amplitudes.size(), node.Text("output") == "ridges", 0}};
  return args;
}

// Returns whether one node has the first gullies of the other.
bool HaveSameGullies(const ErosionArgs& a, const ErosionArgs& b) {
  const auto keys = [](const ErosionArgs& args) {
    return std::tie(args.from_base, args.low, args.high, args.sharpness, args.steepness,
                    args.branch, args.detail, args.settle);
  };
  for (std::size_t o = 0; o < std::min(a.octaves.size(), b.octaves.size()); ++o)
    if (a.amplitudes[o] != b.amplitudes[o] || !HaveSameCells(a.octaves[o], b.octaves[o]))
      return false;
  return keys(a) == keys(b);
}

std::shared_ptr<const void> WithOutputOf(const ErosionArgs& own, const ErosionArgs& known) {
  if (own.slopes > known.slopes || !HaveSameGullies(own, known)) return nullptr;
  auto joined = std::make_shared<ErosionArgs>(known);
  if (own.octaves.size() > known.octaves.size()) {
    joined->octaves = own.octaves;
    joined->amplitudes = own.amplitudes;
  }
  joined->outputs.push_back(own.outputs[0]);
  joined->outputs.back().slot = known.outputs.size();
  std::ranges::sort(joined->outputs, {}, &ErosionArgs::Output::octaves);
  return joined;
}

Bounds BoundsOf(const ErosionArgs& args, const Bounds& source) {
  if (args.outputs[0].shows_ridges) return {-1, 1};
  double depth = 0;
  for (const double amplitude : args.amplitudes) depth += std::abs(amplitude);
  return {source.low - depth, source.high + depth};
}

Compiled CompileErosion(Compiler& compiler, const NodeContext& context) {
  const Compiled source = compiler.Materialized(compiler.Input(context, "source"));
  const std::shared_ptr<ErosionArgs> args = ArgsOf(context, source.bounds);
  if (context.node.Has("range") && args->low >= args->high)
    compiler.Fail(context, "range", "must have the lower number first",
                  fmt::format("swap them: [{}, {}]", Shortest(args->high), Shortest(args->low)));
  if (args->low >= args->high)
    return args->outputs[0].shows_ridges ? Compiled::Constant(0) : source;
  compiler.NoteSourceRange(context, args->low, args->high, source.raw);
  if (!SetWaves(compiler, context, kErosionWaves, args.get())) return Compiled::Constant(0);

  Compiled out;
  out.raw.value = compiler.NewBuffer();
  for (std::size_t b = 0; b < static_cast<std::size_t>(context.slopes); ++b)
    if (source.raw.slope[b] >= 0 || WavesVaryAlong(b, *args))
      out.raw.slope[b] = compiler.NewBuffer();
  compiler.EmitBatches(
      {.args = args,
       .make = &MakeErosion,
       .from = compiler.PositionsOf(context.site),
       .keeps_z = true,
       .in = source.raw,
       .to = {out.raw}},
      [&](const void* known) {
        return WithOutputOf(*args, *static_cast<const ErosionArgs*>(known));
      },
      [&](int local) {
        const PointInput input{"source", 2, "a source"};
        return compiler.Materialized(InputAtPoints(compiler, context, *args, local, input)).raw;
      });
  out.bounds = BoundsOf(*args, source.bounds);
  return out;
}

constexpr Detail kErosionDetails[] = {
    {"lattice",
     "octave o has square cells: c = f_o (x, y) + a shift by seed or pattern, f_o = frequency "
     "lacunarity^o. Its gullies are a_o = strength (high - low) persistence^o high; low and high "
     "are the ends of range"},
    {"kernels",
     "each cell has a point, within 1/4 of a cell of its middle along x and y, and a phase theta, "
     "both random. There, g is the slope of the source, and d = g + branch times the slope of the "
     "octaves before this one, the sum of a_q F_q. Its wave has 0.8 crests per cell and runs "
     "across d, along n = (-d_y, d_x) / |d|; its weight is b = S(t) d^2 / (d^2 + tau^2 / 64) with "
     "t = g^2 / (g^2 + tau^2), S(t) = t^2 (3 - 2 t), tau = slope k frequency strength (high - low) "
     "and k = 2 pi 0.8"},
    {"wave",
     "over the kernels whose points are at r from P, in cells: w = max(0, 1 - r^2 / 1.25^2)^3, A = "
     "k n.r + theta, W = sum w, m = sum b w / W, X = sum b w cos A, Y = sum b w sin A; co = X / N "
     "and si = Y / N with N = sqrt(X^2 + Y^2 + 0.45^2 W^2)"},
    {"gully",
     "G = (1 - K) co + K s (1 - 2 (q - q0) / (q1 - q0)), K = |sharpness|, s its sign, q = sqrt((1 "
     "- s co) / 2 + e), q0 = sqrt(e), q1 = sqrt(1 + e), e = 1/400"},
    {"octaves",
     "before them, the height is the source, T = 2 S((source - low) / (high - low)) - 1, limited "
     "to -1..1, and M = 1. Each octave adds a_o F, F = T + B (G - T) with B = m M; then M = (1 - "
     "(1 - B)^detail) (1 - (1 - si^2)^detail) (1 - settle (1 - F) / 2), and T = F. The ridges are "
     "the last T"},
    {"slope", "exact, from first derivatives of the source alone: a cell's values are constant"},
    {"source",
     "is sampled at P and at the points of the cells around it. Flat parts have no gullies: the "
     "height rises with the source, from A below it at low to A above it at high"},
    {"points",
     "every sample depends on its position alone: pictures of any size, windows and tiles fit "
     "together, and nothing flows from neighbour to neighbour"},
    {"tiling", "whole cells along x and y, and the source must tile, too"},
    {"range",
     "under eroded, the report of a run lists the range of each erosion and the extremes of its "
     "source in the picture"},
    {"cost", "samples share the points of their cells; a lone sample needs about a hundred"},
};

constexpr Detail kOutputDetails[] = {
    {"height", "the source with its gullies"},
    {"ridges",
     "1 on crests, -1 in gullies, wherever the source has a slope; a mask for another erosion with "
     "the same pattern and frequency"},
};

Field RangeField() {
  return {.key = "range",
          .type = FieldType::kRange,
          .count = 2,
          .default_text = "the source's bounds",
          .help =
              "heights of valley floors and summits; the source's actual extremes look better than "
              "its bounds"};
}

std::vector<Field> ErosionFields() {
  return {
      InputField("source", "the land: smooth, of one to three octaves"),
      WaveFrequencyField(),
      WaveOctavesField("5", "number of sizes of gullies, each finer than the one before"),
      LacunarityField(),
      PersistenceField(),
      NumberField("strength", {-100, 100}, "0.1",
                  "height of the largest gullies, as a part of range"),
      RangeField(),
      NumberField("sharpness", {-1, 1}, "0.7",
                  "1: sharp crests and round gullies; -1: round crests and sharp gullies"),
      NumberField("slope", {kSmall, kLarge}, "0.1",
                  "where gullies set in: they have half their weight where the source is as steep "
                  "as this part of the gullies"),
      Useful({0, 4}, NumberField("branch", {0, 100}, "1",
                                 "how much gullies turn the later octaves, which branch off them")),
      NumberField(
          "detail", {1, 16}, "4",
          "how far later octaves reach up to the crests and down to the floors of earlier ones"),
      NumberField("settle", {0, 1}, "0.35", "smooths what lies low: floors and lower slopes"),
      ChoiceField("output", kOutputs, "\"height\"", "what to show", kOutputDetails),
      SeedField(),
      PatternField()};
}

}  // namespace

NodeType Erosion() {
  return {
      .spec = {.name = "erosion",
               .on_sphere = "use ridged(perlin(8), 6), valleys without gullies",
               .summary = "gullies that run down the slopes of the source and branch: mountains, "
                          "badlands, weathered stone",
               .value =
                   "output height: the source + the sum of a_o F_o; ridges: F of the last octave",
               .bounds = "height: lo - A..hi + A, A = the sum of abs(a_o); ridges: -1..1",
               .details = kErosionDetails,
               .arguments = {"source", "frequency", "octaves"},
               .fields = ErosionFields()},
      .compile = &CompileErosion};
}

}  // namespace cobble::nodes
