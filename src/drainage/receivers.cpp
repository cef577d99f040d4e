// Finds receivers and orders the nodes.
#include "drainage/receivers.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/interrupt.h"

namespace cobble::drainage {
namespace {

// The steepest descent of a node, found without jumps, which processors would guess wrong.
struct Steepest {
  double slope = 0;
  int direction = kNowhere;

  void Try(double descent, int k) {
    const int is_steeper = descent > slope ? -1 : 0;
    slope = std::max(slope, descent);
    direction ^= (direction ^ k) & is_steeper;
  }
};

// Returns the direction in which a node drains that may lack neighbours.
int DescentOf(const Grid& grid, const Values& height, int x, int y) {
  const int i = y * grid.side + x;
  Steepest steepest;
  for (int k = 0; k < kDirections; ++k) {
    const int j = grid.Neighbour(x, y, k);
    if (j < 0) continue;
    steepest.Try((height[Cells::Index(i)] - height[Cells::Index(j)]) * grid.Inverse(i, j, k), k);
  }
  return steepest.direction;
}

// The neighbours of a row's nodes in one direction: their heights, and the inverse distances.
struct Beside {
  const double* height;
  const float* inverse;

  Beside(const Grid& grid, const Values& heights, int y, int k) {
    const int row = grid.Inside(y + kRows[Cells::Index(k)]);
    const auto first = row * grid.side + kColumns[Cells::Index(k)];
    height = heights.data() + first;
    inverse = k < kHalf ? grid.inverse[Cells::Index(k)].data() + y * grid.side
                        : grid.inverse[Cells::Index(k - kHalf)].data() + first;
  }
};

// The same for a row, except its ends, between two others.
void DescendInRow(const Grid& grid, const Values& height, int y, int8_t* directions) {
  const auto beside = [&]<std::size_t... k>(std::index_sequence<k...>) {
    return std::array{Beside(grid, height, y, k)...};
  }
  (std::make_index_sequence<kDirections>());
  const double* const row = height.data() + Cells::Index(y * grid.side);
  for (int x = 1; x < grid.side - 1; ++x) {
    Steepest steepest;
    for (int k = 0; k < kDirections; ++k) {
      const Beside& other = beside[Cells::Index(k)];
      steepest.Try((row[x] - other.height[x]) * double{other.inverse[x]}, k);
    }
    directions[x] = static_cast<int8_t>(steepest.direction);
  }
}

}  // namespace

Flow::Flow(const Grid& grid, const std::vector<uint8_t>& is_outlet)
    : grid_(grid),
      is_outlet_(is_outlet),
      directions_(grid.count(), kNowhere),
      sources_(grid.count()) {
  for (std::size_t i = 0; i < is_outlet.size(); ++i)
    if (is_outlet[i] != 0) outlets_.push_back(static_cast<int>(i));
}

void Flow::Descend(const Values& height, const Team& team) {
  const int last = grid_.side - 1;
  team.EachRow(grid_.side, [&](int y) {
    int8_t* const directions = directions_.data() + Cells::Index(y * grid_.side);
    const auto find = [&](int x) {
      directions[x] = static_cast<int8_t>(DescentOf(grid_, height, x, y));
    };
    if (grid_.Inside(y - 1) >= 0 && grid_.Inside(y + 1) >= 0) {
      DescendInRow(grid_, height, y, directions);
      find(0), find(last);
    } else {
      for (int x = 0; x <= last; ++x) find(x);
    }
  });
  for (const int outlet : outlets_) directions_[Cells::Index(outlet)] = kNowhere;
  team.EachRow(grid_.side, [&](int y) { FindSources(y); });
}

void Flow::FindSources(int y) {
  const int last = grid_.side - 1;
  uint8_t* const sources = sources_.data() + Cells::Index(y * grid_.side);
  std::fill_n(sources, grid_.side, uint8_t{0});
  for (int k = 0; k < kDirections; ++k) {
    const int row = grid_.Inside(y + kRows[Cells::Index(k)]);
    if (row < 0) continue;
    const int column = kColumns[Cells::Index(k)];
    const int8_t* const from = directions_.data() + Cells::Index(row * grid_.side);
    const auto bit = static_cast<uint8_t>(1 << k);
    const auto back = static_cast<int8_t>(Opposite(k));
    for (int x = std::max(0, -column); x <= std::min(last, last - column); ++x) {
      const uint8_t known = sources[x];
      sources[x] = static_cast<uint8_t>(known | (from[x + column] == back ? bit : 0));
    }
    if (column == 0 || !grid_.wraps) continue;
    const int x = column > 0 ? last : 0;
    if (from[last - x] == back) sources[x] = static_cast<uint8_t>(sources[x] | bit);
  }
}

void Flow::Turn(int node, int k) {
  int8_t& direction = directions_[Cells::Index(node)];
  const auto change_source = [&](int to) {
    uint8_t& sources = sources_[Cells::Index(grid_.Neighbour(node, to))];
    sources = static_cast<uint8_t>(sources ^ (1 << Opposite(to)));
  };
  if (direction != kNowhere) change_source(direction);
  change_source(k);
  direction = static_cast<int8_t>(k);
}

std::vector<int> Flow::Pits() const {
  std::vector<int> pits;
  for (std::size_t i = 0; i < directions_.size(); ++i)
    if (directions_[i] == kNowhere && is_outlet_[i] == 0) pits.push_back(static_cast<int>(i));
  return pits;
}

void FlowOrder::Trees::Follow(const Flow& flow, int outlet) {
  const auto add = [&](int node, int receiver) {
    nodes.push_back(node);
    receivers.push_back(receiver);
  };
  std::vector<std::pair<int, int>> waiting{{outlet, -1}};  // nodes, and their receivers' places
  InterruptCounter interrupt;
  while (!waiting.empty()) {
    interrupt.Count();
    const auto [node, receiver] = waiting.back();
    waiting.pop_back();
    const int place = static_cast<int>(nodes.size());
    add(node, receiver);
    for (unsigned bits = flow.SourcesOf(node); bits != 0; bits &= bits - 1) {
      const int source = flow.grid().Neighbour(node, std::countr_zero(bits));
      if (flow.SourcesOf(source) == 0)
        add(source, place);
      else
        waiting.emplace_back(source, place);
    }
  }
}

// Puts trees in their places, and counts nodes: receivers come first.
void FlowOrder::Take(const Trees& trees, std::size_t first) {
  const auto shift = static_cast<int>(first);
  std::ranges::copy(trees.nodes, nodes.begin() + shift);
  std::ranges::transform(trees.receivers, receivers.begin() + shift,
                         [&](int place) { return place < 0 ? place : place + shift; });
  const std::size_t end = first + trees.nodes.size();
  std::fill(counts.begin() + shift, counts.begin() + static_cast<int>(end), 1);
  for (std::size_t at = end; at-- > first;)
    if (receivers[at] >= 0) counts[Cells::Index(receivers[at])] += counts[at];
}

void FlowOrder::Follow(const Flow& flow, const Team& team) {
  constexpr std::size_t kMaxGroups = 64;
  const std::vector<int>& outlets = flow.outlets();
  trees_.resize(std::min(outlets.size(), kMaxGroups));
  const auto groups = static_cast<int>(trees_.size());
  team.Each(groups, [&](int k) {
    Trees& trees = trees_[Cells::Index(k)];
    trees.nodes.clear();
    trees.receivers.clear();
    for (std::size_t outlet = Cells::Index(k); outlet < outlets.size(); outlet += trees_.size())
      trees.Follow(flow, outlets[outlet]);
  });
  std::vector<std::size_t> firsts{0};
  for (const Trees& trees : trees_) firsts.push_back(firsts.back() + trees.nodes.size());
  team.Each(groups, [&](int k) { Take(trees_[Cells::Index(k)], firsts[Cells::Index(k)]); });
}

void FlowOrder::EachPart(const Team& team, const Part& part) const {
  constexpr std::size_t kParts = 64, kMinimum = 4096;
  const std::size_t maximum = std::max(size() / kParts, kMinimum);
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  for (std::size_t at = 0; at < size();) {
    const std::size_t count = Cells::Index(counts[at]);
    if (count > maximum) {  // a large river: its nodes are few
      part(at, at + 1);
      ++at;
      continue;
    }
    if (!parts.empty() && parts.back().second == at && at + count - parts.back().first <= maximum)
      parts.back().second += count;
    else
      parts.emplace_back(at, at + count);
    at += count;
  }
  team.Each(static_cast<int>(parts.size()), [&](int k) {
    const auto [first, end] = parts[Cells::Index(k)];
    part(first, end);
  });
}

}  // namespace cobble::drainage
