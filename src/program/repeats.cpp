// Walks a recipe for the chain of nodes that multiplies the work the most.
#include "program/repeats.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "core/list_text.h"
#include "core/suggest.h"
#include "program/node_type.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxListed = 6;
constexpr int kMaxDepth = 1000;  // of nodes, through names; fits the stack

struct Repeat {
  std::string_view name;  // empty if the node has none
  std::string_view type;
  int times;
};

// Nested nodes, the outermost first.
struct Chain {
  double product = 1;
  std::vector<Repeat> repeats{};
};

class ChainFinder {
 public:
  explicit ChainFinder(const Recipe& recipe) : recipe_(recipe) {}

  Chain Find() {
    Chain best = Of(recipe_.noise, {});
    for (const auto& [name, map] : recipe_.maps) Keep(Of(map, {}), &best);
    return best;
  }

 private:
  static void Keep(Chain chain, Chain* best) {
    if (chain.product > best->product) *best = std::move(chain);
  }

  Chain Of(const Node& node, std::string_view name) {
    if (depth_ > kMaxDepth) return {};
    ++depth_;
    Chain best;
    if (node.type == kRefType) best = OfNamed(node.Text("ref"));
    for (const auto& [key, inputs] : node.inputs)
      for (const Node& input : inputs) Keep(Of(input, {}), &best);
    --depth_;
    const NodeType* const type = FindNodeType(node.type);
    const int times = type && type->repeats ? type->repeats(node) : 1;
    if (times > 1) {
      best.product *= times;
      best.repeats.insert(best.repeats.begin(), {name, node.type, times});
    }
    return best;
  }

  Chain OfNamed(const std::string& name) {
    const Node* const node = NodeOfRef(recipe_, name);
    if (!node) return {};
    const auto [entry, is_new] = named_.try_emplace(name);  // empty meanwhile: a cycle ends
    if (is_new) entry->second = Of(*node, entry->first);
    return entry->second;
  }

  const Recipe& recipe_;
  std::map<std::string, Chain> named_;
  int depth_ = 0;
};

// Returns "blur (16 times)", or "\"moss\" (blur, 16 times)".
std::string TextOf(const Repeat& repeat) {
  if (repeat.name.empty()) return fmt::format("{} ({} times)", repeat.type, repeat.times);
  return fmt::format("{} ({}, {} times)", Quoted(repeat.name), repeat.type, repeat.times);
}

}  // namespace

std::string RepeatsHint(const Recipe& recipe) {
  Chain chain = ChainFinder(recipe).Find();
  if (chain.repeats.size() < 2) return {};
  std::ranges::stable_sort(chain.repeats, std::greater(), &Repeat::times);
  if (chain.repeats.size() > kMaxListed) chain.repeats.resize(kMaxListed);
  return fmt::format(
      "nodes inside one another that compute their source several times multiply the work: {}; "
      "use fewer samples or octaves, or fewer such nodes",
      ListText(chain.repeats, " and ", &TextOf));
}

}  // namespace cobble
