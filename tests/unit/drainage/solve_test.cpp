// Tests that lands are in balance: all water leaves, none flows uphill, with the same bits by any
// number of threads.
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "drainage/drainage.h"
#include "drainage/spline.h"

namespace cobble::drainage {
namespace {

// A land with ridges and hollows of two sizes, that repeats.
double LandAt(double x, double y) {
  const auto wave = [](double t) {
    const double u = t - std::floor(t);
    return u * u * (1 - u) * (1 - u) * 16;
  };
  return wave(x + 0.3 * wave(y)) + wave(2 * y - x) / 2 + wave(7 * x + 3 * y) / 8 +
         wave(9 * y - 4 * x) / 8;
}

Values SourceAt(const Grid& grid) {
  Values source;
  for (int y = 0; y < grid.side; ++y)
    for (int x = 0; x < grid.side; ++x) {
      const std::size_t i = source.size();
      source.push_back(
          LandAt((x + 0.5 + grid.OffsetX(i)) / grid.side, (y + 0.5 + grid.OffsetY(i)) / grid.side));
    }
  return source;
}

Balance Solved(const Settings& settings, const Team& team = {}) {
  Grid grid = FinestGrid(settings, team);
  Values source = SourceAt(grid);
  return Solve(settings, std::move(grid), std::move(source), team);
}

const Settings kLands[] = {
    {.resolution = 64, .seed = 1},
    {.resolution = 128, .wraps = true, .seed = 2, .sea = 0.6},
    {.resolution = 64, .wraps = true, .seed = 3, .strength = 16},
    {.resolution = 64, .seed = 4, .uplift = 1, .floor = 0.2, .talus = 6},
    {.resolution = 32, .seed = 5, .strength = 0, .uplift = 0, .floor = 0},
};

TEST_CASE("all water leaves the land, and none flows uphill") {
  for (const Settings& settings : kLands) {
    const Balance land = Solved(settings);
    CAPTURE(settings.seed);
    for (int start = 0; start < static_cast<int>(land.height.size()); ++start) {
      int node = start;
      std::size_t steps = 0;
      while (land.directions[Cells::Index(node)] != kNowhere && steps++ < land.height.size()) {
        const int next = land.grid.Neighbour(node, land.directions[Cells::Index(node)]);
        REQUIRE(land.level[Cells::Index(next)] <= land.level[Cells::Index(node)]);
        node = next;
      }
      REQUIRE(steps < land.height.size());
    }
  }
}

TEST_CASE("a node counts the nodes that drain through it") {
  const Balance land = Solved(kLands[0]);
  int64_t leaving = 0;
  for (std::size_t i = 0; i < land.counts.size(); ++i)
    if (land.directions[i] == kNowhere) leaving += land.counts[i];
  CHECK(leaving == int64_t{64} * 64);
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
    const Balance alone = Solved(settings);
    for (const int threads : {2, 5, 16}) {
      const Balance together = Solved(settings, TeamOf(threads));
      CHECK(together.height == alone.height);
      CHECK(together.level == alone.level);
      CHECK(together.counts == alone.counts);
    }
  }
}

}  // namespace
}  // namespace cobble::drainage
