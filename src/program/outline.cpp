// Lists the nodes of a program's recipe.
#include "program/outline.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "recipe/fields/node_kind.h"
#include "recipe/fields/node_tree.h"
#include "recipe/writing/brief.h"

namespace cobble {

namespace {

// Returns the tree with a node in place of each formula.
Json TreeWithoutFormulas(Recipe recipe) {
  recipe.formulas.clear();
  return BriefTree(recipe);
}

}  // namespace

std::vector<OutlineNode> OutlineOf(const Program& program) {
  const Recipe& recipe = program.recipe();
  const Json tree = BriefTree(recipe);
  const Json inside = recipe.formulas.empty() ? Json() : TreeWithoutFormulas(recipe);
  std::vector<OutlineNode> nodes;
  std::set<std::string_view> known;
  const auto add = [&](const Node& node, const std::string& pointer, std::optional<Bounds> bounds) {
    std::string formula = ReadableFormulaAt(tree, pointer);
    if (formula.empty()) formula = ReadableFormulaAt(inside, pointer);
    nodes.push_back({.pointer = pointer,
                     .type = node.type,
                     .formula = std::move(formula),
                     .is_color = IsColor(recipe, node),
                     .bounds = bounds});
  };
  for (const NodeBounds& each : program.node_bounds()) {
    known.insert(each.pointer);
    add(*NodeAt(recipe, each.pointer), each.pointer, Bounds{each.low, each.high});
  }
  VisitNodes(recipe, [&](const Node& node, const std::string& pointer) {
    if (!known.contains(pointer)) add(node, pointer, std::nullopt);
  });
  return nodes;
}

}  // namespace cobble
