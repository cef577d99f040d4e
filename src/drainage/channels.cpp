// Cuts channels.
#include "drainage/channels.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/interrupt.h"
#include "drainage/links.h"
#include "drainage/spline.h"

namespace cobble::drainage {
namespace {

constexpr double kDepths = 250;           // of a small river, in the span of heights
constexpr double kMaxDepth = 5;           // in depths of a small river
constexpr double kFreeboard = 0.25;       // from the water up to the bank, in depths
constexpr double kFading = 0.8;           // of the depth within lakes, from node to node
constexpr double kRadius = 0.008;         // of a river with the area of the square, in widths
constexpr double kSmallestRadius = 1.25;  // that a spline shows, in cells
constexpr double kBeside = 1.5;           // how far beyond its banks a river has a level, in cells

double Between(double from, double to, double t) { return from + t * (to - from); }

}  // namespace

// The nodes of rivers, each before its receiver.
struct Channels::Nodes {
  std::vector<int> nodes;
  std::vector<int> receivers;  // by place in `nodes`: the receiver's place, or -1

  Nodes(const Balance& land, double smallest) {
    using Rank = std::pair<int, int>;  // the nodes upstream, and the node
    std::vector<Rank> ranks;
    for (int node = 0; node < static_cast<int>(land.counts.size()); ++node)
      if (const int count = land.counts[Cells::Index(node)]; count >= smallest)
        ranks.emplace_back(count, node);
    CheckInterrupt();
    std::ranges::sort(ranks);
    CheckInterrupt();
    std::ranges::transform(ranks, std::back_inserter(nodes), &Rank::second);
    std::vector<int> places(land.counts.size());
    for (std::size_t k = 0; k < nodes.size(); ++k)
      places[Cells::Index(nodes[k])] = static_cast<int>(k);
    for (const int node : nodes) {
      const int8_t direction = land.directions[Cells::Index(node)];
      receivers.push_back(
          direction == kNowhere ? -1 : places[Cells::Index(land.grid.Neighbour(node, direction))]);
    }
  }
};

double Channels::RadiusOf(const Cells& cells, int count) {
  const double radius = kRadius * cells.across();
  return std::sqrt(kSmallestRadius * kSmallestRadius +
                   radius * radius * (count / NodesOfSquare(cells)));
}

double Channels::MaxDepth(const Settings& settings) {
  return settings.river > 0 ? kMaxDepth / kDepths : 0;
}

Channels::Channels(const Settings& settings, const Balance& land, const Values& middles)
    : cells_(land.grid), of_blocks_(Cells::Index(Team::BlocksOf(land.grid.side))) {
  const double smallest = SmallestRiver(settings, land.grid);
  const Nodes rivers(land, smallest);
  InterruptCounter interrupt;
  std::vector<Section> sections;
  for (const int node : rivers.nodes) {
    interrupt.Count();
    sections.push_back(SectionAt(land, middles, node, smallest));
  }
  LevelOut(land, rivers, &sections);
  for (std::size_t k = 0; k < sections.size(); ++k) {
    interrupt.Count();
    if (rivers.receivers[k] < 0) continue;
    const int node = rivers.nodes[k];
    Add({land.grid.At(node), LinkOf(land, node), sections[k],
         sections[Cells::Index(rivers.receivers[k])]});
  }
}

Channels::Section Channels::SectionAt(const Balance& land, const Values& middles, int node,
                                      double smallest) {
  const Grid& grid = land.grid;
  const std::size_t i = Cells::Index(node);
  Section section;
  section.bank = land.level[i];
  if (!IsLake(land, i)) {
    section.bank = std::max(section.bank, SplineAt(grid, middles, grid.At(node)));
    const double size = std::sqrt(std::sqrt(land.counts[i] / smallest - 1));
    section.depth = (land.high - land.low) / kDepths * std::min(size, kMaxDepth);
  }
  section.radius = RadiusOf(grid, land.counts[i]);
  return section;
}

// Splines may rise along rivers: banks are lowered there. Water is dammed up to what is downstream.
// Within lakes, channels fade away from where rivers flow in and out.
void Channels::LevelOut(const Balance& land, const Nodes& rivers, std::vector<Section>* sections) {
  const auto is_lake = [&](std::size_t k) { return IsLake(land, Cells::Index(rivers.nodes[k])); };
  for (std::size_t k = 0; k < sections->size(); ++k) {
    if (rivers.receivers[k] < 0) continue;
    const std::size_t r = Cells::Index(rivers.receivers[k]);
    const Section& section = (*sections)[k];
    Section& receiver = (*sections)[r];
    receiver.bank = std::min(receiver.bank, section.bank);
    if (is_lake(r)) receiver.depth = std::max(receiver.depth, kFading * section.depth);
  }
  for (std::size_t k = sections->size(); k-- > 0;) {
    Section& section = (*sections)[k];
    section.water = is_lake(k) ? section.bank : section.bank - kFreeboard * section.depth;
    if (rivers.receivers[k] < 0) continue;
    const Section& receiver = (*sections)[Cells::Index(rivers.receivers[k])];
    section.water = std::max(section.water, receiver.water);
    if (is_lake(k)) section.depth = std::max(section.depth, kFading * receiver.depth);
  }
}

// Returns the first and last column or row beside a reach, which may be beyond the edges. In: where
// it begins, and how far it goes.
std::pair<int, int> Channels::CellsBeside(const Reach& reach, double from, double way) {
  const double beside = std::max(reach.from.radius, reach.to.radius) + kBeside;
  return {static_cast<int>(std::ceil(from + std::min(0.0, way) - beside)),
          static_cast<int>(std::floor(from + std::max(0.0, way) + beside))};
}

void Channels::Add(const Reach& reach) {
  const std::size_t place = reaches_.size();
  reaches_.push_back(reach);
  const auto [first, last] = CellsBeside(reach, reach.at.y, reach.link.y);
  int before = -1;
  for (int y = first; y <= last; ++y) {
    const int row = cells_.Inside(y);
    if (row < 0) continue;
    const int block = row / Team::kBlock;
    if (block != before) of_blocks_[Cells::Index(block)].push_back(place);
    before = block;
  }
}

// Calls visit(cell, reach, t, distance2): a middle beside a reach, the nearest point of its axis,
// and the square of the distance from there, in radii. Cells of different blocks of rows are
// visited in parallel; of each, the reaches in order.
template <typename Visit>
void Channels::EachMiddle(const Team& team, const Visit& visit) const {
  const auto visit_row = [&](const Reach& reach, int y, int row) {
    const auto [left, right] = CellsBeside(reach, reach.at.x, reach.link.x);
    for (int x = left; x <= right; ++x) {
      const int column = cells_.Inside(x);
      if (column < 0) continue;
      const OnLink at = NearestOn(reach.link, reach.at.x - x, reach.at.y - y);
      const double radius = Between(reach.from.radius, reach.to.radius, at.t);
      const double reached = radius + kBeside;
      if (at.distance2 < reached * reached)
        visit(Cells::Index(row * cells_.side + column), reach, at.t,
              at.distance2 / (radius * radius));
    }
  };
  team.EachBlock(cells_.side, [&](int block, int first_row, int end_row) {
    for (const std::size_t place : of_blocks_[Cells::Index(block)]) {
      const Reach& reach = reaches_[place];
      const auto [first, last] = CellsBeside(reach, reach.at.y, reach.link.y);
      for (int y = first; y <= last; ++y)
        if (const int row = cells_.Inside(y); row >= first_row && row < end_row)
          visit_row(reach, y, row);
    }
  });
}

void Channels::Cut(const Team& team, Values* middles) const {
  EachMiddle(team, [&](std::size_t cell, const Reach& reach, double t, double distance2) {
    if (distance2 >= 1) return;
    const double depth = Between(reach.from.depth, reach.to.depth, t);
    const double bank = Between(reach.from.bank, reach.to.bank, t);
    double& middle = (*middles)[cell];
    middle = std::min(middle, bank - depth * (1 - distance2));
  });
}

Values Channels::Levels(const Values& middles, const Team& team) const {
  Values levels(middles.size(), kNoWater);
  Values nearest(middles.size(), -kNoWater);
  EachMiddle(team, [&](std::size_t cell, const Reach& reach, double t, double distance2) {
    if (distance2 >= nearest[cell]) return;
    nearest[cell] = distance2;
    const double water = Between(reach.from.water, reach.to.water, t);
    const double depth = Between(reach.from.depth, reach.to.depth, t);
    levels[cell] = distance2 < 1 ? water : std::min(water, middles[cell] - kFreeboard * depth);
  });
  return levels;
}

}  // namespace cobble::drainage
