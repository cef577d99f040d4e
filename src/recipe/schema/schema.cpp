// The JSON Schema (draft-07) of recipes: a definition for each kind of object and for each of its
// types, derived from the table of fields and the specs of node types.
//
// Alternatives are written as if/then, not anyOf: a validator that finds no matching branch of an
// anyOf can only say so, but one that follows an `if` reports the wrong key.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/color.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/maps.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/json/json.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

// The definitions of colours that are not nodes, of nodes whose results are numbers, of formulas,
// and of those of numbers and knobs.
constexpr std::string_view kColorDefinition = "color", kNumberNodeDefinition = "number-node",
                           kFormulaDefinition = "formula", kKnobFormulaDefinition = "knob-formula";

// Matches user-defined keys and names of nodes, without control, direction or invisible characters.
// (Those beyond U+FFFF are missing: not all validators can match them.)
constexpr std::string_view kNamePattern =
    "^x-|^[^/~\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e"
    "\\u2060-\\u206f\\ufeff]{1,100}$";

// As IsMapName.
constexpr std::string_view kMapNamePattern = "^x-|^[a-z][a-z0-9_-]{0,99}$";
// As IsKnobName.
constexpr std::string_view kKnobNamePattern =
    "^x-|^(?=.{1,100}$)[A-Za-z][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*$";
constexpr std::string_view kPartPattern =
    "^((invert|weight):)?(?!x-)[a-z][a-z0-9_-]{0,99}(\\.[xyzrgba])?$";

// Matches texts of the characters of formulas, with a value at each end. Quotes may hold other
// characters, and so may words, which follow "=" or "ref(": FormulaScanner::WordAt. No text matches
// in two ways, so a long one is refused quickly.
constexpr std::string_view kFormulaPattern =
    "^(?=[ \\t\\r\\n]*[-+(.#0-9A-Za-z])(?=[\\s\\S]*[)_0-9A-Za-z][ \\t\\r\\n]*$)"
    "([- \\t\\r\\n+*/%^<>=?:,.()\\[\\]_0-9A-Za-z]|#([0-9A-Fa-f]{3}){1,2}(?![0-9A-Za-z])|"
    "'[^']*'|\"([^\"\\\\]|\\\\.)*\"|"
    "(=|ref[ \\t\\r\\n]*\\()[ \\t\\r\\n]*[-+*/%^<>?:._0-9A-Za-z]*"
    "([^- \\t\\r\\n+*/%^<>=?:,.()\\[\\]_0-9A-Za-z#'\"]|"
    "#(?!([0-9A-Fa-f]{3}){1,2}(?![0-9A-Za-z])))"
    "[^ \\t\\r\\n,()\\[\\]'\"]*(?=[ \\t\\r\\n,()\\[\\]'\"]|$))+$";

// Returns {keyword: argument}.
JsonTree Keyword(std::string_view keyword, JsonTree argument) {
  return {{keyword, std::move(argument)}};
}

JsonTree OneText(std::string_view text) { return JsonTree::array({text}); }

// Returns the name of a definition: of any object of a kind ("node"), or of a type ("node.perlin").
std::string DefinitionOf(ObjectKind kind) {
  if (kind == ObjectKind::kNode) return "node";
  if (kind == ObjectKind::kKnob) return "knob";
  if (kind == ObjectKind::kFunction) return "function";
  const std::string path = PathOf(kind);
  return path.substr(path.rfind('.') + 1);
}
std::string DefinitionOf(ObjectKind kind, std::string_view type) {
  return DefinitionOf(kind) + "." + std::string(type);
}

// Draft-07 ignores keywords next to a $ref.
JsonTree SchemaReference(std::string_view definition) {
  return Keyword("$ref", "#/definitions/" + std::string(definition));
}

JsonTree SchemaRule(JsonTree condition, JsonTree then) {
  return {{"if", std::move(condition)}, {"then", std::move(then)}};
}

// Appends to the schema's `allOf`.
void AddSchemaRule(JsonTree rule, JsonTree* schema) {
  JsonTree& rules = (*schema)["allOf"];
  if (rules.is_null()) rules = JsonTree::array();
  rules.push_back(std::move(rule));
}

// The limits are those of numbers; other values pass them.
JsonTree NumberSchema(const Field& field) {
  if (field.minimum == field.maximum) return Keyword("const", field.minimum);
  JsonTree schema = Keyword("type", IsWhole(field) ? "integer" : "number");
  const std::string_view minimum = field.exclusive_minimum ? "exclusiveMinimum" : "minimum";
  if (!field.or_zero) schema[minimum] = field.minimum;
  schema["maximum"] = field.maximum;
  if (field.not_zero) schema["not"] = Keyword("const", 0);
  if (field.or_zero)
    AddSchemaRule({{"if", Keyword("const", 0)}, {"else", Keyword(minimum, field.minimum)}},
                  &schema);
  return schema;
}

// Wraps a reference, so that other keywords next to it count.
JsonTree InAllOf(JsonTree reference) {
  return Keyword("allOf", JsonTree::array({std::move(reference)}));
}

// Allows another type of value.
void AddType(std::string_view type, JsonTree* schema) {
  JsonTree& types = (*schema)["type"];
  if (types.is_string()) types = JsonTree::array({types});
  if (types.is_array()) {
    types.push_back(type);
  } else {
    types = type;
  }
}

// Allows another type of value, and adds a rule for it.
void Allow(std::string_view type, JsonTree rule, JsonTree* schema) {
  AddType(type, schema);
  AddSchemaRule(SchemaRule(Keyword("type", type), std::move(rule)), schema);
}

// Allows a formula of numbers and knobs.
JsonTree OrFormula(JsonTree schema) {
  if (!schema.contains("const")) Allow("string", SchemaReference(kKnobFormulaDefinition), &schema);
  return schema;
}

// Numbers of a knob are not formulas.
JsonTree NumberOrFormula(const Field& field) {
  JsonTree schema = NumberSchema(field);
  return field.object == ObjectKind::kKnob ? schema : OrFormula(std::move(schema));
}

// Returns the schema of lists, and of the other values that `schema` allows.
JsonTree ListSchema(JsonTree items, int minimum, int maximum,
                    JsonTree schema = JsonTree::object()) {
  AddType("array", &schema);
  schema["items"] = std::move(items);
  schema["minItems"] = minimum;
  schema["maxItems"] = maximum;
  return schema;
}

// A list of numbers, or a single number if there is a short form.
JsonTree NumbersSchema(const Field& field) {
  const std::vector<int> lengths = LengthsOf(field);
  const bool takes_one = lengths.front() == 1;
  return ListSchema(NumberOrFormula(field), lengths[takes_one ? 1 : 0], field.count,
                    takes_one ? NumberOrFormula(field) : JsonTree::object());
}

// JSON Schema can require numbers to differ, but not by how much.
JsonTree RangeSchema(const Field& field) {
  JsonTree schema = ListSchema(NumberOrFormula(field), field.count, field.count);
  schema["uniqueItems"] = true;
  if (field.choices.empty()) return schema;
  Allow("string", Keyword("enum", field.choices), &schema);
  return schema;
}

// A pair [x, colour].
JsonTree StopSchema(const Field& field) {
  return ListSchema(JsonTree::array({NumberOrFormula(field), SchemaReference(kColorDefinition)}), 2,
                    2);
}

// A node or a formula, which may be a colour; inside a node also a number and, if asked, channels.
JsonTree NodeOrFormula(const Field& field, bool takes_channels) {
  const bool is_number = field.accepts == Accepts::kNumber;
  JsonTree schema = field.object == ObjectKind::kRecipe ? JsonTree::object() : NumberSchema(field);
  Allow("object",
        SchemaReference(is_number ? std::string(kNumberNodeDefinition) : DefinitionOf(field.inner)),
        &schema);
  Allow("string", SchemaReference(kFormulaDefinition), &schema);
  if (takes_channels) Allow("array", SchemaReference(kColorDefinition), &schema);
  return schema;
}

JsonTree InputSchema(const Field& field) {
  return NodeOrFormula(field, field.accepts != Accepts::kNumber);
}

JsonTree NamedSchema(JsonTree names, JsonTree items) {
  return {{"type", "object"},
          {"propertyNames", std::move(names)},
          {"patternProperties", Keyword("^x-", JsonTree::object())},
          {"additionalProperties", std::move(items)}};
}

// JSON Schema counts the characters of a name, not its bytes. An entry can be whatever a node's
// input can be; a number or a colour is short for a node.
JsonTree NodesSchema(const Field& field) {
  Field entry = field;
  entry.object = ObjectKind::kNode;
  return NamedSchema(Keyword("pattern", kNamePattern), NodeOrFormula(entry, true));
}

// An object of maps or packs.
JsonTree MapsSchema(JsonTree items) {
  return NamedSchema({{"pattern", kMapNamePattern}, {"not", Keyword("enum", Names<Map>())}},
                     std::move(items));
}

// JSON Schema cannot look up the maps that the recipe defines.
JsonTree PackSchema(const Field& field) {
  std::string refused;
  for (const MapInfo& map : kMapTable)
    if (map.range == SampleRange::kUnbounded)
      refused += (refused.empty() ? "" : "|") + std::string(map.name);
  const JsonTree none = Keyword("pattern", "^((invert|weight):)?(" + refused + ")([.]|$)");
  JsonTree part{{"type", JsonTree::array({"number", "string"})}, {"minimum", 0}, {"maximum", 1}};
  AddSchemaRule(SchemaRule(Keyword("type", "string"), {{"pattern", kPartPattern}, {"not", none}}),
                &part);
  return ListSchema(std::move(part), 2, field.count);
}

// A number, or a colour that is not a formula.
JsonTree KnobValueSchema(const Field& field) {
  JsonTree schema = NumberSchema(field);
  for (const std::string_view type : {"string", "array"})
    Allow(type, SchemaReference(kColorDefinition), &schema);
  return schema;
}

JsonTree ValueSchema(const Field& field) {
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kNumber:
      return NumberOrFormula(field);
    case FieldType::kBool:
      return Keyword("type", "boolean");
    case FieldType::kText:
      return Keyword("type", "string");
    case FieldType::kChoice:
      return Keyword("enum", field.choices);
    case FieldType::kSize:
    case FieldType::kScale:
    case FieldType::kByAxis:
    case FieldType::kVector:
      return NumbersSchema(field);
    case FieldType::kList:
      return ListSchema(NumberOrFormula(field), 1, field.count);
    case FieldType::kPairs:
      return ListSchema(ListSchema(NumberOrFormula(field), 2, 2), 2, field.count);
    case FieldType::kColor:
      return InAllOf(SchemaReference(kColorDefinition));
    case FieldType::kColors:
      return ListSchema(SchemaReference(kColorDefinition), 1, field.count);
    case FieldType::kStop:
      return StopSchema(field);
    case FieldType::kStops:
      return ListSchema(StopSchema(field), 2, field.count);
    case FieldType::kRange:
      return RangeSchema(field);
    case FieldType::kObject:
      return InAllOf(SchemaReference(DefinitionOf(field.inner)));
    case FieldType::kInput:
      return InputSchema(field);
    case FieldType::kInputs:
      // A list always has inputs, not the channels of a colour.
      return ListSchema(InputSchema(field), 1, field.count, NodeOrFormula(field, false));
    case FieldType::kNodes:
      return NodesSchema(field);
    case FieldType::kMaps:
      return MapsSchema(InputSchema(*ItemOf(field)));
    case FieldType::kPack:
      return PackSchema(field);
    case FieldType::kPacks:
      return MapsSchema(PackSchema(*ItemOf(field)));
    case FieldType::kKnobValue:
      return KnobValueSchema(field);
    case FieldType::kKnobs:
    case FieldType::kFunctions:
      return NamedSchema(Keyword("pattern", kKnobNamePattern),
                         SchemaReference(DefinitionOf(field.inner)));
  }
  return {};
}

// Returns the text followed by a line for each detail.
std::string WithDetails(std::string_view text, std::span<const Detail> details) {
  std::string all(text);
  for (const auto& [word, meaning] : details)
    all += "\n" + std::string(word) + ": " + std::string(meaning);
  return all;
}

// With its description and default.
JsonTree FieldSchema(const Field& field) {
  JsonTree schema = ValueSchema(field);
  std::string description = WithDetails(field.help, field.details);
  if (!field.default_text.empty()) description += "\nDefault: " + std::string(field.default_text);
  schema["description"] = description;
  const bool has_default = !field.fallback.empty() && field.type != FieldType::kObject;
  if (has_default) schema["default"] = TreeOf(DefaultJson(field));
  return schema;
}

// A name may be a knob's. Editors offer the names of colours.
JsonTree ColorDefinition() {
  const Field channel = *ItemOf({.type = FieldType::kColor});
  JsonTree schema = ListSchema(NumberOrFormula(channel), 3, 3, NumberSchema(channel));
  Allow("string",
        {{"if", Keyword("pattern", "^#")},
         {"then", Keyword("pattern", "^#([0-9A-Fa-f]{3}){1,2}$")},
         {"else", SchemaReference(kKnobFormulaDefinition)}},
        &schema);
  schema["examples"] = ColorNames();
  return schema;
}

JsonTree NumberNodeDefinition() {
  JsonTree colors = JsonTree::array();
  for (const NodeSpec* spec : NodeSpecs())
    if (spec->is_color) colors.push_back(spec->name);
  JsonTree schema =
      Keyword("properties", Keyword("type", Keyword("not", Keyword("enum", std::move(colors)))));
  for (const NodeSpec* spec : NodeSpecs()) {
    const auto& [key, value] = spec->color_choice;
    if (key.empty()) continue;
    const JsonTree color{
        {"properties", {{"type", Keyword("const", spec->name)}, {key, Keyword("const", value)}}},
        {"required", JsonTree::array({"type", key})}};
    AddSchemaRule(Keyword("not", color), &schema);
  }
  AddSchemaRule(SchemaReference(DefinitionOf(ObjectKind::kNode)), &schema);
  return schema;
}

JsonTree FormulaDefinition() {
  return {{"type", "string"},
          {"description",
           "a formula of nodes, such as terrace(ridged(simplex(2), 6), 12); see cobble explain "
           "formulas"},
          {"pattern", kFormulaPattern}};
}

JsonTree KnobFormulaDefinition() {
  return {{"type", "string"},
          {"description", "a formula of numbers and knobs, such as rows/3 or 0.1*2"},
          {"allOf", JsonTree::array({SchemaReference(kFormulaDefinition)})},
          {"pattern", "(^|[-+*/%^ (,<>=?:\\[])[A-Za-z]|[0-9.)] *[-+*/%^<>?]"}};
}

// An object with these properties and any "x-..." keys.
JsonTree ClosedObject(JsonTree properties, JsonTree required) {
  JsonTree schema{{"type", "object"}, {"properties", std::move(properties)}};
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
    // A sphere has a radius in place of a width.
    const bool is_width = kind == ObjectKind::kWorld && field->key == "width";
    if ((field->required && !is_width) || field->key == "cobble") required.push_back(field->key);
  }
  return ClosedObject(std::move(properties), std::move(required));
}

// A number needs a range, and a colour has none.
JsonTree KnobDefinition() {
  JsonTree schema = ObjectDefinition(ObjectKind::kKnob);
  AddSchemaRule({{"if", Keyword("properties", Keyword("value", Keyword("type", "number")))},
                 {"then", Keyword("required", OneText("range"))},
                 {"else", Keyword("properties", {{"range", false}, {"step", false}})}},
                &schema);
  return schema;
}

// Returns the condition that the key's value matches `schema` or, if `is_default`, is absent.
JsonTree HasValue(std::string_view key, JsonTree schema, bool is_default) {
  JsonTree condition = Keyword("properties", Keyword(key, std::move(schema)));
  if (!is_default) condition["required"] = OneText(key);
  return condition;
}

// Forbids the keys that the field excludes.
void AddExclusions(const Field& field, JsonTree* schema) {
  JsonTree forbidden = JsonTree::object();
  for (const std::string_view key : field.excludes)
    if (!key.empty()) forbidden[key] = false;
  if (forbidden.empty()) return;
  AddSchemaRule(SchemaRule(Keyword("required", OneText(field.key)),
                           Keyword("properties", std::move(forbidden))),
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
  AddSchemaRule({{"if", HasValue(other.key, Keyword("enum", std::move(values)), has_default)},
                 {"then", Keyword("required", OneText(field.key))},
                 {"else", Keyword("properties", Keyword(field.key, false))}},
                schema);
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
  const bool allows_default = std::ranges::count(requirement.required, other.fallback) > 0;
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
      schema = {{"const", TypesOf(kind)[static_cast<std::size_t>(type)]},
                {"description", description}};
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
  definition.update(rules);
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
  JsonTree types = Keyword("enum", field.choices);
  if (!field.required) types["default"] = TreeOf(DefaultJson(field));
  JsonTree definition{{"type", "object"}, {"properties", Keyword(field.key, std::move(types))}};
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
  return {{"if", {{"required", OneText("ref")}, {"properties", Keyword("type", false)}}},
          {"then", SchemaReference(DefinitionOf(ObjectKind::kNode, kRefType))},
          {"else", AnyTypeDefinition(ObjectKind::kNode)}};
}

// For objects that are not nodes.
void AddTypeDefinitions(ObjectKind kind, JsonTree* definitions) {
  const Field& types = *FindField(kind, "type");
  int type = 0;
  for (const std::string_view name : types.choices)
    (*definitions)[DefinitionOf(kind, name)] =
        TypeDefinition(kind, type++, std::string(DetailOf(types, name)));
}

JsonTree Definitions() {
  JsonTree definitions = JsonTree::object();
  definitions[DefinitionOf(ObjectKind::kNode)] = AnyNodeDefinition();
  definitions[kNumberNodeDefinition] = NumberNodeDefinition();
  definitions[kColorDefinition] = ColorDefinition();
  definitions[kFormulaDefinition] = FormulaDefinition();
  definitions[kKnobFormulaDefinition] = KnobFormulaDefinition();
  for (const NodeSpec* spec : NodeSpecs())
    definitions[DefinitionOf(ObjectKind::kNode, spec->name)] = NodeDefinition(*spec);
  for (const Field& field : Fields()) {
    const bool has_objects = field.type == FieldType::kObject || field.type == FieldType::kKnobs ||
                             field.type == FieldType::kFunctions;
    if (!has_objects) continue;
    const ObjectKind kind = field.inner;
    if (TypesOf(kind).empty()) {
      definitions[DefinitionOf(kind)] =
          kind == ObjectKind::kKnob ? KnobDefinition() : ObjectDefinition(kind);
      continue;
    }
    definitions[DefinitionOf(kind)] = AnyTypeDefinition(kind);
    AddTypeDefinitions(kind, &definitions);
  }
  return definitions;
}

}  // namespace

std::string RecipeSchema() {
  JsonTree schema = JsonTree::object();
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "cobble recipe";
  schema.update(ObjectDefinition(ObjectKind::kRecipe));
  schema["definitions"] = Definitions();
  return PrintJson(schema) + '\n';
}

}  // namespace cobble
