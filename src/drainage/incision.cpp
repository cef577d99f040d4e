// Solves the balance from the outlets up.
#include "drainage/incision.h"

#include <algorithm>
#include <cmath>

#include "core/interrupt.h"

namespace cobble::drainage {
namespace {

constexpr int kSweeps = 2;

// Between the smallest valleys lie this many cells if the grid is just fine enough for them.
constexpr double kCellsOfValley = 12;

double DiffusionOf(const Settings& settings, int cells_across) {
  const double cells = cells_across / (kCellsOfValley * settings.detail);
  return settings.strength * (cells * cells);
}

}  // namespace

Land::Land(const Settings& settings, Grid grid, Values source, double epsilon, const Team& team)
    : settings_(settings),
      grid_(std::move(grid)),
      source_(std::move(source)),
      epsilon_(epsilon),
      diffusion_(DiffusionOf(settings, grid_.across())),
      outlets_(FindOutlets(grid_, source_, settings.sea)),
      weights_(LaplacianWeights(grid_, team)) {
  const auto reserve = [&](auto&... arrays) {  // which takes a while
    (..., (CheckInterrupt(), arrays.resize(grid_.count())));
  };
  reserve(level, terms_, wear_, inverse_, floors_, levels_);
  WeighNeighbours(team);
}

void Land::StartWith(Values start) {
  height = std::move(start);
  for (std::size_t i = 0; i < height.size(); ++i)
    if (outlets_.are[i] != 0) height[i] = source_[i];
}

void Land::WeighNeighbours(const Team& team) {
  const std::vector<float>&east = weights_[0], &south = weights_[1], &west = weights_[2],
        &north = weights_[3];
  const std::size_t side = Cells::Index(grid_.side);
  team.EachRow(grid_.side, [&](int y) {
    const std::size_t first = Cells::Index(y) * side;
    for (std::size_t i = first; i < first + side; ++i)
      terms_[i].weight =
          1 + diffusion_ * ((double{east[i]} + west[i]) + (double{south[i]} + north[i]));
  });
}

// Neighbours that do not exist have the weight 0.
void Land::SumNeighbours(const Values& raised, int y) {
  const std::vector<float>&east = weights_[0], &south = weights_[1], &west = weights_[2],
        &north = weights_[3];
  const int last = grid_.side - 1;
  const std::size_t first = Cells::Index(y * grid_.side);
  const double* const row = height.data() + first;
  const auto other = [&](int by) {
    return height.data() + Cells::Index(grid_.Nearest(y + by) * grid_.side);
  };
  const double* const below = other(1);
  const double* const above = other(-1);
  const auto sum = [&](int x, double to_east, double to_west) {
    const std::size_t i = first + Cells::Index(x);
    terms_[i].sum =
        raised[i] + diffusion_ * ((double{east[i]} * to_east + double{west[i]} * to_west) +
                                  (double{south[i]} * below[x] + double{north[i]} * above[x]));
  };
  sum(0, row[1], row[grid_.Nearest(-1)]);
  for (int x = 1; x < last; ++x) sum(x, row[x + 1], row[x - 1]);
  sum(last, row[grid_.Nearest(last + 1)], row[last - 1]);
}

// A node near a large river works with that river's size. In: inverse, of the distance to the
// receiver. Most nodes are far away, which is found without divisions.
Land::Floor Land::FloorOf(const FlowOrder& order, std::size_t place, double inverse) const {
  const Floor own{static_cast<float>(std::sqrt(static_cast<double>(order.counts[place]))), 0};
  const Floor& below = floors_[Cells::Index(order.receivers[place])];
  const double size = double{below.size}, reach = settings_.floor * size;
  if (double{below.distance} >= reach) return own;
  const double distance = double{below.distance} + 1 / inverse;
  if (distance >= reach) return own;
  const double t = distance / reach;
  if (size * (1 - t * t) <= double{own.size}) return own;
  return {below.size, static_cast<float>(distance)};
}

void Land::MeasureWear(const Flow& flow, const FlowOrder& order, std::size_t first,
                       std::size_t end) {
  for (std::size_t place = first; place < end; ++place) {
    if (order.receivers[place] < 0) {
      floors_[place] = {static_cast<float>(std::sqrt(static_cast<double>(order.counts[place]))), 0};
      continue;
    }
    const int node = order.nodes[place];
    const int receiver = order.nodes[Cells::Index(order.receivers[place])];
    const double inverse = grid_.Inverse(node, receiver, flow.DirectionAt(node));
    const Floor floor = floors_[place] = FloorOf(order, place, inverse);
    double size = double{floor.size};
    if (floor.distance != 0) {
      const double t = double{floor.distance} / (settings_.floor * size);
      size = size * (1 - t * t);
    }
    wear_[place] = settings_.strength * size * inverse;
    inverse_[place] = static_cast<float>(inverse);
  }
}

double Land::Balanced(const Terms& terms, std::size_t place, double below) const {
  const double wear = wear_[place], inverse = double{inverse_[place]};
  const double balanced =
      std::max((terms.sum + wear * below) / (terms.weight + wear), below + epsilon_ / inverse);
  if (settings_.talus <= 0) return balanced;
  return std::min(balanced, below + settings_.talus / (inverse * grid_.across()));
}

void Land::SolveTrees(const FlowOrder& order, std::size_t first, std::size_t end) {
  for (std::size_t place = first; place < end; ++place) {
    const std::size_t node = Cells::Index(order.nodes[place]);
    if (order.receivers[place] < 0) {
      height[node] = source_[node];
      levels_[place] = level[node] = std::max(source_[node], outlets_.sea);
      continue;
    }
    const Terms& terms = terms_[node];
    const double below = levels_[Cells::Index(order.receivers[place])];
    const double without_river = terms.sum / terms.weight;
    if (without_river < below - epsilon_) {  // the bed of a lake
      height[node] = without_river;
      levels_[place] = level[node] = below;
      continue;
    }
    height[node] = levels_[place] = level[node] = Balanced(terms, place, below);
  }
}

void Land::Incise(const Values& raised, const Flow& flow, const FlowOrder& order,
                  const Team& team) {
  order.EachPart(team,
                 [&](std::size_t first, std::size_t end) { MeasureWear(flow, order, first, end); });
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    team.EachRow(grid_.side, [&](int y) { SumNeighbours(raised, y); });
    order.EachPart(team,
                   [&](std::size_t first, std::size_t end) { SolveTrees(order, first, end); });
  }
}

}  // namespace cobble::drainage
