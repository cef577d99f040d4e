// Tests lands against a slow twin, to the bit; what is known of rivers; and that threads do not
// matter.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "drainage/drainage.h"
#include "drainage/links.h"
#include "drainage/outputs.h"
#include "drainage/spline.h"
#include "support/oracle/drainage/example_lands.h"
#include "support/oracle/drainage/slow_land.h"

namespace cobble::drainage {
namespace {

using test::kLands, test::LandAt, test::Solved, test::StepsAt;

void CompareWithTwin(const Settings& settings, const test::LandSource& source) {
  CAPTURE(settings.seed);
  const Balance land = Solved(settings, source);
  const test::SlowLand twin(settings, source);
  const auto [channels, middles] = test::WithChannels(settings, land);
  CHECK(middles == twin.Heights());
  CHECK(FlowAtMiddles(land, {}) == twin.Flow());
  CHECK(WaterAtMiddles(land, channels, middles, {}) == twin.Level());
  CHECK(DistanceAtMiddles(settings, land, {}) == twin.Distance());
  CHECK(DirectionAtMiddles(land, {}) == twin.Directions());
}

TEST_CASE("lands have the bits of a slow twin") {
  for (Settings settings : kLands) {
    CompareWithTwin(settings, &LandAt);
    settings.resolution = 32;
    CompareWithTwin(settings, &StepsAt);
  }
}

// Items run on threads of their own.
Team TeamOf(int threads) {
  return Team([threads](int items, const std::function<void(int)>& item) {
    std::atomic<int> next = 0;
    const auto work = [&] {
      for (int k = next++; k < items; k = next++) item(k);
    };
    std::vector<std::jthread> others;
    for (int k = 1; k < threads; ++k) others.emplace_back(work);
    work();
  });
}

TEST_CASE("any number of threads finds the same bits") {
  for (const Settings& settings : kLands) {
    const Balance alone = Solved(settings, &LandAt);
    for (const int threads : {2, 5, 16}) {
      const Team team = TeamOf(threads);
      const Balance together = Solved(settings, &LandAt, team);
      CHECK(together.height == alone.height);
      CHECK(together.level == alone.level);
      CHECK(together.counts == alone.counts);
      CHECK(FlowAtMiddles(together, team) == FlowAtMiddles(alone, {}));
      const auto [channels, middles] = test::WithChannels(settings, alone);
      const auto [same_channels, same_middles] = test::WithChannels(settings, together, team);
      CHECK(same_middles == middles);
      CHECK(WaterAtMiddles(together, same_channels, middles, team) ==
            WaterAtMiddles(alone, channels, middles, {}));
      CHECK(DistanceAtMiddles(settings, together, team) == DistanceAtMiddles(settings, alone, {}));
    }
  }
}

// Returns the part of the links of rivers whose end is higher than their beginning, as rendered.
double PartRising(const Settings& settings) {
  const Balance land = Solved(settings, &LandAt, TeamOf(2));
  const auto [channels, middles] = test::WithChannels(settings, land);
  const auto height_at = [&, &middles = middles](int node) {
    return SplineAt(land.grid, middles, land.grid.At(node));
  };
  int links = 0, rising = 0;
  for (int node = 0; node < static_cast<int>(land.height.size()); ++node) {
    if (!IsStream(land, node, SmallestRiver(settings, land.grid))) continue;
    const int8_t direction = land.directions[Cells::Index(node)];
    const int receiver = land.grid.Neighbour(node, direction);
    if (IsLake(land, Cells::Index(node)) || IsLake(land, Cells::Index(receiver))) continue;
    ++links;
    if (height_at(receiver) > height_at(node)) ++rising;
  }
  return static_cast<double>(rising) / links;
}

TEST_CASE("the beds of rivers fall") {
  for (const double strength : {1, 4, 16}) {
    CHECK(PartRising({.resolution = 512, .seed = 7, .strength = strength}) < 0.03);
    CHECK(PartRising({.resolution = 1024, .seed = 7, .strength = strength}) < 0.02);
  }
}

TEST_CASE("all water leaves the land, and none flows uphill") {
  for (const Settings& settings : kLands) {
    const Balance land = Solved(settings, &LandAt);
    CAPTURE(settings.seed);
    int64_t leaving = 0;
    for (int node = 0; node < static_cast<int>(land.height.size()); ++node) {
      const std::size_t i = Cells::Index(node);
      if (land.directions[i] == kNowhere) {
        leaving += land.counts[i];
        continue;
      }
      const std::size_t receiver = Cells::Index(land.grid.Neighbour(node, land.directions[i]));
      REQUIRE(land.level[receiver] <= land.level[i]);
      REQUIRE(land.counts[receiver] > land.counts[i]);  // so there is no way round
    }
    CHECK(leaving == static_cast<int64_t>(land.height.size()));
  }
}

}  // namespace
}  // namespace cobble::drainage
