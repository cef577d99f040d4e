// The JSON Schema of recipes: a definition for each kind of object, and for each type of an object
// that has types. Derived from the table of fields and the specs of node types.
#include "recipe/schema/schema.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

void Append(Json members, Json* object) {
  for (Json::Member& member : *members.object()) object->object()->push_back(std::move(member));
}

Json OneText(std::string_view text) { return Json::ListOf({Json::Text(text)}); }

// Returns the schema of an object with these properties and any "x-..." keys.
Json ClosedObject(Json properties, Json required) {
  Json schema = Keyword("type", Json::Text("object"));
  schema.Add("properties", std::move(properties));
  if (!required.list()->empty()) schema.Add("required", std::move(required));
  schema.Add("patternProperties", Keyword("^x-", Json::ObjectOf()));
  schema.Add("additionalProperties", Json::Bool(false));
  return schema;
}

Json ObjectDefinition(ObjectKind kind) {
  Json properties = Json::ObjectOf(), required = Json::ListOf();
  for (const Field* field : FieldsOf(kind)) {
    properties.Add(field->key, FieldSchema(*field));
    // A recipe in a file must have a version, though one made from flags has none.
    if (field->required || field->key == "cobble")
      required.list()->push_back(Json::Text(field->key));
  }
  return ClosedObject(std::move(properties), std::move(required));
}

// Returns a condition: the key has a value that matches `schema`, or, if `is_default`, is absent.
Json HasValue(std::string_view key, Json schema, bool is_default) {
  Json condition = PropertiesSchema(Keyword(key, std::move(schema)));
  if (!is_default) condition.Add("required", OneText(key));
  return condition;
}

// Forbids the keys that are mutually exclusive with the field.
void AddExclusions(const Field& field, Json* schema) {
  Json forbidden = Json::ObjectOf();
  for (const std::string_view key : field.excludes)
    if (!key.empty()) forbidden.Add(key, Json::Bool(false));
  if (forbidden.object()->empty()) return;
  AddSchemaRule(
      SchemaRule(Keyword("required", OneText(field.key)), PropertiesSchema(std::move(forbidden))),
      schema);
}

// Requires the field where another key makes it effective, and forbids it elsewhere.
void AddCondition(const Field& field, int type, Json* schema) {
  const Field& other = *FindField(field.object, field.effective_if, type);
  Json values = Json::ListOf();
  bool has_default = false;
  for (const std::string_view value : field.effective_values) {
    if (value.empty()) continue;
    values.list()->push_back(Json::Text(value));
    has_default |= WriteJsonLine(values.list()->back()) == other.fallback;
  }
  Json rule = SchemaRule(HasValue(other.key, Keyword("enum", std::move(values)), has_default),
                         Keyword("required", OneText(field.key)));
  rule.Add("else", PropertiesSchema(Keyword(field.key, Json::Bool(false))));
  AddSchemaRule(std::move(rule), schema);
}

Json ParsedJson(std::string_view text) {
  Faults faults;
  auto json = ParseJson(text, std::make_shared<const Source>(Source{"a requirement"}), &faults);
  if (!json) throw Error(ErrorKind::kBug, std::string(text), "is not JSON");
  return std::move(*json);
}

// Returns the schema of all values of the field except its default.
Json ExceptDefault(const Field& field) {
  if (field.choices.empty()) return Keyword("not", Keyword("const", DefaultJson(field)));
  Json others = TextList(field.choices);
  std::erase_if(*others.list(),
                [&](const Json& choice) { return WriteJsonLine(choice) == field.fallback; });
  return Keyword("enum", std::move(others));
}

Json RequirementRule(const Requirement& requirement, int type) {
  const Field& field = *FindField(ObjectKind::kNode, requirement.key, type);
  const Field& other = *FindField(ObjectKind::kNode, requirement.other, type);
  Json value = requirement.value.empty() ? ExceptDefault(field)
                                         : Keyword("const", ParsedJson(requirement.value));
  Json required = Keyword("const", ParsedJson(requirement.required));
  return SchemaRule(
      HasValue(field.key, std::move(value), requirement.value == field.fallback),
      HasValue(other.key, std::move(required), requirement.required == other.fallback));
}

// Returns the definition of an object of one type. The description is also that of the key `type`,
// for editors that show it there.
Json TypeDefinition(ObjectKind kind, int type, const std::string& description) {
  Json properties = Json::ObjectOf(), required = Json::ListOf(), rules = Json::ObjectOf();
  for (const Field* field : FieldsOf(kind, type)) {
    Json& schema = properties.Add(field->key, FieldSchema(*field));
    if (field->key == "type") {
      schema = Keyword("const", Json::Text(TypesOf(kind)[static_cast<std::size_t>(type)]));
      schema.Add("description", Json::Text(description));
    }
    if (field->required && !field->effective_if.empty()) {
      AddCondition(*field, type, &rules);
    } else if (field->required) {
      required.list()->push_back(Json::Text(field->key));
    }
    AddExclusions(*field, &rules);
  }
  Json definition = Keyword("description", Json::Text(description));
  Append(ClosedObject(std::move(properties), std::move(required)), &definition);
  Append(std::move(rules), &definition);
  return definition;
}

// Returns the summary of a node type and how its value is computed.
std::string NodeDescription(const NodeSpec& spec) {
  std::string text(spec.summary);
  if (!spec.value.empty()) text += "\n" + std::string(spec.value);
  for (const std::string_view meaning : MeaningsIn(spec)) text += "\n" + std::string(meaning);
  return WithDetails(text, spec.details);
}

Json NodeDefinition(const NodeSpec& spec) {
  const int type = *NodeTypeNumber(spec.name);
  Json definition = TypeDefinition(ObjectKind::kNode, type, NodeDescription(spec));
  if (!spec.noise) return definition;
  for (const Requirement& requirement : spec.noise->requirements)
    AddSchemaRule(RequirementRule(requirement, type), &definition);
  return definition;
}

// Returns the definition of an object that may have any of its types: checks the key `type`, then
// applies the definition of that type.
Json AnyTypeDefinition(ObjectKind kind) {
  const Field& field = *FindField(kind, "type");
  Json definition = Keyword("type", Json::Text("object"));
  Json types = Keyword("enum", TextList(field.choices));
  if (!field.required) types.Add("default", DefaultJson(field));
  definition.Add("properties", Keyword(field.key, std::move(types)));
  if (field.required) definition.Add("required", OneText(field.key));
  for (const std::string_view type : TypesOf(kind)) {
    const bool is_default = WriteJsonLine(Json::Text(type)) == field.fallback;
    AddSchemaRule(SchemaRule(HasValue(field.key, Keyword("const", Json::Text(type)), is_default),
                             SchemaReference(DefinitionOf(kind, type))),
                  &definition);
  }
  return definition;
}

// Returns the definition of nodes. A ref is a node with a key `ref` instead of `type`.
Json AnyNodeDefinition() {
  Json is_ref = Keyword("required", OneText("ref"));
  is_ref.Add("properties", Keyword("type", Json::Bool(false)));
  Json definition =
      SchemaRule(std::move(is_ref), SchemaReference(DefinitionOf(ObjectKind::kNode, kRefType)));
  definition.Add("else", AnyTypeDefinition(ObjectKind::kNode));
  return definition;
}

// Adds a definition for each type of an object that is not a node.
void AddTypeDefinitions(ObjectKind kind, Json* definitions) {
  const Field& types = *FindField(kind, "type");
  int type = 0;
  for (const std::string_view name : types.choices) {
    const auto formula = std::ranges::find(types.details, name, &Detail::word);
    const bool is_described = formula != types.details.end();
    definitions->Add(DefinitionOf(kind, name),
                     TypeDefinition(kind, type++, std::string(is_described ? formula->text : "")));
  }
}

Json Definitions() {
  Json definitions = Json::ObjectOf();
  definitions.Add(DefinitionOf(ObjectKind::kNode), AnyNodeDefinition());
  definitions.Add(kNumberNodeDefinition, NumberNodeDefinition());
  definitions.Add(kColorDefinition, ColorDefinition());
  for (const NodeSpec* spec : NodeSpecs())
    definitions.Add(DefinitionOf(ObjectKind::kNode, spec->name), NodeDefinition(*spec));
  for (const Field& field : Fields()) {
    if (field.type != FieldType::kObject) continue;
    const ObjectKind kind = field.inner;
    if (TypesOf(kind).empty()) {
      definitions.Add(DefinitionOf(kind), ObjectDefinition(kind));
      continue;
    }
    definitions.Add(DefinitionOf(kind), AnyTypeDefinition(kind));
    AddTypeDefinitions(kind, &definitions);
  }
  return definitions;
}

}  // namespace

std::string DefinitionOf(ObjectKind kind) {
  if (kind == ObjectKind::kNode) return "node";
  const std::string path = PathOf(kind);
  return path.substr(path.rfind('.') + 1);
}

std::string DefinitionOf(ObjectKind kind, std::string_view type) {
  return DefinitionOf(kind) + "." + std::string(type);
}

std::string RecipeSchema() {
  Json schema = Json::ObjectOf();
  schema.Add("$schema", Json::Text("http://json-schema.org/draft-07/schema#"));
  schema.Add("title", Json::Text("cobble recipe"));
  Append(ObjectDefinition(ObjectKind::kRecipe), &schema);
  schema.Add("definitions", Definitions());
  return WriteJson(schema) + '\n';
}

}  // namespace cobble
