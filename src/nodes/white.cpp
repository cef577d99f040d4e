// white: a random value for each cell.
#include "noise/white/white.h"

#include "nodes/shared/noise.h"

namespace cobble::nodes {
namespace {

Bounds BoundsOfWhite(const Node&) { return {0, 1}; }
bool WhiteHasSlopes(const Node&) { return false; }
double WhiteEvaluations(const Node&) { return 1; }

Lattice LatticeOfWhite(const Node& node) {
  Lattice lattice{.dimensions = DimensionsOf(node)};
  lattice.SetFrequency(node);
  return lattice;
}

NoiseKernel MakeWhite(const Node& node, std::vector<Octave> octaves, const KernelRequest& request) {
  return Select(std::make_shared<WhiteArgs>(), node, std::move(octaves), request, &SelectWhite);
}

constexpr Detail kWhiteDetails[] = {
    {"cell", "floor(frequency * P), along the first `dimensions` axes"},
    {"hash", "32 bits, random for each cell and each seed or pattern"},
};

}  // namespace

NodeType White() {
  return {
      .spec = {.name = "white",
               .summary = "a random value for each cell: grain, static, mosaics",
               .value = "(k + floor(k / 2^23)) / 2^24, k = the upper 24 bits of the hash of the "
                        "cell at P",
               .bounds = "0..1",
               .details = kWhiteDetails,
               .arguments = {"frequency"},
               .fields = {DimensionsField(), FrequenciesField(), SeedField(), PatternField()}},
      .noise = NoiseType{.lattice = &LatticeOfWhite,
                         .bounds = &BoundsOfWhite,
                         .has_slopes = &WhiteHasSlopes,
                         .evaluations = &WhiteEvaluations,
                         .make = &MakeWhite}};
}

}  // namespace cobble::nodes
