// The JSON Schema (draft-07) of recipes, derived from the table of fields.
#include <array>
#include <utility>

#include "cobble/recipe_io.h"
#include "recipe/fields.h"
#include "recipe/json.h"
#include "recipe/node_spec.h"
#include "recipe/read_value.h"

namespace cobble {
namespace {

// Matches the names of nodes and user-defined keys.
constexpr std::string_view kNamePattern =
    "^x-|^[^/~\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]{1,100}$";

Json Texts(std::span<const std::string_view> texts) {
  Json json = Json::ListOf();
  for (const std::string_view text : texts) json.list()->push_back(Json::Text(text));
  return json;
}

Json OfType(std::string_view type) {
  Json json = Json::ObjectOf();
  json.Add("type", Json::Text(type));
  return json;
}

Json Reference(std::string_view definition) {
  Json json = Json::ObjectOf();
  json.Add("$ref", Json::Text("#/definitions/" + std::string(definition)));
  return json;
}

Json AnyOf(Json::List schemas) {
  Json json = Json::ObjectOf();
  json.Add("anyOf", Json::ListOf(std::move(schemas)));
  return json;
}

Json NumberSchema(const Field& field) {
  const bool whole = field.type == FieldType::kInteger || field.type == FieldType::kSize;
  Json json = OfType(whole ? "integer" : "number");
  json.Add(field.exclusive_minimum ? "exclusiveMinimum" : "minimum", Json::Number(field.minimum));
  json.Add("maximum", Json::Number(field.maximum));
  if (field.not_zero) json.Add("not", Json::ObjectOf()).Add("const", Json::Number(0));
  if (!field.or_zero) return json;
  Json zero = Json::ObjectOf();
  zero.Add("const", Json::Number(0));
  return AnyOf({std::move(zero), std::move(json)});
}

Json ListSchema(Json items, int minimum, int maximum) {
  Json json = OfType("array");
  json.Add("items", std::move(items));
  json.Add("minItems", Json::Number(minimum));
  json.Add("maxItems", Json::Number(maximum));
  return json;
}

Json ChoiceSchema(const Field& field) {
  Json json = Json::ObjectOf();
  json.Add("enum", Texts(field.choices));
  return json;
}

Json RangeSchema(const Field& field) {
  Json pair = ListSchema(NumberSchema(field), field.count, field.count);
  pair.Add("uniqueItems", Json::Bool(true));
  if (field.choices.empty()) return pair;
  return AnyOf({ChoiceSchema(field), std::move(pair)});
}

// JSON Schema cannot limit the length of a name in bytes, nor require that x increases.
Json NodesSchema() {
  Json json = OfType("object");
  json.Add("propertyNames", Json::ObjectOf()).Add("pattern", Json::Text(kNamePattern));
  json.Add("patternProperties", Json::ObjectOf()).Add("^x-", Json::ObjectOf());
  json.Add("additionalProperties", Reference("node"));
  return json;
}

Json InputSchema(const Field& field) {
  if (field.object != ObjectKind::kNode) return AnyOf({Reference("node")});
  return AnyOf({NumberSchema(field), Reference("node")});
}

Json ObjectSchema(ObjectKind kind);
Json TypedSchema(ObjectKind kind, int type);

// Returns the schema of an object of any of its types.
Json AnyTypeSchema(ObjectKind kind) {
  Json::List types;
  for (std::size_t i = 0; i < TypesOf(kind).size(); ++i) {
    types.push_back(TypedSchema(kind, static_cast<int>(i)));
  }
  return AnyOf(std::move(types));
}

Json ValueSchema(const Field& field) {
  const Json number = NumberSchema(field);
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kNumber:
      return number;
    case FieldType::kBool:
      return OfType("boolean");
    case FieldType::kText:
      return OfType("string");
    case FieldType::kChoice:
      return ChoiceSchema(field);
    case FieldType::kSize:
    case FieldType::kScale:
    case FieldType::kVector: {
      const std::vector<int> lengths = LengthsOf(field);
      const bool takes_one = lengths.front() == 1;
      Json list = ListSchema(number, lengths[takes_one ? 1 : 0], field.count);
      return takes_one ? AnyOf({number, std::move(list)}) : list;
    }
    case FieldType::kList:
      return ListSchema(number, 1, field.count);
    case FieldType::kPairs:
      return ListSchema(ListSchema(number, 2, 2), 2, field.count);
    case FieldType::kRange:
      return RangeSchema(field);
    case FieldType::kObject:
      return TypesOf(field.inner).empty() ? ObjectSchema(field.inner) : AnyTypeSchema(field.inner);
    case FieldType::kInput:
      return InputSchema(field);
    case FieldType::kInputs:
      return AnyOf({ListSchema(InputSchema(field), 1, field.count), InputSchema(field)});
    case FieldType::kNodes:
      return NodesSchema();
  }
  return {};
}

Json FieldSchema(const Field& field) {
  Json json = ValueSchema(field);
  json.Add("description", Json::Text(field.help));
  const bool shown = !field.fallback.empty() && field.type != FieldType::kObject;
  if (shown) json.Add("default", DefaultJson(field));
  return json;
}

// Returns the schema of an object with these properties and any "x-..." keys.
Json WithProperties(Json properties, Json required) {
  Json json = OfType("object");
  json.Add("properties", std::move(properties));
  if (!required.list()->empty()) json.Add("required", std::move(required));
  json.Add("patternProperties", Json::ObjectOf()).Add("^x-", Json::ObjectOf());
  json.Add("additionalProperties", Json::Bool(false));
  return json;
}

Json ObjectSchema(ObjectKind kind) {
  Json properties = Json::ObjectOf(), required = Json::ListOf();
  for (const Field* field : FieldsOf(kind)) {
    properties.Add(field->key, FieldSchema(*field));
    // A recipe in a file must have a version, though one made from flags has none.
    if (field->required || field->key == "cobble")
      required.list()->push_back(Json::Text(field->key));
  }
  return WithProperties(std::move(properties), std::move(required));
}

// Forbids keys that are mutually exclusive.
void AddExclusions(ObjectKind kind, int type, Json* schema) {
  Json::List pairs;
  for (const Field* field : FieldsOf(kind, type)) {
    for (const std::string_view key : field->excludes) {
      if (key.empty()) continue;
      pairs.push_back(Json::ObjectOf());
      pairs.back().Add("required", Texts(std::array{field->key, key}));
    }
  }
  if (!pairs.empty()) schema->Add("not", AnyOf(std::move(pairs)));
}

Json TypedSchema(ObjectKind kind, int type) {
  Json properties = Json::ObjectOf(), required = Json::ListOf();
  for (const Field* field : FieldsOf(kind, type)) {
    Json& schema = properties.Add(field->key, FieldSchema(*field));
    if (field->required) required.list()->push_back(Json::Text(field->key));
    if (field->key != "type") continue;
    const std::string_view name = field->choices[static_cast<std::size_t>(type)];
    schema.Find("enum")->value = Json::List{Json::Text(name)};
    if (field->required || DefaultValue(*field) == Value(std::string(name))) continue;
    // The default is another type, so an object of this type must name it.
    std::erase_if(*schema.object(), [](const Json::Member& m) { return m.key == "default"; });
    required.list()->push_back(Json::Text(field->key));
  }
  Json schema = WithProperties(std::move(properties), std::move(required));
  AddExclusions(kind, type, &schema);
  return schema;
}

}  // namespace

std::string RecipeSchema() {
  Json schema = Json::ObjectOf();
  schema.Add("$schema", Json::Text("http://json-schema.org/draft-07/schema#"));
  schema.Add("title", Json::Text("cobble recipe"));
  Json recipe = ObjectSchema(ObjectKind::kRecipe);
  for (auto& [key, place, value] : *recipe.object()) {
    schema.Add(key, std::move(value));
  }
  Json::List types;
  Json definitions = Json::ObjectOf();
  int type = 0;
  for (const NodeSpec* spec : NodeSpecs()) {
    types.push_back(Reference(spec->name));
    definitions.Add(spec->name, TypedSchema(ObjectKind::kNode, type++));
  }
  definitions.Add("node", AnyOf(std::move(types)));
  schema.Add("definitions", std::move(definitions));
  return WriteJson(schema) + '\n';
}

}  // namespace cobble
