// Tests lands against checksums of the values that a slow twin computes, on every machine.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "drainage/outputs.h"
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
    {"663cfe6bbdda286f", "6d8bd0de7ebf17e7", "e8bbcf4b306f7182", "8c686dc73db63cd8",
     "7d08ac4c0b318e58", "38502188186ba10d"},
    {"b6904fb6b715bc76", "92ed99fee03feab3", "fbbec5ae281fe7a8", "dc6ca8d14ccfe031",
     "0bba5d35a211c6f4", "c3f84039abf25fd5"},
    {"2c68af55836c74e6", "8e147569976ebdef", "69bc487bcfc397c8", "21667d9580c1a527",
     "dabb4320fa092eaa", "43b3715f530ccc02"},
    {"50ea1ffac5e2a2bb", "c0b69a2a1fb43084", "72df8d7bc6d2bf67", "9451443591737cd9",
     "00a5d82ba830112d", "a09e2d1133cc6b5f"},
    {"b8c5512b7cf8d056", "6f075dfc54c9b83d", "33d04f1d7294fac0", "58e7365a6ee7c4b9",
     "ac6375230efe23cc", "0f0c94448d8b410d"},
    {"7d78ccbe0297c2a1", "362c56d5316e22b6", "5b731ccc0dafe15f", "721562ee175d61f6",
     "93313146c3076c0b", "0dc961f426c64055"},
};

TEST_CASE("lands have their golden values") {
  for (std::size_t k = 0; k < std::size(test::kLands); ++k) {
    const Settings& settings = test::kLands[k];
    const Balance land = test::Solved(settings, &test::LandAt);
    const auto [channels, middles] = test::WithChannels(settings, land);
    const auto directions = DirectionAtMiddles(land, {});
    const Checksums found{ChecksumOf(middles),
                          ChecksumOf(FlowAtMiddles(land, {})),
                          ChecksumOf(WaterAtMiddles(land, channels, middles, {})),
                          ChecksumOf(DistanceAtMiddles(settings, land, {})),
                          ChecksumOf(directions[0]),
                          ChecksumOf(directions[1])};
    CAPTURE(settings.seed);
    CAPTURE(fmt::format("{}", fmt::join(found, " ")));
    CHECK(found == kGolden[k]);
  }
}

}  // namespace
}  // namespace cobble::drainage
