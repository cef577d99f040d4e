// Finds the nodes that refs name; reports unknown names and cycles.
#include "program/refs.h"

#include <algorithm>

#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {

// The depth of nodes is counted through refs, and nested refs are counted too. Each limit equals
// the nesting limit of a recipe's text, so the compiler nests at most twice that deep.
Error Refs::TooDeep(const std::string& pointer) {
  reported_too_deep_ = true;
  return FaultAt(recipe_, pointer,
                 "nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels", kDepthHint);
}

const Refs::NamedNode& Refs::Named(const Node& ref, const std::string& pointer,
                                   const Names& names) const {
  const std::string& name = ref.Text("ref");
  const auto found = recipe_.nodes.find(name);
  if (found == recipe_.nodes.end()) {
    std::vector<std::string_view> valid_names;
    for (const auto& [valid_name, node] : recipe_.nodes) valid_names.push_back(valid_name);
    Phrase hint = DidYouMean(name, valid_names);
    if (IsUserKey(name)) hint = "names that begin with x- are ignored";
    if (recipe_.maps.contains(name))
      hint = "a ref cannot name a map; move the node to \"nodes\", and let both refer to it";
    if (std::ranges::count(recipe_.knobs, name, &Knob::name) > 0)
      hint = "it is a knob: write " + Quoted(name) + " in place of the ref";
    throw FaultAt(recipe_, pointer + "/ref", "unknown node " + Quoted(name), hint);
  }
  if (std::find(names.begin(), names.end(), name) != names.end())
    throw FaultAt(recipe_, pointer + "/ref", Quoted(name) + " refers back to itself");
  return *found;
}

void Refs::Enter(const std::string& name, const std::string& pointer) {
  if (active_.size() == static_cast<std::size_t>(kMaxRecipeDepth)) throw TooDeep(pointer);
  seen_.insert(name);
  active_.push_back(name);
}

void Refs::CheckUnused() {
  for (const auto& [name, node] : recipe_.nodes) CheckNamed(name, node, {});
}

void Refs::CheckNamed(const std::string& name, const Node& node, Names names) {
  if (!seen_.insert(name).second) return;
  names.push_back(name);
  CheckBelow(node, "/nodes/" + name, names);
}

void Refs::CheckBelow(const Node& node, const std::string& pointer, const Names& names) try {
  if (names.size() > static_cast<std::size_t>(kMaxRecipeDepth)) {
    if (!reported_too_deep_) throw TooDeep(pointer);
    return;
  }
  if (node.type == kRefType) {
    const auto& [name, named] = Named(node, pointer, names);
    CheckNamed(name, named, names);
  }
  for (const auto& [key, inputs] : node.inputs) {
    const Field* const field = FindField(ObjectKind::kNode, key, NodeTypeNumber(node.type));
    const bool is_list = field && field->type == FieldType::kInputs;
    const std::string below = ChildPointer(pointer, key);
    for (std::size_t k = 0; k < inputs.size(); ++k)
      CheckBelow(inputs[k], is_list ? ChildPointer(below, k) : below, names);
  }
} catch (const Error& error) {
  issues_.Add(error);
}

}  // namespace cobble
