// Counts the nodes that a recipe evaluates.
#include "fuzz/work.h"

#include <algorithm>

#include "cobble/recipe_io.h"

namespace cobble::test {
namespace {

class Counter {
 public:
  Counter(const Recipe& recipe, int64_t maximum) : recipe_(recipe), max_(maximum) {}

  int64_t Count() {
    Add(recipe_.noise, 1, 0);
    return std::min(work_, max_ + 1);
  }

 private:
  // Every node counts, so the walk ends even if refs form a cycle.
  void Add(const Node& node, int64_t times, int depth) {
    if (node.Has("octaves")) times *= static_cast<int64_t>(node.Number("octaves"));
    work_ += times * WavesOf(node);
    if (work_ > max_ || depth > kMaxRecipeDepth) return;
    if (node.type == "ref") {
      const auto named = recipe_.nodes.find(node.Text("ref"));
      if (named != recipe_.nodes.end()) Add(named->second, times, depth + 1);
    }
    times *= SamplesOf(node);
    for (const auto& [key, inputs] : node.inputs)
      for (const Node& input : inputs) Add(input, times, depth + 1);
  }

  // How many times a node computes its source.
  static int64_t SamplesOf(const Node& node) {
    if (node.type == "blur") return static_cast<int64_t>(node.Number("samples"));
    if (node.type == "curvature-of") return 9;
    return node.type == "slope-of" && node.Number("radius") > 0 ? 4 : 1;
  }

  static int64_t WavesOf(const Node& node) {
    if (node.Has("waves")) return static_cast<int64_t>(node.Number("waves"));
    if (node.Has("sizes")) return static_cast<int64_t>(node.Numbers("sizes").size());
    return 1;
  }

  const Recipe& recipe_;
  int64_t max_, work_ = 0;
};

}  // namespace

int64_t Work(const Recipe& recipe, int64_t maximum) { return Counter(recipe, maximum).Count(); }

}  // namespace cobble::test
