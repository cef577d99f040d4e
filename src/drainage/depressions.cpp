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
  std::size_t count;         // with the outside

  Basins(const Flow& flow, const std::vector<int>& pits, const Team& team)
      : numbers(flow.grid().count(), kOutside), count(pits.size() + 1) {
    team.Each(static_cast<int>(pits.size()),
              [&](int k) { Fill(flow, pits[Cells::Index(k)], k + 1); });
  }

  int Of(int node) const { return numbers[Cells::Index(node)]; }

 private:
  // Numbers the nodes upstream of a pit.
  void Fill(const Flow& flow, int pit, int number) {
    std::vector<int> upstream{pit};
    InterruptCounter interrupt;
    for (std::size_t next = 0; next < upstream.size(); ++next) {
      interrupt.Count();
      const int node = upstream[next];
      numbers[Cells::Index(node)] = number;
      for (unsigned bits = flow.SourcesOf(node); bits != 0; bits &= bits - 1)
        upstream.push_back(flow.grid().Neighbour(node, std::countr_zero(bits)));
    }
  }
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
  explicit LowestPasses(const Basins& basins) : basins_(basins) {}

  void Add(const Pass& pass) {
    const auto [low, high] = std::minmax({basins_.Of(pass.i), basins_.Of(pass.j)});
    const uint64_t key = (static_cast<uint64_t>(low) << 32) | static_cast<uint64_t>(high);
    const auto [known, is_new] = places_.try_emplace(key, passes_.size());
    if (is_new)
      passes_.push_back(pass);
    else if (Pass& lowest = passes_[known->second]; pass.Rank() < lowest.Rank())
      lowest = pass;
  }
  const std::vector<Pass>& all() const { return passes_; }

 private:
  const Basins& basins_;
  std::unordered_map<uint64_t, std::size_t> places_;
  std::vector<Pass> passes_;
};

void AddPasses(const Cells& cells, const Values& height, const Basins& basins, int x, int y,
               LowestPasses* passes) {
  const int i = y * cells.side + x;
  for (int k = 0; k < kHalf; ++k) {
    const int j = cells.Neighbour(x, y, k);
    if (j < 0 || basins.Of(i) == basins.Of(j)) continue;
    passes->Add({std::max(height[Cells::Index(i)], height[Cells::Index(j)]), i, k, j});
  }
}

// Most nodes are inside of a basin.
void AddPassesOfRow(const Cells& cells, const Values& height, const Basins& basins, int y,
                    LowestPasses* passes) {
  const int last = cells.side - 1, below = cells.Inside(y + 1);
  const int* const here = basins.numbers.data() + Cells::Index(y * cells.side);
  const int* const there =
      below < 0 ? here : basins.numbers.data() + Cells::Index(below * cells.side);
  AddPasses(cells, height, basins, 0, y, passes);
  for (int x = 1; x < last; ++x) {
    const int own = here[x];
    const int others =
        (here[x + 1] ^ own) | (there[x - 1] ^ own) | (there[x] ^ own) | (there[x + 1] ^ own);
    if (others != 0) AddPasses(cells, height, basins, x, y, passes);
  }
  AddPasses(cells, height, basins, last, y, passes);
}

std::vector<Pass> PassesBetween(const Cells& cells, const Values& height, const Basins& basins,
                                const Team& team) {
  std::vector<LowestPasses> of_blocks(Cells::Index(Team::BlocksOf(cells.side)),
                                      LowestPasses(basins));
  team.EachBlock(cells.side, [&](int block, int first, int end) {
    for (int y = first; y < end; ++y)
      AddPassesOfRow(cells, height, basins, y, &of_blocks[Cells::Index(block)]);
  });
  LowestPasses lowest(basins);
  for (const LowestPasses& of_block : of_blocks)
    for (const Pass& pass : of_block.all()) lowest.Add(pass);
  return lowest.all();
}

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

void DrainPits(const Values& height, const Team& team, Flow* flow) {
  const std::vector<int> pits = flow->Pits();
  if (pits.empty()) return;
  const Basins basins(*flow, pits, team);
  const std::vector<Pass> passes = PassesBetween(flow->grid(), height, basins, team);
  Spread(basins, passes, flow).FromOutside();
}

}  // namespace cobble::drainage
