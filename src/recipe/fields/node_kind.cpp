// Follows refs to the node that decides, and walks the tree of a recipe for colours out of place.
#include "recipe/fields/node_kind.h"

#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"

namespace cobble {
namespace {

// Walks a node and its JSON in parallel.
class KindChecker {
 public:
  KindChecker(const Recipe& recipe, Faults* faults) : recipe_(recipe), faults_(faults) {}

  // In: field, the key whose value `node` is.
  void Check(const Field& field, const Node& node, const Json& json, const std::string& pointer);

 private:
  void CheckInputs(const Field& field, const std::vector<Node>& inputs, const Json& json,
                   const std::string& pointer);

  const Recipe& recipe_;
  Faults* faults_;
};

// A type that a flag sets is reported at the flag.
void KindChecker::Check(const Field& field, const Node& node, const Json& json,
                        const std::string& pointer) {
  if (field.accepts == Accepts::kNumber && IsColor(recipe_, node)) {
    const Json* const type = json.Find("type");
    const Place& place = type && type->place.is_flag() ? type->place : json.place;
    const std::string maps = field.object == ObjectKind::kRecipe && field.type == FieldType::kInput
                                 ? ", or put the node in \"maps\""
                                 : "";
    if (faults_->Accepts(place)) faults_->Add({place, true, pointer, std::string(kIsColor) + maps});
  }
  const auto type = NodeTypeNumber(node.type);
  for (const auto& [key, inputs] : node.inputs) {
    const Field* const input = FindField(ObjectKind::kNode, key, type);
    const Json* const value = json.Find(key);
    if (input && value) CheckInputs(*input, inputs, *value, ChildPointer(pointer, key));
  }
}

// A single input of a list may be written without the list.
void KindChecker::CheckInputs(const Field& field, const std::vector<Node>& inputs, const Json& json,
                              const std::string& pointer) {
  const bool is_list = field.type == FieldType::kInputs && json.list();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!is_list) {
      Check(field, inputs[i], json, pointer);
    } else if (i < json.list()->size()) {
      Check(field, inputs[i], (*json.list())[i], ChildPointer(pointer, i));
    }
  }
}

}  // namespace

bool IsColor(const Recipe& recipe, const Node& node) {
  const Node* at = &node;
  // The compiler refuses longer chains.
  for (int refs = 0; refs <= kMaxRecipeDepth; ++refs) {
    if (at->type != kRefType) {
      const NodeSpec* const spec = FindNodeSpec(at->type);
      return spec && spec->is_color;
    }
    const auto name = at->values.find("ref");
    const auto* const text =
        name == at->values.end() ? nullptr : std::get_if<std::string>(&name->second);
    const auto named = text ? recipe.nodes.find(*text) : recipe.nodes.end();
    if (named == recipe.nodes.end()) return false;
    at = &named->second;
  }
  return false;
}

void CheckKinds(const Json& root, const Recipe& recipe, Faults* faults) {
  KindChecker checker(recipe, faults);
  const auto check_named = [&](const Field& field, const auto& nodes, const Json& json) {
    const Field item = *ItemOf(field);
    if (!json.object()) return;
    for (const Json::Member& member : *json.object()) {
      const auto node = nodes.find(member.key);
      if (node == nodes.end()) continue;
      const std::string pointer = ChildPointer(ChildPointer("", field.key), member.key);
      checker.Check(item, node->second, member.value, pointer);
    }
  };
  for (const Field* field : FieldsOf(ObjectKind::kRecipe)) {
    const Json* const json = root.Find(field->key);
    if (!json) continue;
    if (field->type == FieldType::kInput)
      checker.Check(*field, recipe.noise, *json, ChildPointer("", field->key));
    if (field->type == FieldType::kNodes) check_named(*field, recipe.nodes, *json);
    if (field->type == FieldType::kMaps) check_named(*field, recipe.maps, *json);
  }
}

}  // namespace cobble
