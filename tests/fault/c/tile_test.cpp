// Tests the memory of tests/example/tile.c, in C: a tile takes none, and a lack of it is an error.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "support/long_form.h"
#include "support/posix/injection.h"
#include "support/process.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

Words Tiles(int count, const std::string& formula, const std::string& map) {
  return {COBBLE_TILE_PROGRAM, std::to_string(count), formula, map};
}

uint64_t AllocationsOf(const Words& command) {
  const Faulty faulty("memory", UINT64_MAX, 0);
  const Ended ended = RunProcess(command, faulty.setup());
  CHECK_MESSAGE(ended.status == 0, ended.err);
  return faulty.Calls();
}

}  // namespace

TEST_CASE("c: on one thread, no tile after the first one allocates memory") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const auto& each : {std::pair{"ridged(perlin(4), 6)", "height"},
                           {"ridged(perlin(4), 6)", "curvature"},
                           {"warp(simplex(4), cell(3))", "normal"},
                           {"hill(6) + voronoi(5)", "slope"},
                           {"erosion(perlin(3), 8)", "height"},
                           {"phasor(20)", "ao"},
                           {"white()", "lit"},
                           {"blur(cell(30), 0.004)", "height"},
                           {"scatter(cell(2), 9)", "height"}}) {
    CAPTURE(each.first);
    CAPTURE(each.second);
    const uint64_t one = AllocationsOf(Tiles(1, each.first, each.second));
    CHECK(one > 0);
    CHECK(AllocationsOf(Tiles(6, each.first, each.second)) == one);
  }
}

TEST_CASE("c: an allocation that fails is an error") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  const Words command = Tiles(1, "max(perlin(4), warp(cell(3), simplex(2)))", "curvature");
  const uint64_t count = AllocationsOf(command);
  const uint64_t step = IsLongForm() ? 1 : std::max<uint64_t>(count / 100, 1);
  int failures = 0;
  for (uint64_t n = 1; n <= count; n += step) {
    for (const uint64_t last : {n, uint64_t{0}}) {
      const Faulty faulty("memory", n, last);
      const Ended ended = RunProcess(command, faulty.setup());
      CAPTURE(n);
      CAPTURE(ended.err);
      if (ended.status == 0) continue;  // the call can do without this allocation
      ++failures;
      CHECK(ended.status == 4);
      CHECK(ended.err.starts_with("not enough memory"));
    }
  }
  CHECK(failures > 0);
}

}  // namespace cobble::test
