// Describes keys.
#include <algorithm>
#include <utility>

#include "recipe/description/description.h"
#include "recipe/fields/fields.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

std::string_view NameOf(Accepts accepts) {
  switch (accepts) {
    case Accepts::kNumber:
      return "number";
    case Accepts::kColor:
      return "color";
    case Accepts::kAny:
      return "any";
  }
  return "";
}

template <typename Texts>
JsonTree NotEmpty(const Texts& texts) {
  JsonTree list = JsonTree::array();
  for (const std::string_view text : texts)
    if (!text.empty()) list.push_back(text);
  return list;
}

// Sets a member unless it is empty or false.
void SetMember(std::string_view key, JsonTree value, JsonTree* object) {
  const bool is_false = value.is_boolean() && !value.get<bool>();
  const bool is_empty_text = value.is_string() && value.get_ref<const std::string&>().empty();
  if (is_false || is_empty_text || value.empty()) return;
  (*object)[std::string(key)] = std::move(value);
}

void AddLimits(const Field& field, JsonTree* row) {
  if (field.minimum > -kMaxMagnitude) (*row)["minimum"] = field.minimum;
  if (field.maximum < kMaxMagnitude) (*row)["maximum"] = field.maximum;
  SetMember("exclusive_minimum", field.exclusive_minimum, row);
  SetMember("not_zero", field.not_zero, row);
  SetMember("or_zero", field.or_zero, row);
  if (field.count > 1) (*row)["count"] = field.count;
  if (field.minimum_count > 0) (*row)["minimum_count"] = field.minimum_count;
}

// Adds the types of an object inside a node, and their keys.
void AddTypes(ObjectKind object, JsonTree* row) {
  JsonTree& types = (*row)["types"] = JsonTree::array();
  int type = 0;
  for (const std::string_view name : TypesOf(object)) {
    JsonTree keys = JsonTree::array();
    for (const Field* key : KeysOfType(object, type++))
      keys.push_back(DescribeField(*key, std::string(key->key)));
    types.push_back({{"name", name}, {"keys", std::move(keys)}});
  }
}

}  // namespace

std::string_view NameOfType(FieldType type) {
  switch (type) {
    case FieldType::kInteger:
      return "integer";
    case FieldType::kNumber:
      return "number";
    case FieldType::kBool:
      return "bool";
    case FieldType::kText:
      return "text";
    case FieldType::kChoice:
      return "choice";
    case FieldType::kSize:
      return "size";
    case FieldType::kVector:
      return "vector";
    case FieldType::kScale:
      return "scale";
    case FieldType::kByAxis:
      return "by-axis";
    case FieldType::kList:
      return "list";
    case FieldType::kPairs:
      return "pairs";
    case FieldType::kColor:
      return "color";
    case FieldType::kColors:
      return "colors";
    case FieldType::kStop:
      return "stop";
    case FieldType::kStops:
      return "stops";
    case FieldType::kRange:
      return "range";
    case FieldType::kObject:
      return "object";
    case FieldType::kInput:
      return "input";
    case FieldType::kInputs:
      return "inputs";
    case FieldType::kNodes:
      return "nodes";
    case FieldType::kMaps:
      return "maps";
    case FieldType::kPack:
      return "pack";
    case FieldType::kPacks:
      return "packs";
  }
  return "";
}

std::vector<const Field*> KeysOfType(ObjectKind object, int type) {
  std::vector<const Field*> keys;
  for (const Field* field : FieldsOf(object, type))
    if (field->key != "type") keys.push_back(field);
  return keys;
}

JsonTree DetailsTree(std::span<const Detail> details) {
  JsonTree texts = JsonTree::object();
  for (const auto& [word, text] : details) texts[std::string(word)] = text;
  return texts;
}

JsonTree DescribeField(const Field& field, std::string key) {
  JsonTree row{{"key", std::move(key)}};
  SetMember("flag", field.flag, &row);
  row["type"] = NameOfType(field.type);
  AddLimits(field, &row);
  SetMember("choices", NotEmpty(field.choices), &row);
  const bool has_default =
      !field.required && !field.fallback.empty() && field.type != FieldType::kObject;
  if (has_default) row["default"] = TreeOf(DefaultJson(field));
  SetMember("required", field.required, &row);
  const bool is_input = field.type == FieldType::kInput || field.type == FieldType::kInputs;
  if (is_input) row["accepts"] = NameOf(field.accepts);
  if (!field.effective_if.empty())
    row["effective_if"] = {{"key", field.effective_if},
                           {"values", NotEmpty(field.effective_values)}};
  SetMember("excludes", NotEmpty(field.excludes), &row);
  row["value"] = Rule(field);
  row["help"] = field.help;
  SetMember("details", DetailsTree(field.details), &row);
  if (field.type == FieldType::kObject && !TypesOf(field.inner).empty())
    AddTypes(field.inner, &row);
  return row;
}

JsonTree DescribeRecipeKeys() {
  JsonTree rows = JsonTree::array();
  for (const Field& field : RecipeFields()) rows.push_back(DescribeField(field, PathOf(field)));
  return rows;
}

}  // namespace cobble
