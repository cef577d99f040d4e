// Tests lands against checksums of the values that a slow twin computes, on every machine.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "drainage/outputs.h"
#include "drainage/spline.h"
#include "support/oracle/drainage/example_lands.h"

namespace cobble::drainage {
namespace {

// Based on: Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo, FNV-1a, 1991, over 64 bits at a time.
std::string ChecksumOf(const Values& values) {
  uint64_t hash = 0xCBF29CE484222325;
  for (const double value : values)
    hash = (hash ^ std::bit_cast<uint64_t>(value)) * 0x00000100000001B3;
  return fmt::format("{:016x}", hash);
}

// Of the lands of example_lands.h: height, flow, level, distance, flow-x and flow-y.
using Checksums = std::vector<std::string>;
const Checksums kGolden[] = {
    {"c1b6b8a44a47a5a5", "6d8bd0de7ebf17e7", "183eee25bcb37576", "bc76e7cc2563ac65",
     "7d08ac4c0b318e58", "38502188186ba10d"},
    {"67da98f2a3051382", "92ed99fee03feab3", "6b403325ed769c68", "15be27f11f07feb5",
     "0bba5d35a211c6f4", "c3f84039abf25fd5"},
    {"cf86107d482fa06a", "8e147569976ebdef", "6b66dc30aa0f04a6", "5ffdfb835dbf2dfa",
     "dabb4320fa092eaa", "43b3715f530ccc02"},
    {"7bca507a432705f5", "c0b69a2a1fb43084", "c2c444036025ab36", "bd6690618ee875b0",
     "00a5d82ba830112d", "a09e2d1133cc6b5f"},
    {"d6b7470f8421c5ca", "6f075dfc54c9b83d", "239706b0e7cf613c", "d57d11d8a9e84865",
     "ac6375230efe23cc", "0f0c94448d8b410d"},
    {"e0a56e844715334e", "362c56d5316e22b6", "b197e251a895e782", "d330f7c695b0834d",
     "93313146c3076c0b", "0dc961f426c64055"},
};

TEST_CASE("lands have their golden values") {
  for (std::size_t k = 0; k < std::size(test::kLands); ++k) {
    const Settings& settings = test::kLands[k];
    const Balance land = test::Solved(settings, &test::LandAt);
    const Values middles = AtMiddles(land.grid, land.height, {});
    const auto directions = DirectionAtMiddles(land, {});
    const Checksums found{ChecksumOf(middles),
                          ChecksumOf(FlowAtMiddles(land, {})),
                          ChecksumOf(WaterAtMiddles(settings, land, middles, {})),
                          ChecksumOf(DistanceAtMiddles(settings, land, {})),
                          ChecksumOf(directions[0]),
                          ChecksumOf(directions[1])};
    CAPTURE(settings.seed);
    CHECK(found == kGolden[k]);
  }
}

}  // namespace
}  // namespace cobble::drainage
