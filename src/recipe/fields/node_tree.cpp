// Walks the trees of a recipe's nodes.
#include "recipe/fields/node_tree.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/numbers.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/faults.h"

namespace cobble {
namespace {

constexpr std::string_view kNodesPointer = "/nodes/";

bool IsListOfInputs(const Node& node, std::string_view key) {
  const Field* const field = FindField(ObjectKind::kNode, key, NodeTypeNumber(node.type));
  return field && field->type == FieldType::kInputs;
}

// AnyNode is Node or const Node.
template <typename AnyNode, typename Visit>
void Walk(AnyNode& node, std::string* pointer, const Visit& visit) {
  visit(node, *pointer);
  for (auto& [key, inputs] : node.inputs) {
    const PointerStep step(key, pointer);
    if (!IsListOfInputs(node, key)) {
      for (auto& input : inputs) Walk(input, pointer, visit);
      continue;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const PointerStep item(i, pointer);
      Walk(inputs[i], pointer, visit);
    }
  }
}

template <typename AnyRecipe, typename Visit>
void WalkAll(AnyRecipe& recipe, const Visit& visit) {
  const auto walk = [&](auto& node, std::string pointer) { Walk(node, &pointer, visit); };
  walk(recipe.noise, "/noise");
  for (auto& [name, node] : recipe.nodes) walk(node, ChildPointer("/nodes", name));
  for (auto& [name, node] : recipe.maps) walk(node, ChildPointer("/maps", name));
}

// Takes the first step off a pointer. Steps need no escapes: no name has a / or a ~.
std::string_view TakeStep(std::string_view* pointer) {
  if (!pointer->starts_with('/')) return {};
  const std::size_t end = pointer->find('/', 1);
  const std::string_view step = pointer->substr(1, end == pointer->npos ? end : end - 1);
  pointer->remove_prefix(1 + step.size());
  return step;
}

const Node* Root(const Recipe& recipe, std::string_view* pointer) {
  const std::string_view step = TakeStep(pointer);
  if (step == "noise") return &recipe.noise;
  if (step != "nodes" && step != "maps") return nullptr;
  const auto& nodes = step == "nodes" ? recipe.nodes : recipe.maps;
  const auto named = nodes.find(TakeStep(pointer));
  return named == nodes.end() ? nullptr : &named->second;
}

// Returns the input at the next steps of a pointer, or null.
const Node* InputOf(const Node& node, std::string_view* pointer) {
  const std::string key(TakeStep(pointer));
  const auto inputs = node.inputs.find(key);
  if (inputs == node.inputs.end() || inputs->second.empty()) return nullptr;
  if (!IsListOfInputs(node, key)) return &inputs->second.front();
  const std::string_view step = TakeStep(pointer);
  const auto index = ParseInteger(step);
  const bool is_item = index && *index >= 0 && std::cmp_less(*index, inputs->second.size()) &&
                       std::to_string(*index) == step;
  return is_item ? &inputs->second[static_cast<std::size_t>(*index)] : nullptr;
}

}  // namespace

void VisitNodes(const Recipe& recipe, const NodeVisit& visit) { WalkAll(recipe, visit); }

void ChangeNodes(Recipe* recipe, const NodeChange& change) { WalkAll(*recipe, change); }

const Node* NodeAt(const Recipe& recipe, std::string_view pointer) {
  const Node* node = Root(recipe, &pointer);
  while (node && !pointer.empty()) node = InputOf(*node, &pointer);
  return node;
}

std::string PointerOfRef(const Recipe& recipe, std::string_view name) {
  if (recipe.nodes.contains(name)) return ChildPointer("/nodes", name);
  return recipe.maps.contains(name) ? ChildPointer("/maps", name) : std::string();
}

const Node* NodeOfRef(const Recipe& recipe, std::string_view name) {
  if (const auto node = recipe.nodes.find(name); node != recipe.nodes.end()) return &node->second;
  const auto map = recipe.maps.find(name);
  return map == recipe.maps.end() ? nullptr : &map->second;
}

std::optional<Map> SurfaceMapOfRef(std::string_view name) {
  constexpr Map kNamed[] = {Map::kHeight, Map::kSlope, Map::kAo, Map::kCurvature};
  const auto found = std::ranges::find(kNamed, name, [](Map map) { return Name(map); });
  return found == std::end(kNamed) ? std::nullopt : std::optional(*found);
}

std::string_view NameAt(std::string_view pointer) {
  if (!pointer.starts_with(kNodesPointer)) return {};
  pointer.remove_prefix(kNodesPointer.size());
  return pointer.find('/') == pointer.npos ? pointer : std::string_view();
}

}  // namespace cobble
