// The schema of a key's value, derived from its row in the table of fields.
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/color.h"
#include "core/maps.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/packs.h"
#include "recipe/reading/read_value.h"
#include "recipe/schema/schema.h"

namespace cobble {
namespace {

// Matches user-defined keys and names of nodes, without control, direction or invisible characters.
// (Those beyond U+FFFF are missing: not all validators can match them.)
constexpr std::string_view kNamePattern =
    "^x-|^[^/~\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e"
    "\\u2060-\\u206f\\ufeff]{1,100}$";

// As IsMapName.
constexpr std::string_view kMapNamePattern = "^x-|^[a-z][a-z0-9_-]{0,99}$";
// The types of a colour that is neither a node nor a number.
constexpr std::array<std::string_view, 2> kColorTypes{"string", "array"};
constexpr std::string_view kPartPattern = "^((invert|weight):)?(?!x-)[a-z][a-z0-9_-]{0,99}$";

// Adds limits on numbers; other values pass them.
void AddLimits(const Field& field, JsonTree* schema) {
  const std::string_view minimum = field.exclusive_minimum ? "exclusiveMinimum" : "minimum";
  if (!field.or_zero) (*schema)[minimum] = field.minimum;
  (*schema)["maximum"] = field.maximum;
  if (field.not_zero) (*schema)["not"] = Keyword("const", 0);
  if (!field.or_zero) return;
  JsonTree rule = Keyword("if", Keyword("const", 0));
  rule["else"] = Keyword(minimum, field.minimum);
  AddSchemaRule(std::move(rule), schema);
}

JsonTree NumberSchema(const Field& field) {
  if (field.minimum == field.maximum) return Keyword("const", field.minimum);
  JsonTree schema = Keyword("type", IsWhole(field) ? "integer" : "number");
  AddLimits(field, &schema);
  return schema;
}

// Wraps a reference, so that other keywords next to it count.
JsonTree InAllOf(JsonTree reference) {
  JsonTree schema = JsonTree::object();
  AddSchemaRule(std::move(reference), &schema);
  return schema;
}

// Allows another type of value.
void AddType(std::string_view type, JsonTree* schema) {
  JsonTree& types = (*schema)["type"];
  if (!types.is_array()) types = JsonTree::array({types});
  types.push_back(type);
}

// Adds rules for lists; other values pass them.
void AddItems(JsonTree items, int minimum, int maximum, JsonTree* schema) {
  (*schema)["items"] = std::move(items);
  (*schema)["minItems"] = minimum;
  (*schema)["maxItems"] = maximum;
}

JsonTree ListSchema(JsonTree items, int minimum, int maximum) {
  JsonTree schema = Keyword("type", "array");
  AddItems(std::move(items), minimum, maximum, &schema);
  return schema;
}

// A list of `shortest` to `field.count` numbers or, if `takes_one`, a single number.
JsonTree NumbersSchema(const Field& field, int shortest, bool takes_one) {
  if (!takes_one) return ListSchema(NumberSchema(field), shortest, field.count);
  JsonTree schema = NumberSchema(field);
  AddType("array", &schema);
  AddItems(NumberSchema(field), shortest, field.count, &schema);
  return schema;
}

JsonTree PairsSchema(const Field& field) {
  return ListSchema(ListSchema(NumberSchema(field), 2, 2), 2, field.count);
}

// JSON Schema can require numbers to differ, but not by how much.
JsonTree RangeSchema(const Field& field) {
  JsonTree schema = ListSchema(NumberSchema(field), field.count, field.count);
  schema["uniqueItems"] = true;
  if (field.choices.empty()) return schema;
  AddType("string", &schema);
  AddSchemaRule(SchemaRule(Keyword("type", "string"), Keyword("enum", TextList(field.choices))),
                &schema);
  return schema;
}

// A pair [x, colour].
JsonTree StopSchema(const Field& field) {
  return ListSchema(JsonTree::array({NumberSchema(field), SchemaReference(kColorDefinition)}), 2,
                    2);
}

// A node or a formula, which may be a colour; inside a node also a number and, if asked, channels.
JsonTree NodeOrFormula(const Field& field, bool takes_channels) {
  const bool is_number = field.accepts == Accepts::kNumber;
  JsonTree schema = Keyword("type", "object");
  if (field.object == ObjectKind::kNode) {
    schema = NumberSchema(field);
    AddType("object", &schema);
  }
  AddType("string", &schema);
  AddSchemaRule(SchemaRule(Keyword("type", "object"),
                           SchemaReference(is_number ? std::string(kNumberNodeDefinition)
                                                     : DefinitionOf(field.inner))),
                &schema);
  AddSchemaRule(SchemaRule(Keyword("type", "string"), SchemaReference(kFormulaDefinition)),
                &schema);
  if (!takes_channels) return schema;
  AddType("array", &schema);
  AddSchemaRule(SchemaRule(Keyword("type", "array"), SchemaReference(kColorDefinition)), &schema);
  return schema;
}

JsonTree InputSchema(const Field& field) {
  return NodeOrFormula(field, field.accepts != Accepts::kNumber);
}

// A list always has inputs, not the channels of a colour.
JsonTree InputsSchema(const Field& field) {
  JsonTree schema = NodeOrFormula(field, false);
  AddType("array", &schema);
  AddItems(InputSchema(field), 1, field.count, &schema);
  return schema;
}

JsonTree NamedSchema(JsonTree names, JsonTree items) {
  JsonTree schema = Keyword("type", "object");
  schema["propertyNames"] = std::move(names);
  schema["patternProperties"] = Keyword("^x-", JsonTree::object());
  schema["additionalProperties"] = std::move(items);
  return schema;
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
  JsonTree names = Keyword("pattern", kMapNamePattern);
  names["not"] = Keyword("enum", TextList(Names<Map>()));
  return NamedSchema(std::move(names), std::move(items));
}

// JSON Schema cannot look up the maps that the recipe defines.
JsonTree PackSchema(const Field& field) {
  JsonTree part = Keyword("type", TextList(std::array<std::string_view, 2>{"number", "string"}));
  part["minimum"] = 0;
  part["maximum"] = 1;
  JsonTree name = Keyword("pattern", kPartPattern);
  JsonTree refused = JsonTree::array();
  for (const MapInfo& map : kMapTable) {
    if (map.range != SampleRange::kUnbounded) continue;
    for (const std::string_view prefix : {std::string_view(), kInvertPrefix, kWeightPrefix})
      refused.push_back(std::string(prefix) + std::string(map.name));
  }
  name["not"] = Keyword("enum", std::move(refused));
  AddSchemaRule(SchemaRule(Keyword("type", "string"), std::move(name)), &part);
  return ListSchema(std::move(part), 2, field.count);
}

JsonTree ObjectSchema(const Field& field) {
  return InAllOf(SchemaReference(DefinitionOf(field.inner)));
}

JsonTree ValueSchema(const Field& field) {
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kNumber:
      return NumberSchema(field);
    case FieldType::kBool:
      return Keyword("type", "boolean");
    case FieldType::kText:
      return Keyword("type", "string");
    case FieldType::kChoice:
      return Keyword("enum", TextList(field.choices));
    case FieldType::kSize:
    case FieldType::kScale:
    case FieldType::kByAxis:
    case FieldType::kVector: {
      const std::vector<int> lengths = LengthsOf(field);
      const bool takes_one = lengths.front() == 1;
      return NumbersSchema(field, lengths[takes_one ? 1 : 0], takes_one);
    }
    case FieldType::kList:
      return NumbersSchema(field, 1, false);
    case FieldType::kPairs:
      return PairsSchema(field);
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
      return ObjectSchema(field);
    case FieldType::kInput:
      return InputSchema(field);
    case FieldType::kInputs:
      return InputsSchema(field);
    case FieldType::kNodes:
      return NodesSchema(field);
    case FieldType::kMaps:
      return MapsSchema(InputSchema(*ItemOf(field)));
    case FieldType::kPack:
      return PackSchema(field);
    case FieldType::kPacks:
      return MapsSchema(PackSchema(*ItemOf(field)));
  }
  return {};
}

}  // namespace

JsonTree Keyword(std::string_view keyword, JsonTree argument) {
  JsonTree schema = JsonTree::object();
  schema[keyword] = std::move(argument);
  return schema;
}

JsonTree TextList(std::span<const std::string_view> texts) {
  JsonTree list = JsonTree::array();
  for (const std::string_view text : texts) list.push_back(text);
  return list;
}

JsonTree SchemaReference(std::string_view definition) {
  return Keyword("$ref", "#/definitions/" + std::string(definition));
}

void AddSchemaRule(JsonTree rule, JsonTree* schema) {
  JsonTree& rules = (*schema)["allOf"];
  if (rules.is_null()) rules = JsonTree::array();
  rules.push_back(std::move(rule));
}

JsonTree SchemaRule(JsonTree condition, JsonTree then) {
  JsonTree rule = Keyword("if", std::move(condition));
  rule["then"] = std::move(then);
  return rule;
}

JsonTree PropertiesSchema(JsonTree properties) {
  return Keyword("properties", std::move(properties));
}

std::string WithDetails(std::string_view text, std::span<const Detail> details) {
  std::string all(text);
  for (const auto& [word, meaning] : details)
    all += "\n" + std::string(word) + ": " + std::string(meaning);
  return all;
}

JsonTree NumberNodeDefinition() {
  JsonTree colors = JsonTree::array();
  for (const NodeSpec* spec : NodeSpecs())
    if (spec->is_color) colors.push_back(spec->name);
  JsonTree schema =
      PropertiesSchema(Keyword("type", Keyword("not", Keyword("enum", std::move(colors)))));
  for (const NodeSpec* spec : NodeSpecs()) {
    const auto& [key, value] = spec->color_choice;
    if (key.empty()) continue;
    JsonTree color = Keyword("type", Keyword("const", spec->name));
    color[key] = Keyword("const", value);
    JsonTree rule = PropertiesSchema(std::move(color));
    rule["required"] = TextList(std::array<std::string_view, 2>{"type", key});
    AddSchemaRule(Keyword("not", std::move(rule)), &schema);
  }
  AddSchemaRule(SchemaReference(DefinitionOf(ObjectKind::kNode)), &schema);
  return schema;
}

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

JsonTree FormulaDefinition() {
  JsonTree schema = Keyword("type", "string");
  schema["description"] =
      "a formula of nodes, such as terrace(ridged(simplex(2), 6), 12); see cobble explain formulas";
  schema["pattern"] = kFormulaPattern;
  return schema;
}

// Checks names in lower case and accepts all others, since JSON Schema cannot ignore case.
JsonTree ColorDefinition() {
  const Field channel = *ItemOf({.type = FieldType::kColor});
  JsonTree schema = NumberSchema(channel);
  for (const std::string_view type : kColorTypes) AddType(type, &schema);
  AddItems(NumberSchema(channel), 3, 3, &schema);
  JsonTree lower_case = Keyword("type", "string");
  lower_case["pattern"] = "^[a-z]*$";
  AddSchemaRule(SchemaRule(std::move(lower_case), Keyword("enum", TextList(ColorNames()))),
                &schema);
  AddSchemaRule(SchemaRule(Keyword("type", "string"),
                           Keyword("pattern", "^(#([0-9A-Fa-f]{3}){1,2}|[A-Za-z]+)$")),
                &schema);
  return schema;
}

JsonTree FieldSchema(const Field& field) {
  JsonTree schema = ValueSchema(field);
  std::string description = WithDetails(field.help, field.details);
  if (!field.default_text.empty()) description += "\nDefault: " + std::string(field.default_text);
  schema["description"] = description;
  const bool has_default = !field.fallback.empty() && field.type != FieldType::kObject;
  if (has_default) schema["default"] = TreeOf(DefaultJson(field));
  return schema;
}

}  // namespace cobble
