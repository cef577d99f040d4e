// The JSON Schema of recipes: a definition for each kind of object and for each of its types,
// derived from the table of fields and the specs of node types.
#include "recipe/schema/schema.h"

#include <algorithm>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/json/print.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

JsonTree OneText(std::string_view text) { return JsonTree::array({text}); }

// An object with these properties and any "x-..." keys.
JsonTree ClosedObject(JsonTree properties, JsonTree required) {
  JsonTree schema = Keyword("type", "object");
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  schema["patternProperties"] = Keyword("^x-", JsonTree::object());
  schema["additionalProperties"] = false;
  return schema;
}

JsonTree ObjectDefinition(ObjectKind kind) {
  JsonTree properties = JsonTree::object(), required = JsonTree::array();
  for (const Field* field : FieldsOf(kind)) {
    properties[field->key] = FieldSchema(*field);
    // A recipe in a file needs a version; one made from flags has none.
    if (field->required || field->key == "cobble") required.push_back(field->key);
  }
  return ClosedObject(std::move(properties), std::move(required));
}

// Returns the condition that the key's value matches `schema` or, if `is_default`, is absent.
JsonTree HasValue(std::string_view key, JsonTree schema, bool is_default) {
  JsonTree condition = PropertiesSchema(Keyword(key, std::move(schema)));
  if (!is_default) condition["required"] = OneText(key);
  return condition;
}

// Forbids the keys that the field excludes.
void AddExclusions(const Field& field, JsonTree* schema) {
  JsonTree forbidden = JsonTree::object();
  for (const std::string_view key : field.excludes)
    if (!key.empty()) forbidden[key] = false;
  if (forbidden.empty()) return;
  AddSchemaRule(
      SchemaRule(Keyword("required", OneText(field.key)), PropertiesSchema(std::move(forbidden))),
      schema);
}

// Requires the field where another key makes it effective, and forbids it elsewhere.
void AddCondition(const Field& field, int type, JsonTree* schema) {
  const Field& other = *FindField(field.object, field.effective_if, type);
  JsonTree values = JsonTree::array();
  bool has_default = false;
  for (const std::string_view value : field.effective_values) {
    if (value.empty()) continue;
    values.push_back(value);
    has_default |= PrintJsonLine(values.back()) == other.fallback;
  }
  JsonTree rule = SchemaRule(HasValue(other.key, Keyword("enum", std::move(values)), has_default),
                             Keyword("required", OneText(field.key)));
  rule["else"] = PropertiesSchema(Keyword(field.key, false));
  AddSchemaRule(std::move(rule), schema);
}

JsonTree ParsedJson(std::string_view text) { return TreeOf(ParseJson(text).value()); }

JsonTree ExceptDefault(const Field& field) {
  if (field.choices.empty()) return Keyword("not", Keyword("const", TreeOf(DefaultJson(field))));
  JsonTree others = JsonTree::array();
  for (const std::string_view choice : field.choices)
    if (PrintJsonLine(choice) != field.fallback) others.push_back(choice);
  return Keyword("enum", std::move(others));
}

JsonTree RequirementRule(const Requirement& requirement, int type) {
  const Field& field = *FindField(ObjectKind::kNode, requirement.key, type);
  const Field& other = *FindField(ObjectKind::kNode, requirement.other, type);
  JsonTree value = requirement.value.empty() ? ExceptDefault(field)
                                             : Keyword("const", ParsedJson(requirement.value));
  JsonTree required = JsonTree::array();
  for (const std::string_view text : requirement.required) required.push_back(ParsedJson(text));
  JsonTree values = required.size() == 1 ? Keyword("const", required.front())
                                         : Keyword("enum", std::move(required));
  const bool allows_default =
      std::ranges::find(requirement.required, other.fallback) != requirement.required.end();
  return SchemaRule(HasValue(field.key, std::move(value), requirement.value == field.fallback),
                    HasValue(other.key, std::move(values), allows_default));
}

// The description is repeated at the key `type`, for editors that show it there.
JsonTree TypeDefinition(ObjectKind kind, int type, const std::string& description) {
  JsonTree properties = JsonTree::object(), required = JsonTree::array(),
           rules = JsonTree::object();
  for (const Field* field : FieldsOf(kind, type)) {
    JsonTree& schema = properties[field->key] = FieldSchema(*field);
    if (field->key == "type") {
      schema = Keyword("const", TypesOf(kind)[static_cast<std::size_t>(type)]);
      schema["description"] = description;
    }
    if (field->required && !field->effective_if.empty()) {
      AddCondition(*field, type, &rules);
    } else if (field->required) {
      required.push_back(field->key);
    }
    AddExclusions(*field, &rules);
  }
  JsonTree definition = Keyword("description", description);
  definition.update(ClosedObject(std::move(properties), std::move(required)));
  definition.update(std::move(rules));
  return definition;
}

// The summary of a node type, and how its value is computed.
std::string NodeDescription(const NodeSpec& spec) {
  std::string text(spec.summary);
  if (!spec.value.empty()) text += "\n" + std::string(spec.value);
  for (const std::string_view meaning : MeaningsIn(spec)) text += "\n" + std::string(meaning);
  return WithDetails(text, spec.details);
}

JsonTree NodeDefinition(const NodeSpec& spec) {
  const int type = *NodeTypeNumber(spec.name);
  JsonTree definition = TypeDefinition(ObjectKind::kNode, type, NodeDescription(spec));
  if (!spec.noise) return definition;
  for (const Requirement& requirement : spec.noise->requirements)
    AddSchemaRule(RequirementRule(requirement, type), &definition);
  return definition;
}

// Checks the key `type`, then applies the definition of that type.
JsonTree AnyTypeDefinition(ObjectKind kind) {
  const Field& field = *FindField(kind, "type");
  JsonTree definition = Keyword("type", "object");
  JsonTree types = Keyword("enum", TextList(field.choices));
  if (!field.required) types["default"] = TreeOf(DefaultJson(field));
  definition["properties"] = Keyword(field.key, std::move(types));
  if (field.required) definition["required"] = OneText(field.key);
  for (const std::string_view type : TypesOf(kind)) {
    const bool is_default = PrintJsonLine(type) == field.fallback;
    AddSchemaRule(SchemaRule(HasValue(field.key, Keyword("const", type), is_default),
                             SchemaReference(DefinitionOf(kind, type))),
                  &definition);
  }
  return definition;
}

// A ref is a node with the key `ref` instead of `type`.
JsonTree AnyNodeDefinition() {
  JsonTree is_ref = Keyword("required", OneText("ref"));
  is_ref["properties"] = Keyword("type", false);
  JsonTree definition =
      SchemaRule(std::move(is_ref), SchemaReference(DefinitionOf(ObjectKind::kNode, kRefType)));
  definition["else"] = AnyTypeDefinition(ObjectKind::kNode);
  return definition;
}

// For objects that are not nodes.
void AddTypeDefinitions(ObjectKind kind, JsonTree* definitions) {
  const Field& types = *FindField(kind, "type");
  int type = 0;
  for (const std::string_view name : types.choices) {
    const auto formula = std::ranges::find(types.details, name, &Detail::word);
    const bool is_described = formula != types.details.end();
    (*definitions)[DefinitionOf(kind, name)] =
        TypeDefinition(kind, type++, std::string(is_described ? formula->text : ""));
  }
}

JsonTree Definitions() {
  JsonTree definitions = JsonTree::object();
  definitions[DefinitionOf(ObjectKind::kNode)] = AnyNodeDefinition();
  definitions[kNumberNodeDefinition] = NumberNodeDefinition();
  definitions[kColorDefinition] = ColorDefinition();
  definitions[kFormulaDefinition] = FormulaDefinition();
  for (const NodeSpec* spec : NodeSpecs())
    definitions[DefinitionOf(ObjectKind::kNode, spec->name)] = NodeDefinition(*spec);
  for (const Field& field : Fields()) {
    if (field.type != FieldType::kObject) continue;
    const ObjectKind kind = field.inner;
    if (TypesOf(kind).empty()) {
      definitions[DefinitionOf(kind)] = ObjectDefinition(kind);
      continue;
    }
    definitions[DefinitionOf(kind)] = AnyTypeDefinition(kind);
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
  JsonTree schema = JsonTree::object();
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "cobble recipe";
  schema.update(ObjectDefinition(ObjectKind::kRecipe));
  schema["definitions"] = Definitions();
  return PrintJson(schema) + '\n';
}

}  // namespace cobble
