// Follows refs to the node that decides, and looks for colours where only numbers are accepted.
#include "recipe/fields/node_kind.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"

namespace cobble {
namespace {

// The types that calculations with two colours become.
constexpr std::string_view kOperators[] = {"add", "subtract", "multiply", "divide", "modulo"};

struct Parent {
  std::string_view type = {};  // empty: the input is a key of the recipe
  bool is_formula = false;
};

// Returns what to use instead of a colour.
std::string ColorHint(const Parent& parent) {
  const bool is_operator = std::ranges::count(kOperators, parent.type) > 0;
  if (parent.type != "mix" && !is_operator)
    return parent.is_formula ? "use luminance(color) or channel(color, red)"
                             : "use a \"luminance\" or \"channel\" node";
  std::string hint =
      parent.is_formula ? "mix two with blend(a, b, t)" : "mix two with a \"blend\" node";
  if (is_operator)
    hint += parent.is_formula ? ", change one with adjust(color, lightness=0.1)"
                              : ", change one with an \"adjust\" node";
  return hint;
}

// Walks a node and its JSON in parallel.
class KindChecker {
 public:
  KindChecker(const Recipe& recipe, Faults* faults) : recipe_(recipe), faults_(faults) {}

  // In: field, the key whose value `node` is.
  // Reports a type that a flag sets at the flag.
  void Check(const Field& field, const Node& node, const Json& json, std::string* pointer,
             const Parent& parent = {}) {
    if (field.accepts == Accepts::kNumber && IsColor(recipe_, node)) {
      const Json* const type = json.Find("type");
      const Place& place = type && type->place.is_flag() ? type->place : json.place;
      const std::string maps =
          field.object == ObjectKind::kRecipe && field.type == FieldType::kInput
              ? ", or put the node in \"maps\""
              : "";
      if (faults_->Accepts(place))
        faults_->Add({place, true, *pointer, "is a colour, but a number is needed",
                      ColorHint(parent) + maps});
    }
    const auto type = NodeTypeNumber(node.type);
    const Parent as_parent{node.type, json.place.formula != nullptr};
    for (const auto& [key, inputs] : node.inputs) {
      const Field* const input = FindField(ObjectKind::kNode, key, type);
      const Json* const value = json.Find(key);
      if (!input || !value) continue;
      const PointerStep step(key, pointer);
      CheckInputs(*input, inputs, *value, pointer, as_parent);
    }
  }

 private:
  // A single input may be written without a list.
  void CheckInputs(const Field& field, const std::vector<Node>& inputs, const Json& json,
                   std::string* pointer, const Parent& parent) {
    const bool is_list = field.type == FieldType::kInputs && json.list();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!is_list) {
        Check(field, inputs[i], json, pointer, parent);
      } else if (i < json.list()->size()) {
        const PointerStep step(i, pointer);
        Check(field, inputs[i], (*json.list())[i], pointer, parent);
      }
    }
  }

  const Recipe& recipe_;
  Faults* faults_;
};

// Returns a text of the node; empty if it has none.
std::string_view TextIn(const Node& node, std::string_view key) {
  const auto value = node.values.find(key);
  const auto* const text =
      value == node.values.end() ? nullptr : std::get_if<std::string>(&value->second);
  return text ? *text : std::string_view();
}

}  // namespace

bool IsColor(const Recipe& recipe, const Node& node) {
  const Node* at = &node;
  // The compiler refuses longer chains of refs and nested nodes.
  for (int steps = 0; steps <= 2 * kMaxRecipeDepth; ++steps) {
    if (at->type == kRefType) {
      at = NodeOfRef(recipe, TextIn(*at, "ref"));
      if (!at) return false;
      continue;
    }
    const NodeSpec* const spec = FindNodeSpec(at->type);
    if (!spec) return false;
    if (spec->color_if.empty()) return IsColorWith(*spec, TextIn(*at, spec->color_choice.word));
    const auto input = at->inputs.find(spec->color_if);
    if (input == at->inputs.end() || input->second.empty()) return false;
    at = &input->second.front();
  }
  return false;
}

void CheckKinds(const Json& root, const Recipe& recipe, Faults* faults) {
  KindChecker checker(recipe, faults);
  std::string pointer;
  const auto check_named = [&](const Field& field, const auto& nodes, const Json& json) {
    const Field item = *ItemOf(field);
    for (const Json::Member& member : json.members()) {
      const auto node = nodes.find(member.key);
      if (node == nodes.end()) continue;
      const PointerStep step(member.key, &pointer);
      checker.Check(item, node->second, member.value, &pointer);
    }
  };
  for (const Field* field : FieldsOf(ObjectKind::kRecipe)) {
    const Json* const json = root.Find(field->key);
    if (!json) continue;
    const PointerStep step(field->key, &pointer);
    if (field->type == FieldType::kInput) checker.Check(*field, recipe.noise, *json, &pointer);
    if (field->type == FieldType::kNodes) check_named(*field, recipe.nodes, *json);
    if (field->type == FieldType::kMaps) check_named(*field, recipe.maps, *json);
  }
}

}  // namespace cobble
