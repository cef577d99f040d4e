// Converts recipes to JSON, in the order of the table of fields.
#include "recipe/writing/recipe_tree.h"

#include <utility>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/expand.h"
#include "recipe/reading/knobs.h"
#include "recipe/reading/packs.h"
#include "recipe/reading/read.h"
#include "recipe/reading/read_value.h"
#include "recipe/reading/validate.h"

namespace cobble {
namespace {

Json NodeTree(const Node& node);
Json PartTree(ObjectKind kind, int type, const Node& node, const std::string& path);

// In: path, the prefix of the field's key in Node::values: "" or "distribution.".
void AddMember(const Field& field, const Node& node, const std::string& path, Json* json) {
  const std::string key = path + std::string(field.key);
  if (field.type == FieldType::kInput) {
    if (node.inputs.contains(key)) json->Add(field.key, InputTree(node.Input(key)));
  } else if (field.type == FieldType::kInputs) {
    Json& list = json->Add(field.key, Json::ListOf());
    for (const Node& input : node.Inputs(key)) list.list()->push_back(InputTree(input));
  } else if (field.type == FieldType::kObject) {
    const auto type = FindType(field.inner, node.Text(key + ".type"));
    json->Add(field.key, PartTree(field.inner, type.value_or(0), node, key + '.'));
  } else if (const auto found = node.values.find(key); found != node.values.end()) {
    json->Add(field.key, ToJson(field, found->second));
  }
}

Json PartTree(ObjectKind kind, int type, const Node& node, const std::string& path) {
  Json json = Json::ObjectOf();
  for (const Field* field : FieldsOf(kind, type)) {
    if (field->key == "type") {
      json.Add(field->key, Json::Text(TypesOf(kind)[static_cast<std::size_t>(type)]));
    } else {
      AddMember(*field, node, path, &json);
    }
  }
  return json;
}

Json NodeTree(const Node& node) {
  const auto type = NodeTypeNumber(node.type);
  if (!type) throw Error(ErrorKind::kRecipe, "", "unknown node type " + Quoted(node.type));
  return PartTree(ObjectKind::kNode, *type, node, "");
}

// Adds named nodes, maps or packs, if there are any. In: tree_of, converts each.
void AddNamed(std::string_view key, const auto& named, auto tree_of, Json* json) {
  if (named.empty()) return;
  Json& object = json->Add(key, Json::ObjectOf());
  for (const auto& [name, value] : named) object.Add(name, tree_of(value));
}

// In: has_named, whether to include named nodes and maps.
Json ObjectTree(ObjectKind kind, const Recipe& recipe, bool has_named = true) {
  Json json = Json::ObjectOf();
  for (const Field* field : FieldsOf(kind)) {
    if (HasNamedNodes(field->type) && !has_named) continue;
    if (field->type == FieldType::kObject) {
      if (Json object = ObjectTree(field->inner, recipe); !object.object()->empty())
        json.Add(field->key, std::move(object));
    } else if (field->type == FieldType::kInput) {
      json.Add(field->key, NodeTree(recipe.noise));
    } else if (field->type == FieldType::kNodes) {
      AddNamed(field->key, recipe.nodes, &NodeTree, &json);
    } else if (field->type == FieldType::kMaps) {
      AddNamed(field->key, recipe.maps, &InputTree, &json);
    } else if (field->type == FieldType::kPacks) {
      AddNamed(field->key, recipe.packs, &PackToJson, &json);
    } else if (field->type == FieldType::kKnobs) {
      if (!recipe.knobs.empty()) json.Add(field->key, KnobsToJson(recipe.knobs));
    } else if (field->type == FieldType::kFunctions) {
      if (!recipe.functions.empty()) json.Add(field->key, FunctionsToJson(recipe.functions));
    } else {
      const Value value = field->access.get(recipe);
      if (!IsLeftOut(*field, value, recipe)) json.Add(field->key, ToJson(*field, value));
    }
  }
  return json;
}

// Returns whether reading the tree, with formulas, gives the recipe.
bool ReadsAs(Json tree, const Recipe& recipe) {
  Faults faults;
  FormulaNames names;
  AddNamesOfRecipe(tree, &names);
  names.Resolve();
  FormulaExpander expander(names, &faults);
  expander.ExpandRecipe(&tree);
  AddSharedNodes(expander.shared(), &tree);
  const Recipe read = RecipeFromJson(tree, &faults);
  return faults.empty() && read == recipe;
}

// Returns the bytes that an object of named nodes or maps adds to the recipe on one line. In:
// tree_of, converts each.
std::size_t NamedLength(std::string_view key, const auto& nodes, Json (*tree_of)(const Node&)) {
  if (nodes.empty()) return 0;
  // With ", " before the key, {} around the nodes, ", " between them and ": " behind each name.
  std::size_t length = 2 + WriteJsonLine(Json::Text(key)).size() + 2 + 2 + 2 * (nodes.size() - 1);
  for (const auto& [name, node] : nodes)
    length += WriteJsonLine(Json::Text(name)).size() + 2 + WriteJsonLine(tree_of(node)).size();
  return length;
}

// What a number, or the brackets, quotes and separators around a key and its value, take at most;
// and what a byte of a text does, as "\u0007".
constexpr std::size_t kMaxAround = 32, kMaxOfByte = 6;

// Returns an upper bound of the length of a node on one line.
std::size_t MaxLineBytes(const Node& node) {
  std::size_t bytes = kMaxAround + node.type.size();
  for (const auto& [key, value] : node.values) {
    bytes += kMaxAround + key.size();
    if (const auto* text = std::get_if<std::string>(&value)) bytes += kMaxOfByte * text->size();
    const auto* const list = std::get_if<NumberList>(&value);
    bytes += kMaxAround * (list ? list->size() : 1);
  }
  for (const auto& [key, inputs] : node.inputs)
    for (const Node& input : inputs) bytes += kMaxAround + key.size() + MaxLineBytes(input);
  return bytes;
}

}  // namespace

bool IsLeftOut(const Field& field, const Value& value, const Recipe& recipe) {
  return value == Value(std::string()) || (field.derived && value == field.derived(recipe));
}

Json InputTree(const Node& node) {
  if (node.type == kConstantType) return Json::Number(node.Number("value"));
  if (node.type == kColorType) return ColorToJson(node);
  return NodeTree(node);
}

Json RecipeTree(const Recipe& recipe) {
  Json tree = ObjectTree(ObjectKind::kRecipe, recipe);
  const auto drop = [&](std::string_view key) {
    std::erase_if(*tree.object(), [&](const Json::Member& member) { return member.key == key; });
  };
  if (recipe.formulas.empty()) {
    drop("functions");
    return tree;
  }
  Json with_formulas = tree;
  const bool is_complete = PutFormulas(recipe.formulas, &with_formulas);
  if (is_complete && ReadsAs(with_formulas, recipe)) return with_formulas;
  for (const std::string_view key : {"knobs", "functions"}) drop(key);
  return tree;
}

// Converts the named nodes one by one: a tree of all may be a hundred times as large as the text.
std::size_t RecipeLineLength(const Recipe& recipe) {
  return WriteJsonLine(ObjectTree(ObjectKind::kRecipe, recipe, false)).size() +
         NamedLength("nodes", recipe.nodes, &NodeTree) +
         NamedLength("maps", recipe.maps, &InputTree);
}

std::size_t MaxLineBytes(const Recipe& recipe) {
  std::size_t bytes = WriteJsonLine(ObjectTree(ObjectKind::kRecipe, recipe, false)).size();
  for (const auto* named : {&recipe.nodes, &recipe.maps})
    for (const auto& [name, node] : *named)
      bytes += kMaxAround + kMaxOfByte * name.size() + MaxLineBytes(node);
  return bytes + 2 * kMaxAround;
}

std::string WriteRecipe(const Recipe& recipe) {
  CheckContents(recipe);
  const Json tree = RecipeTree(recipe);
  std::string text = WriteJson(tree) + '\n';
  if (text.size() > kMaxRecipeBytes) text = WriteJsonLine(tree) + '\n';
  return text;
}

std::string WriteRecipeLine(const Recipe& recipe) {
  CheckContents(recipe);
  return WriteJsonLine(RecipeTree(recipe));
}

}  // namespace cobble
