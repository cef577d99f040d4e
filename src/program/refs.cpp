// Finds the nodes that refs name; reports unknown names and cycles.
#include "program/refs.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "cobble/recipe_io.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"
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

std::string Refs::PointerOf(const NamedNode& named) const {
  const auto node = recipe_.nodes.find(named.first);
  const bool is_node = node != recipe_.nodes.end() && &*node == &named;
  return ChildPointer(is_node ? "/nodes" : "/maps", named.first);
}

// Returns null if there is none. A map is never meant by its own name.
const Refs::NamedNode* Refs::Find(const std::string& name, const Path& path) const {
  const auto node = recipe_.nodes.find(name);
  if (node != recipe_.nodes.end()) return &*node;
  const auto map = in_maps_ ? recipe_.maps.find(name) : recipe_.maps.end();
  const bool is_own = map != recipe_.maps.end() && !path.empty() && path.back() == &*map;
  return map == recipe_.maps.end() || is_own ? nullptr : &*map;
}

Error Refs::Unknown(const std::string& name, const std::string& pointer) const {
  std::vector<std::string_view> valid_names;
  for (const auto& [valid_name, node] : recipe_.nodes) valid_names.push_back(valid_name);
  if (in_maps_)
    for (const auto& [valid_name, node] : recipe_.maps)
      if (valid_name != name) valid_names.push_back(valid_name);
  Phrase hint = DidYouMean(name, valid_names);
  const bool is_map = recipe_.maps.contains(name);
  if (IsUserKey(name)) hint = "names that begin with x- are ignored";
  if (is_map && in_maps_)
    hint = "a map cannot name itself";
  else if (is_map)
    hint = "only maps may name a map; move its node to \"nodes\", and let both refer to it";
  else if (SurfaceMapOfRef(name))
    hint = "only maps may name " + name + ", which is computed from the noise";
  if (std::ranges::count(recipe_.knobs, name, &Knob::name) > 0)
    hint = "it is a knob: write " + Quoted(name) + " in place of the ref";
  return FaultAt(recipe_, pointer + "/ref", "unknown node " + Quoted(name), hint);
}

const Refs::NamedNode& Refs::Named(const Node& ref, const std::string& pointer,
                                   const Path& path) const {
  const std::string& name = ref.Text("ref");
  const NamedNode* const named = Find(name, path);
  if (!named) throw Unknown(name, pointer);
  const auto first = std::ranges::find(path, named);
  if (first == path.end()) return *named;
  constexpr std::ptrdiff_t kMaxNamed = 5;
  Path between(first + 1, path.end());
  if (std::ssize(between) > kMaxNamed) between.clear();
  const auto quoted = [](const NamedNode* each) { return Quoted(each->first); };
  throw FaultAt(recipe_, pointer + "/ref",
                Quoted(name) + " refers back to itself" +
                    (between.empty() ? "" : " through " + ListText(between, " and ", quoted)));
}

void Refs::Enter(const NamedNode& named, const std::string& pointer) {
  if (active_.size() == static_cast<std::size_t>(kMaxRecipeDepth)) throw TooDeep(pointer);
  seen_.insert(&named);
  active_.push_back(&named);
}

void Refs::CheckUnused() {
  in_maps_ = true;
  for (const NamedNode& named : recipe_.nodes) CheckNamed(named, {});
}

void Refs::CheckNamed(const NamedNode& named, Path path) {
  if (!seen_.insert(&named).second) return;
  path.push_back(&named);
  CheckBelow(named.second, PointerOf(named), path);
}

void Refs::CheckBelow(const Node& node, const std::string& pointer, const Path& path) try {
  if (path.size() > static_cast<std::size_t>(kMaxRecipeDepth)) {
    if (!reported_too_deep_) throw TooDeep(pointer);
    return;
  }
  if (node.type == kRefType && (Find(node.Text("ref"), path) || !SurfaceMapOfRef(node.Text("ref"))))
    CheckNamed(Named(node, pointer, path), path);
  for (const auto& [key, inputs] : node.inputs) {
    const Field* const field = FindField(ObjectKind::kNode, key, NodeTypeNumber(node.type));
    const bool is_list = field && field->type == FieldType::kInputs;
    const std::string below = ChildPointer(pointer, key);
    for (std::size_t k = 0; k < inputs.size(); ++k)
      CheckBelow(inputs[k], is_list ? ChildPointer(below, k) : below, path);
  }
} catch (const Error& error) {
  issues_.Add(error);
}

}  // namespace cobble
