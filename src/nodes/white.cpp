// white: a random value for each cell.
#include "noise/white/white.h"

#include "nodes/shared/noise.h"

namespace cobble::nodes {
namespace {

constexpr Detail kWhiteDetails[] = {
    {"cell", "floor(frequency * P), along the first `dimensions` axes"},
    {"hash", "32 bits, random for each cell and each seed or pattern"},
};

}  // namespace

NodeType White() {
  return {
      .spec =
          {.name = "white",
           .summary = "a random value for each cell: grain, static, mosaics",
           .value =
               "(k + floor(k / 2^23)) / 2^24, k = the upper 24 bits of the hash of the cell at P",
           .bounds = "0..1",
           .details = kWhiteDetails,
           .arguments = {"frequency"},
           .fields = {DimensionsField(), FrequenciesField(), SeedField(), PatternField()}},
      .noise = NoiseType{.has_slopes = [](const Node&) { return false; },
                         .make =
                             [](const Node&, KernelRequest request) {
                               return Select(std::make_shared<WhiteArgs>(), std::move(request),
                                             &SelectWhite);
                             }}};
}

}  // namespace cobble::nodes
