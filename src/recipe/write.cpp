// Writing recipes, along the table of fields.
#include "recipe/write.h"

#include "cobble/recipe_io.h"
#include "recipe/fields.h"
#include "recipe/read_value.h"

namespace cobble {
namespace {

Json NodeTree(const Node& node);

// Inside of nodes a constant is its number, so that what was written as one stays one.
Json InputTree(const Node& node) {
  if (node.type == NodeType::kConstant) return Json::Number(node.Number("value"));
  return NodeTree(node);
}

void AddNodeMember(const Field& field, const Node& node, Json* json) {
  if (field.type == FieldType::kInput) {
    json->Add(field.key, InputTree(node.Input(field.key)));
  } else if (field.type == FieldType::kInputs) {
    Json& list = json->Add(field.key, Json::ListOf());
    for (const Node& input : node.Inputs(field.key)) list.list()->push_back(InputTree(input));
  } else if (const auto found = node.values.find(field.key); found != node.values.end()) {
    json->Add(field.key, ToJson(found->second));
  }
}

Json NodeTree(const Node& node) {
  Json json = Json::ObjectOf();
  json.Add("type", Json::Text(Name(node.type)));
  for (const Field& field : Fields()) {
    const bool its = field.object == ObjectKind::kNode && Uses(node.type, field);
    if (its && field.key != "type") AddNodeMember(field, node, &json);
  }
  return json;
}

bool IsLeftOut(const Field& field, const Value& value, const Recipe& recipe) {
  return value == Value(std::string()) || (field.derived && value == field.derived(recipe));
}

Json ObjectTree(ObjectKind kind, const Recipe& recipe) {
  Json json = Json::ObjectOf();
  for (const Field& field : Fields()) {
    if (field.object != kind) continue;
    if (field.type == FieldType::kObject) {
      json.Add(field.key, ObjectTree(field.inner, recipe));
    } else if (field.type == FieldType::kInput) {
      json.Add(field.key, NodeTree(recipe.noise));
    } else {
      const Value value = field.get(recipe);
      if (!IsLeftOut(field, value, recipe)) json.Add(field.key, ToJson(value));
    }
  }
  return json;
}

}  // namespace

Json RecipeTree(const Recipe& recipe) { return ObjectTree(ObjectKind::kRecipe, recipe); }

std::string WriteRecipe(const Recipe& recipe) { return WriteJson(RecipeTree(recipe)) + '\n'; }

std::string WriteRecipeLine(const Recipe& recipe) { return WriteJsonLine(RecipeTree(recipe)); }

}  // namespace cobble
