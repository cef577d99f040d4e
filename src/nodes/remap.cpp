// remap: stretched from one pair of values to another.
#include "nodes/fields.h"
#include "program/compile.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Compiled source = compiler.Input(visit, "source");
  const std::vector<double>& to = visit.node.Numbers("to");
  auto [low, high] = source.bounds;
  if (visit.node.Has("from")) {
    low = visit.node.Numbers("from")[0];
    high = visit.node.Numbers("from")[1];
    if (low == high) compiler.Fail(visit, "from", "must be two different numbers");
  }
  if (low == high) return Compiled::Constant(to[0]);
  const double scale = (to[1] - to[0]) / (high - low);
  return compiler.Scaled(source, scale, to[0] - scale * low);
}

}  // namespace

const NodeType& Remap() {
  static const NodeType type{
      .spec = {.name = "remap",
               .summary = "stretched from one pair of values to another, not limited",
               .value = "c + (s - a)(d - c)/(b - a), from = [a, b] or else [lo, hi], to = [c, d]; "
                        "c where lo is hi",
               .bounds = "what lo and hi become",
               .fields = {SourceField(),
                          {.key = "from",
                           .type = FieldType::kRange,
                           .count = 2,
                           .otherwise = "the source's bounds",
                           .help = "what becomes the numbers of to"},
                          {.key = "to",
                           .type = FieldType::kVector,
                           .count = 2,
                           .fallback = "[0, 1]",
                           .help = "what from becomes; values beyond go on beyond"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
