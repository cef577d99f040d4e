// warp: samples the source at positions displaced by other inputs.
#include <algorithm>
#include <array>
#include <cmath>

#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

// The compiled inputs of `by`.
struct Displacement {
  std::array<Result, 3> by;
  std::array<int, 3> value{-1, -1, -1};
  Vector3 maximum{0, 0, 0};  // of |amount * by|, per axis
  double amount = 1;
};

Displacement CompileBy(Compiler& compiler, const NodeContext& context) {
  Displacement out;
  out.amount = context.node.Number("amount");
  for (std::size_t k = 0; k < context.node.Inputs("by").size(); ++k) {
    const Compiled by = compiler.Materialized(compiler.Item(context, "by", k));
    out.by[k] = by.raw;
    out.value[k] = by.raw.value;
    out.maximum[k] = std::abs(out.amount) * MaxMagnitude(by.bounds);
  }
  return out;
}

// Beyond the picture's edge, displacements by coordinates exceed their bounds. In the halo of a
// map, the limit leaves those with a constant rate unchanged if the picture is at most 6 times as
// wide as high. Powers of coordinates could displace by any number of cells.
Vector3 LimitOf(const Displacement& displacement) {
  Vector3 limit = displacement.maximum;
  for (double& each : limit) each *= 4;
  return limit;
}

Site DisplacedSite(Compiler& compiler, const NodeContext& context,
                   const Displacement& displacement) {
  const int from = compiler.PositionsOf(context.site);
  const int to = compiler.NewPositions();
  compiler.Emit(DisplaceStep{.from = from,
                             .by = displacement.value,
                             .amount = displacement.amount,
                             .limit = LimitOf(displacement),
                             .to = to});
  Site out = context.site;
  out.base = to;
  out.from_base = Affine();
  for (std::size_t a = 0; a < 3; ++a) out.bound.displacement[a] += displacement.maximum[a];
  out.displacement_pointer = context.pointer + "/amount";
  return out;
}

// Returns the number of slopes that the source needs: up to the last axis that depends on the
// base's x or y, or on a `by` with slopes.
int SourceSlopes(const NodeContext& context, const Displacement& displacement) {
  int inner = context.slopes;
  for (std::size_t k = 0; k < 3 && context.slopes > 0; ++k) {
    bool mixes = displacement.by[k].slope != std::array{-1, -1, -1};
    for (int b = 0; b < context.slopes; ++b)
      mixes |= context.site.from_base.m[k][static_cast<std::size_t>(b)] != 0;
    if (mixes) inner = std::max(inner, static_cast<int>(k) + 1);
  }
  return inner;
}

// Computes the slopes J^T g: g are the source's slopes, J = m + amount * (slopes of by), and m is
// the map from the base to the positions before displacement.
Compiled WarpSlopes(Compiler& compiler, const Compiled& source, const NodeContext& context,
                    const Displacement& displacement) {
  Compiled out = source;
  out.raw.slope = {-1, -1, -1};
  for (std::size_t b = 0; b < static_cast<std::size_t>(context.slopes); ++b) {
    WarpSlopeStep step{{-1, -1, -1}, {-1, -1, -1}, {}, static_cast<float>(displacement.amount), -1};
    int changed = 0, unchanged = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double fixed = context.site.from_base.m[k][b];
      const int by = displacement.by[k].slope[b];
      if (source.raw.slope[k] < 0 || (by < 0 && fixed == 0)) continue;
      (by < 0 && fixed == 1 && k == b ? unchanged : changed)++;
      step.source[k] = source.raw.slope[k];
      step.by[k] = by;
      step.fixed[k] = static_cast<float>(fixed);
    }
    if (changed + unchanged == 0) continue;
    out.raw.slope[b] = source.raw.slope[b];
    if (changed == 0) continue;
    out.raw.slope[b] = step.to = compiler.NewBuffer();
    compiler.Emit(step);
  }
  return out;
}

}  // namespace

NodeType Warp() {
  return {
      .spec = {.name = "warp",
               .summary = "distorts the source: samples it at positions displaced by other inputs",
               .value = "source at P + amount * (by_x, by_y, by_z), with by evaluated at P",
               .bounds = "lo..hi",
               .arguments = {"source", "by", "amount"},
               .fields = {SourceField(),
                          {.key = "by",
                           .type = FieldType::kInputs,
                           .count = 3,
                           .inner = ObjectKind::kNode,
                           .required = true,
                           .help = "displacements along x, y and z; a missing one is 0"},
                          {.key = "amount",
                           .useful = {0.01, 1},
                           .fallback = "1",
                           .help = "multiplier for the displacements, which are in recipe units"}}},
      .compile = [](Compiler& compiler, const NodeContext& context) {
        const Displacement displacement = CompileBy(compiler, context);
        const Site displaced = DisplacedSite(compiler, context, displacement);
        const Compiled source =
            compiler.InputAt(context, "source", displaced, SourceSlopes(context, displacement));
        return WarpSlopes(compiler, source, context, displacement);
      }};
}

}  // namespace cobble::nodes
