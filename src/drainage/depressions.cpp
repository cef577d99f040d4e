// Finds passes between basins, and drains pits over them.
#include "drainage/depressions.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/interrupt.h"

namespace cobble::drainage {
namespace {

// The basins of pits, numbered from 1 in the order of the pits.
struct Basins {
  static constexpr int kOutside = 0;  // the land that drains to outlets

  std::vector<int> numbers;  // of each node's basin
  std::vector<int> nodes;    // of all basins
  std::size_t count = 1;     // with the outside

  explicit Basins(const Flow& flow) : numbers(flow.grid().count(), kOutside) {
    InterruptCounter interrupt;
    for (const int pit : flow.Pits()) {
      std::size_t next = nodes.size();
      nodes.push_back(pit);
      for (; next < nodes.size(); ++next) {
        interrupt.Count();
        numbers[Cells::Index(nodes[next])] = static_cast<int>(count);
        for (unsigned bits = flow.SourcesOf(nodes[next]); bits != 0; bits &= bits - 1)
          nodes.push_back(flow.grid().Neighbour(nodes[next], std::countr_zero(bits)));
      }
      ++count;
    }
  }

  int Of(int node) const { return numbers[Cells::Index(node)]; }
};

// A link between two basins, from node i in direction k < kHalf to node j.
struct Pass {
  double height = 0;
  int i = 0, k = 0, j = 0;

  // The order of passes is total, so one is the lowest.
  auto Rank() const { return std::tie(height, i, k); }
};

// The lowest pass between each two basins that touch.
class LowestPasses {
 public:
  LowestPasses(const Basins& basins, const Cells& cells, const Values& height) {
    InterruptCounter interrupt;
    for (const int node : basins.nodes) {
      interrupt.Count();
      const int x = node % cells.side, y = node / cells.side;
      for (int k = 0; k < kDirections; ++k) {
        const int other = cells.Neighbour(x, y, k);
        if (other < 0 || basins.Of(other) == basins.Of(node)) continue;
        const double z = std::max(height[Cells::Index(node)], height[Cells::Index(other)]);
        if (k < kHalf)
          Add(basins, {z, node, k, other});
        else
          Add(basins, {z, other, Opposite(k), node});
      }
    }
  }
  const std::vector<Pass>& all() const { return passes_; }

 private:
  void Add(const Basins& basins, const Pass& pass) {
    const auto [low, high] = std::minmax({basins.Of(pass.i), basins.Of(pass.j)});
    const uint64_t key = (static_cast<uint64_t>(low) << 32) | static_cast<uint64_t>(high);
    const auto [known, is_new] = places_.try_emplace(key, passes_.size());
    if (is_new)
      passes_.push_back(pass);
    else if (Pass& lowest = passes_[known->second]; pass.Rank() < lowest.Rank())
      lowest = pass;
  }

  std::unordered_map<uint64_t, std::size_t> places_;
  std::vector<Pass> passes_;
};

// Drains basins in the order of R. C. Prim, "Shortest Connection Networks and some
// Generalizations", 1957: always over the lowest pass from a basin that drains to one that does
// not.
class Spread {
 public:
  Spread(const Basins& basins, const std::vector<Pass>& passes, Flow* flow)
      : basins_(basins),
        passes_(passes),
        flow_(*flow),
        around_(basins.count),
        drains_(basins.count) {
    for (std::size_t p = 0; p < passes.size(); ++p)
      for (const int node : {passes[p].i, passes[p].j})
        around_[Cells::Index(basins.Of(node))].push_back(p);
  }

  void FromOutside() {
    Reach(Basins::kOutside);
    InterruptCounter interrupt;
    while (!open_.empty()) {
      interrupt.Count();
      const Pass& pass = passes_[open_.top()];
      open_.pop();
      if (!Drains(pass.i)) Drain(pass.i, pass.k);
      if (!Drains(pass.j)) Drain(pass.j, Opposite(pass.k));
    }
  }

 private:
  bool Drains(int node) const { return drains_[Cells::Index(basins_.Of(node))]; }

  // Makes a node drain over its pass, and turns round its way to the pit.
  void Drain(int node, int over) {
    Reach(basins_.Of(node));
    while (true) {
      const int before = flow_.DirectionAt(node),
                next = before == kNowhere ? node : flow_.ReceiverOf(node);
      flow_.Turn(node, over);
      if (before == kNowhere) return;
      node = next;
      over = Opposite(before);
    }
  }

  void Reach(int basin) {
    drains_[Cells::Index(basin)] = true;
    for (const std::size_t p : around_[Cells::Index(basin)])
      if (!Drains(passes_[p].i) || !Drains(passes_[p].j)) open_.push(p);
  }

  struct IsHigher {
    const std::vector<Pass>& passes;
    bool operator()(std::size_t a, std::size_t b) const {
      return passes[b].Rank() < passes[a].Rank();
    }
  };

  const Basins& basins_;
  const std::vector<Pass>& passes_;
  Flow& flow_;
  std::vector<std::vector<std::size_t>> around_;  // the passes of each basin
  std::vector<bool> drains_;                      // by basin
  std::priority_queue<std::size_t, std::vector<std::size_t>, IsHigher> open_{IsHigher{passes_}};
};

}  // namespace

void DrainPits(const Values& height, Flow* flow) {
  const Basins basins(*flow);
  if (basins.count == 1) return;
  const LowestPasses passes(basins, flow->grid(), height);
  Spread(basins, passes.all(), flow).FromOutside();
}

}  // namespace cobble::drainage
