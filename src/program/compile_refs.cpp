// Compiles refs. A named node is compiled once for each distinct set of positions, seed shift and
// number of slopes; further refs reuse its result.
#include <algorithm>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "program/compile.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {

// Depth is counted through refs, and so is the number of refs inside each other; the limit of each
// equals the nesting limit of a recipe's text. So at most twice as many nodes are compiled inside
// each other.
Error Compiler::TooDeep(const std::string& pointer) const {
  return FaultAt(recipe_, pointer,
                 "nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels");
}

// Returns the node that a ref names. Throws Error if there is none, or if `names`, the names of the
// enclosing refs, already contains it: a cycle.
const Node& Compiler::NamedNode(const Node& ref, const std::string& pointer,
                                const RefNames& names) const {
  const std::string& name = ref.Text("ref");
  const auto found = recipe_.nodes.find(name);
  if (found == recipe_.nodes.end()) {
    std::vector<std::string_view> valid_names;
    for (const auto& [valid_name, node] : recipe_.nodes) valid_names.push_back(valid_name);
    std::string hint = DidYouMean(name, valid_names);
    if (IsUserKey(name)) hint = "names that begin with x- are ignored";
    if (recipe_.maps.contains(name))
      hint = "a ref cannot name a map; move the node to \"nodes\", and let both refer to it";
    throw FaultAt(recipe_, pointer + "/ref", "unknown node " + Quoted(name), hint);
  }
  if (std::find(names.begin(), names.end(), name) != names.end())
    throw FaultAt(recipe_, pointer + "/ref", Quoted(name) + " refers back to itself");
  return found->second;
}

void Compiler::CheckNamedNode(const std::string& name, const Node& node, RefNames names) {
  if (!seen_names_.insert(name).second) return;
  names.push_back(name);
  CheckRefs(node, "/nodes/" + name, names);
}

void Compiler::CheckRefs(const Node& node, const std::string& pointer, const RefNames& names) try {
  if (names.size() > static_cast<std::size_t>(kMaxRecipeDepth)) {
    if (!std::exchange(reported_too_deep_, true)) throw TooDeep(pointer);
    return;
  }
  if (node.type == kRefType)
    CheckNamedNode(node.Text("ref"), NamedNode(node, pointer, names), names);
  for (const auto& [key, inputs] : node.inputs) {
    const Field* const field = FindField(ObjectKind::kNode, key, NodeTypeNumber(node.type));
    const bool is_list = field && field->type == FieldType::kInputs;
    const std::string below = ChildPointer(pointer, key);
    for (std::size_t k = 0; k < inputs.size(); ++k)
      CheckRefs(inputs[k], is_list ? ChildPointer(below, k) : below, names);
  }
} catch (const Error& error) {
  Collect(error);
}

Compiler::RefKey Compiler::RefKeyOf(const std::string& name, const Site& site, int slopes) {
  return {name,
          KeyOf(site.base, site.from_base),
          site.from_picture.t,
          site.bound.displacement,
          site.seed_shift,
          slopes};
}

void Compiler::EnterRef(const std::string& name, const std::string& pointer) {
  if (active_refs_.size() == static_cast<std::size_t>(kMaxRecipeDepth)) {
    reported_too_deep_ = true;
    throw TooDeep(pointer);
  }
  seen_names_.insert(name);
  active_refs_.push_back(name);
}

// A result with more slopes has the same value: it is shared, without the additional slopes.
std::optional<Compiled> Compiler::KnownResult(const std::string& key,
                                              const NodeContext& context) const {
  for (int slopes = context.slopes; slopes <= 3; ++slopes) {
    const auto found = ref_results_.find(RefKeyOf(key, context.site, slopes));
    if (found == ref_results_.end()) continue;
    Compiled shared = found->second;
    std::fill(shared.raw.slope.begin() + context.slopes, shared.raw.slope.end(), -1);
    return shared;
  }
  return std::nullopt;
}

Compiled Compiler::Ref(const NodeContext& context) {
  const Node& named = NamedNode(context.node, context.pointer, active_refs_);
  // The recipe's own copy, which outlives the compiler; the ref may be temporary.
  const std::string& name = recipe_.nodes.find(context.node.Text("ref"))->first;
  if (const auto known = KnownResult(name, context)) return *known;
  const auto entry = ref_results_.try_emplace(RefKeyOf(name, context.site, context.slopes)).first;
  EnterRef(name, context.pointer);
  entry->second = Compile({named, "/nodes/" + name, context.site, context.slopes});
  active_refs_.pop_back();
  return entry->second;
}

CompiledColor Compiler::ColorRef(const NodeContext& context) {
  const Node& named = NamedNode(context.node, context.pointer, active_refs_);
  // The recipe's own copy, which outlives the compiler; the ref may be temporary.
  const std::string& name = recipe_.nodes.find(context.node.Text("ref"))->first;
  const auto [entry, is_new] =
      color_ref_results_.try_emplace(RefKeyOf(name, context.site, context.slopes));
  if (!is_new) return entry->second;
  EnterRef(name, context.pointer);
  entry->second = CompileColor({named, "/nodes/" + name, context.site, context.slopes});
  active_refs_.pop_back();
  return entry->second;
}

}  // namespace cobble
