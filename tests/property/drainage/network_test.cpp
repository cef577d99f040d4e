// Tests streams and lakes of lands: that they join, and where they are.
#include "drainage/network.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "drainage/links.h"
#include "drainage/outputs.h"
#include "drainage/spline.h"
#include "support/oracle/drainage/example_lands.h"

namespace cobble::drainage {
namespace {

using test::kLands, test::LandAt, test::Solved;

// Returns a place in the land, and its cell's, for lands that wrap.
std::pair<double, double> InLand(const Cells& cells, const Vector& place) {
  const double side = cells.wraps ? cells.side : 1e9;
  const auto reduced = [side](double at) { return at - side * std::floor((at + 1) / side); };
  return {reduced(place.x), reduced(place.y)};
}

TEST_CASE("streams lead from confluence to confluence, downhill, in the flow") {
  for (const Settings& settings : kLands) {
    const Balance land = Solved(settings, &LandAt);
    const Values flow = FlowAtMiddles(land, {});
    const Values middles = AtMiddles(land.grid, land.height, {});
    const auto streams = StreamsOf(land, 8, LakeDepths(settings, land, middles, {}));
    REQUIRE(streams.size() > 10);
    std::map<std::pair<double, double>, std::vector<const Stream*>> into, from;
    for (const Stream& each : streams) {
      into[InLand(land.grid, each.line.back().place)].push_back(&each);
      from[InLand(land.grid, each.line.front().place)].push_back(&each);
    }
    for (const Stream& each : streams) {
      CHECK(from[InLand(land.grid, each.line.front().place)].size() == 1);
      const auto& sources = into[InLand(land.grid, each.line.front().place)];
      int count = 0, order = 0, of_order = 0;
      for (const Stream* source : sources) {
        count += source->count;
        if (source->order > order) of_order = 0;
        order = std::max(order, source->order);
        if (source->order == order) ++of_order;
      }
      CHECK(each.count > count);
      CHECK(each.order == std::max(1, order + (of_order > 1 ? 1 : 0)));
      for (std::size_t k = 0; k < each.line.size(); ++k) {
        const auto [x, y] = InLand(land.grid, each.line[k].place);
        CHECK(SplineAt(land.grid, flow, {x, y}) > 0.1);
        if (k > 0) CHECK(each.line[k].level <= each.line[k - 1].level);
      }
    }
  }
}

TEST_CASE("a region cuts lines, and keeps their levels") {
  const Region region{.sides = {{1, 0, 0}, {-1, 0, 10}}, .low = {0, -9}, .high = {10, 9}};
  const RiverLine line{{{-2, 0}, 8}, {{2, 0}, 4}, {{6, 4}, 3}, {{14, 4}, 1}, {{8, 4}, 0}};
  const auto parts = region.PartsOf(line);
  REQUIRE(parts.size() == 2);
  REQUIRE(parts[0].size() == 4);
  CHECK(parts[0].front().place.x == 0);
  CHECK(parts[0].front().level == 6);
  CHECK(parts[0].back().place.x == 10);
  CHECK(parts[0].back().level == 2);
  CHECK(parts[1].front().place.x == 10);
  CHECK(parts[1].back().level == 0);
}

// Returns twice the area of a ring.
double AreaOf(const Ring& ring) {
  double area = 0;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Vector &a = ring[k], &b = ring[(k + 1) % ring.size()];
    area += a.x * b.y - b.x * a.y;
  }
  return area;
}

TEST_CASE("a lake has an outline and islands, cut off at the edge of a region") {
  const Cells cells = Cells::Across(32, true);
  Values depths(cells.count()), middles(cells.count());
  for (int y = 0; y < cells.side; ++y)
    for (int x = 0; x < cells.side; ++x) {
      const double distance = std::sqrt((x - 2.0) * (x - 2.0) + (y - 16.0) * (y - 16.0));
      const std::size_t i = Cells::Index(y * cells.side + x);
      depths[i] = 2 - std::abs(distance - 6);  // a ring from 4 to 8, part of which is at the right
      middles[i] = 5 - depths[i];
    }
  for (int y = 0; y < cells.side; ++y)  // beyond the edge
    for (int x = 20; x < cells.side; ++x)
      depths[Cells::Index(y * cells.side + x)] =
          2 - std::abs(std::sqrt((x - 34.0) * (x - 34.0) + (y - 16.0) * (y - 16.0)) - 6);
  const auto region = [](double left, double right) {
    return Region{.sides = {{1, 0, -left}, {-1, 0, right}, {0, 1, 0.5}, {0, -1, 31.5}},
                  .low = {left, -0.5},
                  .high = {right, 31.5}};
  };
  const auto whole = LakesOf(cells, depths, middles, region(-20, 12));
  REQUIRE(whole.size() == 1);
  REQUIRE(whole[0].rings.size() == 2);
  CHECK(AreaOf(whole[0].rings[0]) * AreaOf(whole[0].rings[1]) < 0);
  CHECK(std::abs(AreaOf(whole[0].rings[0])) == doctest::Approx(2 * 3.1416 * 64).epsilon(0.02));
  for (const Vector& place : whole[0].rings[1])
    CHECK(std::hypot(place.x - 2, place.y - 16) == doctest::Approx(4).epsilon(0.05));
  CHECK(whole[0].depth == doctest::Approx(2).epsilon(0.1));
  const auto halves = LakesOf(cells, depths, middles, region(-0.5, 31.5));
  REQUIRE(halves.size() == 2);
  double right = 0;
  for (const Lake& lake : halves)
    for (const Vector& place : lake.rings[0]) right = std::max(right, place.x);
  CHECK(right == 31.5);
}

}  // namespace
}  // namespace cobble::drainage
