// warp: the source sampled at places that other inputs push about.
#include <algorithm>
#include <array>
#include <cmath>

#include "nodes/fields.h"
#include "program/compile.h"
#include "program/intervals.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

// What the inputs of `by` have become.
struct Displacement {
  std::array<Result, 3> by;
  std::array<int, 3> value{-1, -1, -1};
  Vector3 maximum{0, 0, 0};  // in magnitude, by axis
  double amount = 1;
};

Displacement CompileBy(Compiler& compiler, const Visit& visit) {
  Displacement out;
  out.amount = visit.node.Number("amount");
  for (std::size_t k = 0; k < visit.node.Inputs("by").size(); ++k) {
    const Compiled by = compiler.Settled(compiler.Item(visit, "by", k));
    out.by[k] = by.raw;
    out.value[k] = by.raw.value;
    out.maximum[k] = std::abs(out.amount) * Size(by.bounds);
  }
  return out;
}

Site Displaced(Compiler& compiler, const Visit& visit, const Displacement& displacement) {
  const int from = compiler.PositionsOf(visit.site);
  const int to = compiler.NewPositions();
  compiler.Emit(DisplaceStep{from, displacement.value, displacement.amount, to});
  Site out = visit.site;
  out.positions = to;
  out.map = Affine();
  for (std::size_t a = 0; a < 3; ++a) out.span.drift[a] += displacement.maximum[a];
  out.warp = visit.pointer;
  return out;
}

// Slopes along every axis that the base's own slopes, or those of `by`, can mix in.
int InnerSlopes(const Visit& visit, const Displacement& displacement) {
  int inner = visit.slopes;
  for (std::size_t k = 0; k < 3 && visit.slopes > 0; ++k) {
    bool mixes = displacement.by[k].slope != std::array{-1, -1, -1};
    for (int b = 0; b < visit.slopes; ++b)
      mixes |= visit.site.map.m[k][static_cast<std::size_t>(b)] != 0;
    if (mixes) inner = std::max(inner, static_cast<int>(k) + 1);
  }
  return inner;
}

// J^T g for J = m + amount * (slopes of by), m the map from the base to what was warped.
Compiled WarpSlopes(Compiler& compiler, const Compiled& source, const Visit& visit,
                    const Displacement& displacement) {
  Compiled out = source;
  out.raw.slope = {-1, -1, -1};
  for (std::size_t b = 0; b < static_cast<std::size_t>(visit.slopes); ++b) {
    WarpSlopeStep step{{-1, -1, -1}, {-1, -1, -1}, {}, static_cast<float>(displacement.amount), -1};
    int moves = 0, stays = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double fixed = visit.site.map.m[k][b];
      const int by = displacement.by[k].slope[b];
      if (source.raw.slope[k] < 0 || (by < 0 && fixed == 0)) continue;
      (by < 0 && fixed == 1 && k == b ? stays : moves)++;
      step.source[k] = source.raw.slope[k];
      step.by[k] = by;
      step.fixed[k] = static_cast<float>(fixed);
    }
    if (moves + stays == 0) continue;
    out.raw.slope[b] = source.raw.slope[b];
    if (moves == 0) continue;
    out.raw.slope[b] = step.to = compiler.NewBuffer();
    compiler.Emit(step);
  }
  return out;
}

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Displacement displacement = CompileBy(compiler, visit);
  const Site displaced = Displaced(compiler, visit, displacement);
  const Compiled source =
      compiler.InputAt(visit, "source", displaced, InnerSlopes(visit, displacement));
  return WarpSlopes(compiler, source, visit, displacement);
}

}  // namespace

const NodeType& Warp() {
  static const NodeType type{
      .spec = {.name = "warp",
               .summary = "the source sampled at places that other inputs push about",
               .value = "source at P + amount (by_x, by_y, by_z), by taken at P",
               .bounds = "lo..hi",
               .fields = {SourceField(),
                          {.key = "by",
                           .type = FieldType::kInputs,
                           .count = 3,
                           .inner = ObjectKind::kNode,
                           .required = true,
                           .help = "how far the source is moved in x, y and z; a number for none"},
                          {.key = "amount",
                           .fallback = "1",
                           .flag = "--amount",
                           .help = "recipe units that a value of 1 moves the source by"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
