// The schema of a key's value, derived from its row in the table of fields.
#include <utility>
#include <vector>

#include "recipe/read_value.h"
#include "recipe/schema.h"

namespace cobble {
namespace {

// Matches user-defined keys and the names of nodes, which contain no control, direction or
// invisible characters. (Those beyond U+FFFF are left out: not all validators can match them.)
constexpr std::string_view kNamePattern =
    "^x-|^[^/~\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e"
    "\\u2060-\\u206f\\ufeff]{1,100}$";

bool IsWhole(const Field& field) {
  return field.type == FieldType::kInteger || field.type == FieldType::kSize;
}

// Adds the limits that apply to numbers; all other values pass them.
void AddLimits(const Field& field, Json* schema) {
  const std::string_view minimum = field.exclusive_minimum ? "exclusiveMinimum" : "minimum";
  if (!field.or_zero) schema->Add(minimum, Json::Number(field.minimum));
  schema->Add("maximum", Json::Number(field.maximum));
  if (field.not_zero) schema->Add("not", Keyword("const", Json::Number(0)));
  if (!field.or_zero) return;
  Json rule = Keyword("if", Keyword("const", Json::Number(0)));
  rule.Add("else", Keyword(minimum, Json::Number(field.minimum)));
  AddSchemaRule(std::move(rule), schema);
}

Json NumberSchema(const Field& field) {
  if (field.minimum == field.maximum) return Keyword("const", Json::Number(field.minimum));
  Json schema = Keyword("type", Json::Text(IsWhole(field) ? "integer" : "number"));
  AddLimits(field, &schema);
  return schema;
}

// Adds another type of value to those that the schema allows.
void AddType(std::string_view type, Json* schema) {
  Json& types = *schema->Find("type");
  if (!types.list()) types = Json::ListOf({std::move(types)});
  types.list()->push_back(Json::Text(type));
}

// Adds the rules for lists; all other values pass them.
void AddItems(Json items, int minimum, int maximum, Json* schema) {
  schema->Add("items", std::move(items));
  schema->Add("minItems", Json::Number(minimum));
  schema->Add("maxItems", Json::Number(maximum));
}

Json ListSchema(Json items, int minimum, int maximum) {
  Json schema = Keyword("type", Json::Text("array"));
  AddItems(std::move(items), minimum, maximum, &schema);
  return schema;
}

// Returns the schema of a list of `shortest` to `field.count` numbers and, if `takes_one`, of a
// single number.
Json NumbersSchema(const Field& field, int shortest, bool takes_one) {
  if (!takes_one) return ListSchema(NumberSchema(field), shortest, field.count);
  Json schema = NumberSchema(field);
  AddType("array", &schema);
  AddItems(NumberSchema(field), shortest, field.count, &schema);
  return schema;
}

Json PairsSchema(const Field& field) {
  return ListSchema(ListSchema(NumberSchema(field), 2, 2), 2, field.count);
}

// JSON Schema can require that the numbers differ, but not by how much.
Json RangeSchema(const Field& field) {
  Json schema = ListSchema(NumberSchema(field), field.count, field.count);
  schema.Add("uniqueItems", Json::Bool(true));
  if (field.choices.empty()) return schema;
  AddType("string", &schema);
  AddSchemaRule(
      SchemaRule(Keyword("type", Json::Text("string")), Keyword("enum", TextList(field.choices))),
      &schema);
  return schema;
}

// Returns the schema of a node or, inside another node, a number.
Json InputSchema(const Field& field) {
  Json node = SchemaReference(DefinitionOf(field.inner));
  if (field.object == ObjectKind::kNode) {
    Json schema = NumberSchema(field);
    AddType("object", &schema);
    AddSchemaRule(SchemaRule(Keyword("type", Json::Text("object")), std::move(node)), &schema);
    return schema;
  }
  Json schema = Json::ObjectOf();
  AddSchemaRule(std::move(node), &schema);
  return schema;
}

Json InputsSchema(const Field& field) {
  Json schema = InputSchema(field);
  AddType("array", &schema);
  AddItems(InputSchema(field), 1, field.count, &schema);
  return schema;
}

// JSON Schema counts the characters of a name, not its bytes.
Json NodesSchema(const Field& field) {
  Json schema = Keyword("type", Json::Text("object"));
  schema.Add("propertyNames", Keyword("pattern", Json::Text(kNamePattern)));
  schema.Add("patternProperties", Keyword("^x-", Json::ObjectOf()));
  schema.Add("additionalProperties", SchemaReference(DefinitionOf(field.inner)));
  return schema;
}

Json ObjectSchema(const Field& field) {
  Json schema = Json::ObjectOf();
  AddSchemaRule(SchemaReference(DefinitionOf(field.inner)), &schema);
  return schema;
}

Json ValueSchema(const Field& field) {
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kNumber:
      return NumberSchema(field);
    case FieldType::kBool:
      return Keyword("type", Json::Text("boolean"));
    case FieldType::kText:
      return Keyword("type", Json::Text("string"));
    case FieldType::kChoice:
      return Keyword("enum", TextList(field.choices));
    case FieldType::kSize:
    case FieldType::kScale:
    case FieldType::kVector: {
      const std::vector<int> lengths = LengthsOf(field);
      const bool takes_one = lengths.front() == 1;
      return NumbersSchema(field, lengths[takes_one ? 1 : 0], takes_one);
    }
    case FieldType::kList:
      return NumbersSchema(field, 1, false);
    case FieldType::kPairs:
      return PairsSchema(field);
    case FieldType::kRange:
      return RangeSchema(field);
    case FieldType::kObject:
      return ObjectSchema(field);
    case FieldType::kInput:
      return InputSchema(field);
    case FieldType::kInputs:
      return InputsSchema(field);
    case FieldType::kNodes:
      return NodesSchema(field);
  }
  return {};
}

}  // namespace

Json Keyword(std::string_view keyword, Json argument) {
  Json schema = Json::ObjectOf();
  schema.Add(keyword, std::move(argument));
  return schema;
}

Json TextList(std::span<const std::string_view> texts) {
  Json list = Json::ListOf();
  for (const std::string_view text : texts) list.list()->push_back(Json::Text(text));
  return list;
}

Json SchemaReference(std::string_view definition) {
  return Keyword("$ref", Json::Text("#/definitions/" + std::string(definition)));
}

void AddSchemaRule(Json rule, Json* schema) {
  Json* rules = schema->Find("allOf");
  if (!rules) rules = &schema->Add("allOf", Json::ListOf());
  rules->list()->push_back(std::move(rule));
}

Json SchemaRule(Json condition, Json then) {
  Json rule = Keyword("if", std::move(condition));
  rule.Add("then", std::move(then));
  return rule;
}

Json PropertiesSchema(Json properties) { return Keyword("properties", std::move(properties)); }

std::string WithDetails(std::string_view text, std::span<const Detail> details) {
  std::string all(text);
  for (const auto& [word, meaning] : details)
    all += "\n" + std::string(word) + ": " + std::string(meaning);
  return all;
}

Json FieldSchema(const Field& field) {
  Json schema = ValueSchema(field);
  std::string description = WithDetails(field.help, field.details);
  if (!field.default_text.empty()) description += "\nDefault: " + std::string(field.default_text);
  schema.Add("description", Json::Text(description));
  const bool has_default = !field.fallback.empty() && field.type != FieldType::kObject;
  if (has_default) schema.Add("default", DefaultJson(field));
  return schema;
}

}  // namespace cobble
