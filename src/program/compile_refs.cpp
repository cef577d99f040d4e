// Refs: nodes that stand elsewhere, computed once wherever they are asked for at the same
// positions.
#include <algorithm>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "program/compile.h"
#include "recipe/faults.h"
#include "recipe/fields.h"
#include "recipe/node_spec.h"
#include "recipe/origins.h"

namespace cobble {

// Nodes, through refs, may stand within each other as deep as in a recipe's text.
Error Compiler::TooDeep(const std::string& pointer) const {
  return FaultAt(recipe_, pointer,
                 "nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels");
}

// The node that a ref means. Throws Error where there is none, or where the walk is in it already.
const Node& Compiler::Named(const Node& ref, const std::string& pointer, const Names& names) const {
  const std::string& name = ref.Text("ref");
  const auto found = recipe_.nodes.find(name);
  if (found == recipe_.nodes.end()) {
    std::vector<std::string_view> known;
    for (const auto& [each, node] : recipe_.nodes) known.push_back(each);
    throw FaultAt(
        recipe_, pointer + "/ref", "no node is called " + Quoted(name),
        IsOwnKey(name) ? "names that begin with x- are ignored" : DidYouMean(name, known));
  }
  if (std::find(names.begin(), names.end(), name) != names.end())
    throw FaultAt(recipe_, pointer + "/ref", Quoted(name) + " refers back to itself");
  return found->second;
}

void Compiler::CheckNamed(const std::string& name, const Node& node, Names names) {
  if (!seen_.insert(name).second) return;
  names.push_back(name);
  CheckRefs(node, "/nodes/" + name, names);
}

void Compiler::CheckRefs(const Node& node, const std::string& pointer, const Names& names) try {
  if (names.size() > static_cast<std::size_t>(kMaxRecipeDepth)) {
    if (!std::exchange(reported_too_deep_, true)) throw TooDeep(pointer);
    return;
  }
  if (node.type == kRefType) CheckNamed(node.Text("ref"), Named(node, pointer, names), names);
  for (const auto& [key, inputs] : node.inputs) {
    const Field* const field = FindField(ObjectKind::kNode, key, NodeTypeNumber(node.type));
    const bool is_list = field && field->type == FieldType::kInputs;
    const std::string below = Below(pointer, key);
    for (std::size_t k = 0; k < inputs.size(); ++k)
      CheckRefs(inputs[k], is_list ? Below(below, k) : below, names);
  }
} catch (const Error& error) {
  Collect(error);
}

Compiled Compiler::Ref(const Visit& visit) {
  const Node& named = Named(visit.node, visit.pointer, refs_);
  const std::string& name = visit.node.Text("ref");
  const auto [entry, is_new] = shared_.try_emplace(
      {name, WhereOf(visit.site.positions, visit.site.map), visit.site.seed_shift, visit.slopes});
  if (!is_new) return entry->second;
  seen_.insert(name);
  refs_.push_back(name);
  entry->second = Compile({named, "/nodes/" + name, visit.site, visit.slopes});
  refs_.pop_back();
  return entry->second;
}

}  // namespace cobble
