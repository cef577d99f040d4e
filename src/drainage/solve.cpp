// Solves the balance on finer and finer grids.
#include <algorithm>
#include <utility>

#include "core/interrupt.h"
#include "drainage/depressions.h"
#include "drainage/drainage.h"
#include "drainage/incision.h"
#include "drainage/ponds.h"
#include "drainage/spline.h"
#include "drainage/uplift.h"

namespace cobble::drainage {
namespace {

// Passes on the coarsest grid, on each between, and on the finest.
constexpr int kFirstPasses = 16, kPasses = 6, kLastPasses = 4;

// Returns means of four values.
Values Halved(const Values& fine, int side) {
  Values out(fine.size() / 4);
  for (int y = 0; y < side; ++y) {
    CheckInterrupt();
    for (int x = 0; x < side; ++x) {
      const double* const four = fine.data() + Cells::Index(4 * y * side + 2 * x);
      const double* const below = four + 2 * side;
      out[Cells::Index(y * side + x)] = ((four[0] + four[1]) + (below[0] + below[1])) / 4;
    }
  }
  return out;
}

// Returns the source on all grids, the coarsest first.
std::vector<Values> Pyramid(Values source, const Settings& settings) {
  std::vector<Values> out;
  out.push_back(std::move(source));
  for (int across = settings.resolution / 2; across >= kCoarsest; across /= 2)
    out.push_back(Halved(out.back(), Cells::Across(across, settings.wraps).side));
  std::ranges::reverse(out);
  return out;
}

int PassesOn(const Grid& grid, const Settings& settings) {
  if (grid.across() == settings.resolution) return kLastPasses;
  return grid.across() == kCoarsest ? kFirstPasses : kPasses;
}

std::vector<int> CountsOf(const FlowOrder& order) {
  std::vector<int> counts(order.size());
  InterruptCounter interrupt;
  for (std::size_t place = 0; place < order.size(); ++place) {
    interrupt.Count();
    counts[Cells::Index(order.nodes[place])] = order.counts[place];
  }
  return counts;
}

// Sets the directions and the counts of `out`. The finest grid's land is not lifted any more.
void Wear(const Settings& settings, const Team& team, Uplift* uplift, Land* land, Balance* out) {
  const Grid& grid = land->grid();
  const bool rises = grid.across() < settings.resolution || grid.across() == kCoarsest;
  Flow flow(grid, land->is_outlet());
  FlowOrder order(grid);
  Values raised;
  uplift->Raise(grid, land->source(), team, &raised);
  for (int pass = 0; pass < PassesOn(grid, settings); ++pass) {
    flow.Descend(land->height, team);
    DrainPits(land->height, team, &flow);
    order.Follow(flow, team);
    land->Incise(raised, flow, order, team);
    if (!rises) continue;
    uplift->Follow(grid, land->source(), land->level, team);
    uplift->Raise(grid, land->source(), team, &raised);
  }
  if (grid.across() == settings.resolution)
    FillPonds(grid, order, out->high - out->low, land->level, &land->height);
  out->directions = flow.directions();
  out->counts = CountsOf(order);
}

}  // namespace

// A pass lifts the land by half of what it lacks.
double MaxLift(const Settings& settings) {
  int passes = kFirstPasses;
  for (int across = 2 * kCoarsest; across < settings.resolution; across *= 2) passes += kPasses;
  if (settings.uplift == 1) return passes / 2.0;
  return std::min(settings.uplift / (1 - settings.uplift), passes / 2.0);
}

Grid FinestGrid(const Settings& settings, const Team& team) {
  return PlaceNodes(Cells::Across(settings.resolution, settings.wraps), settings.seed, team);
}

Balance Solve(const Settings& settings, Grid finest, Values source, const Team& team) {
  Balance out;
  std::tie(out.low, out.high) = std::pair(std::ranges::min(source), std::ranges::max(source));
  const double epsilon = (out.high - out.low) / (1 << 30);
  std::vector<Values> sources = Pyramid(std::move(source), settings);
  Uplift uplift(settings);
  int across = kCoarsest;
  Values start = sources.front();
  for (Values& of_grid : sources) {
    const bool is_last = across == settings.resolution;
    Grid grid = is_last ? std::exchange(finest, Grid())
                        : PlaceNodes(Cells::Across(across, settings.wraps), settings.seed, team);
    MeasureDistances(team, &grid);
    if (across > kCoarsest)
      start = AtNodes(out.grid, AtMiddles(out.grid, out.height, team), grid, team);
    Land land(settings, std::move(grid), std::move(of_grid), epsilon, team);
    land.StartWith(std::exchange(start, {}));
    Wear(settings, team, &uplift, &land, &out);
    if (is_last) out.worn = MeansWorn(land.grid(), land.source(), land.height, team);
    out.height = std::move(land.height);
    out.level = std::move(land.level);
    out.grid = land.TakeGrid();
    across *= 2;
  }
  return out;
}

}  // namespace cobble::drainage
