// Describes keys and types of nodes.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

#include "catalog/catalog.h"
#include "core/numbers.h"
#include "recipe/fields/fields.h"
#include "recipe/formula/tables.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

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
  const auto [low, high] = field.useful;
  if (low < high) (*row)["useful"] = {low, high};
  if (field.count > 1) (*row)["count"] = field.count;
  if (field.minimum_count > 0) (*row)["minimum_count"] = field.minimum_count;
}

// The names of Accepts.
constexpr std::string_view kAcceptedNames[] = {"number", "color", "any"};
static_assert(std::size(kAcceptedNames) == static_cast<std::size_t>(Accepts::kAny) + 1);

// Returns {word: text, ...}.
JsonTree TextsOf(std::span<const Detail> details) {
  JsonTree texts = JsonTree::object();
  for (const auto& [word, text] : details) texts[std::string(word)] = text;
  return texts;
}

// Returns the rule for a key's values, including limits that other keys set.
std::string FullRule(const Field& field) {
  std::string rule = Rule(field);
  if (!field.not_below.empty()) rule += ", and at least \"" + std::string(field.not_below) + '"';
  if (!field.above.empty())
    rule += ", and greater than \"" + std::string(field.above) + "\" by at least " +
            LimitText(kMinDifference);
  return rule;
}

JsonTree KeyRow(const Field& field, const std::string& key);

// Returns the rows of all keys of an object of this type except "type".
JsonTree KeysOfType(ObjectKind object, int type) {
  JsonTree keys = JsonTree::array();
  for (const Field* field : FieldsOf(object, type))
    if (field->key != "type") keys.push_back(KeyRow(*field, std::string(field->key)));
  return keys;
}

// Returns the types of an object inside a node with their keys.
JsonTree TypeRows(ObjectKind object) {
  JsonTree types = JsonTree::array();
  const Field& choice = *FindField(object, "type");
  int type = 0;
  for (const std::string_view name : TypesOf(object)) {
    JsonTree& row = types.emplace_back(JsonTree{{"name", name}});
    SetMember("value", DetailOf(choice, name), &row);
    row["keys"] = KeysOfType(object, type++);
  }
  return types;
}

JsonTree KeyRow(const Field& field, const std::string& key) {
  JsonTree row{{"key", key}, {"type", NameOf(field.type)}};
  AddLimits(field, &row);
  SetMember("choices", NotEmpty(field.choices), &row);
  const bool is_object = field.type == FieldType::kObject;
  const bool has_default = !field.required && !field.fallback.empty() && !is_object;
  if (has_default) row["default"] = TreeOf(DefaultJson(field));
  if (!field.required)
    SetMember("default_text",
              is_object && !field.fallback.empty() ? field.fallback : field.default_text, &row);
  SetMember("required", field.required, &row);
  if (IsInput(field.type)) row["accepts"] = kAcceptedNames[static_cast<std::size_t>(field.accepts)];
  if (!field.effective_if.empty())
    row["effective_if"] = {{"key", field.effective_if},
                           {"values", NotEmpty(field.effective_values)}};
  SetMember("excludes", NotEmpty(field.excludes), &row);
  row["value"] = FullRule(field);
  row["help"] = field.help;
  SetMember("details", TextsOf(field.details), &row);
  if (field.type == FieldType::kObject && !TypesOf(field.inner).empty())
    row["types"] = TypeRows(field.inner);
  return row;
}

// Returns the key of an input that makes the result a colour, or "KEY=VALUE".
std::string ColorCondition(const NodeSpec& spec) {
  const auto& [key, value] = spec.color_choice;
  if (key.empty()) return std::string(spec.color_if);
  return std::string(key) + "=" + std::string(value);
}

// Returns "-1..1; with turbulence 0..1", "lo(s)..hi(s)".
std::string BoundsText(const NodeSpec& spec) {
  if (!spec.noise) return std::string(spec.bounds);
  const auto interval = [](const Bounds& bounds) {
    return Shortest(bounds.low) + ".." + Shortest(bounds.high);
  };
  std::string text = interval(spec.noise->bounds);
  if (HasTurbulence(spec)) text += "; with turbulence " + interval(kTurbulentBounds);
  if (!spec.noise->limited_bounds.empty())
    text += "; with limit above 1 " + std::string(spec.noise->limited_bounds);
  return text;
}

}  // namespace

JsonTree FieldRow(const Field& field, const std::string& path) {
  JsonTree row = KeyRow(field, path);
  const auto users = UsersOf(field);
  const bool by_all = users.size() == TypesOf(field.object).size();
  SetMember("of", by_all && !users.empty() ? JsonTree{"all"} : NotEmpty(users), &row);
  return row;
}

JsonTree FieldRows() {
  JsonTree rows = JsonTree::array();
  for (const Field& field : Fields()) rows.push_back(FieldRow(field, PathOf(field)));
  return rows;
}

JsonTree NodeRow(const NodeSpec& spec) {
  JsonTree row{{"name", spec.name}};
  SetMember("noise", spec.noise.has_value(), &row);
  SetMember("color", spec.is_color, &row);
  SetMember("color_if", ColorCondition(spec), &row);
  row["summary"] = spec.summary;
  row["call"] = CallText(spec);
  row["arguments"] = spec.arguments;
  SetMember("takes_many", TakesManyPlaces(spec), &row);
  SetMember("value", spec.value, &row);
  SetMember("bounds", BoundsText(spec), &row);
  if (spec.noise) {
    row["low"] = spec.noise->bounds.low;
    row["high"] = spec.noise->bounds.high;
  }
  row["keys"] = KeysOfType(ObjectKind::kNode, *NodeTypeNumber(spec.name));
  SetMember("details", TextsOf(spec.details), &row);
  SetMember("where", NotEmpty(MeaningsIn(spec)), &row);
  if (spec.noise) row["source"] = spec.noise->source;
  return row;
}

JsonTree NodeRows() {
  JsonTree rows = JsonTree::array();
  for (const NodeSpec* spec : NodeSpecs()) rows.push_back(NodeRow(*spec));
  return rows;
}

}  // namespace cobble
