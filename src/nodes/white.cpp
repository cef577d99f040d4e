// white: a random value for each cell.
#include "noise/white/white.h"

#include "nodes/shared/noise.h"

namespace cobble::nodes {
namespace {

Bounds BoundsOf(const Node&) { return {0, 1}; }
bool HasSlopes(const Node&) { return false; }
double Evaluations(const Node&) { return 1; }

Lattice LatticeOf(const Node& node) {
  const double frequency = node.Number("frequency");
  return {.dimensions = DimensionsOf(node), .frequency = {frequency, frequency, frequency}};
}

NoiseKernel Make(const Node& node, std::vector<Octave> octaves, const KernelRequest& request) {
  return Select(std::make_shared<WhiteArgs>(), node, std::move(octaves), request, &SelectWhite);
}

constexpr Detail kDetails[] = {
    {"cell", "floor(frequency * P), along the first `dimensions` axes"},
    {"hash", "32 bits, random for each cell and each seed or pattern"},
};

}  // namespace

const NodeType& White() {
  static const NoiseType noise{.lattice = &LatticeOf,
                               .bounds = &BoundsOf,
                               .has_slopes = &HasSlopes,
                               .evaluations = &Evaluations,
                               .make = &Make};
  static const NodeType type{
      .spec = {.name = "white",
               .summary = "a random value for each cell: grain, static, mosaics",
               .value = "(k + floor(k / 2^23)) / 2^24, k = the upper 24 bits of the hash of the "
                        "cell at P",
               .bounds = "0..1",
               .details = kDetails,
               .fields = {DimensionsField(), FrequencyField(), SeedField(), PatternField()}},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
