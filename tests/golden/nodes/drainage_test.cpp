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
    {"3bdbbd902efc94f8", "6d8bd0de7ebf17e7", "a0447f42dfa71c9f", "bbac249bbea1771b",
     "7d08ac4c0b318e58", "38502188186ba10d"},
    {"60c0f74a81590ef1", "92ed99fee03feab3", "7c12a4b7dcd7f08f", "4d18c72d4636f165",
     "0bba5d35a211c6f4", "c3f84039abf25fd5"},
    {"034d27e956d08fb1", "8e147569976ebdef", "dae80f2048a6e256", "8e2f98fc6b5ca35c",
     "dabb4320fa092eaa", "43b3715f530ccc02"},
    {"836cf27151216d5f", "c0b69a2a1fb43084", "1366a4cbea9dfdb4", "c9076aebe8042c7c",
     "00a5d82ba830112d", "a09e2d1133cc6b5f"},
    {"b8c5512b7cf8d056", "6f075dfc54c9b83d", "33d04f1d7294fac0", "3d2d430386b469d1",
     "ac6375230efe23cc", "0f0c94448d8b410d"},
    {"2437514eb6175e45", "362c56d5316e22b6", "87e5a38b6390fc8b", "6fa61ffe781364c4",
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
