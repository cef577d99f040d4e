// Looks up fields and describes their values in words.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"

namespace cobble {
namespace {

constexpr std::string_view kNodeRule = "a formula or an object with a \"type\" or a \"ref\"";
// Follow "a colour". In inputs, numbers are listed separately.
constexpr std::string_view kColorText = " (\"#rrggbb\", \"#rgb\", a CSS name or linear [r, g, b])";
constexpr std::string_view kColorForms =
    " (\"#rrggbb\", \"#rgb\", a CSS name, linear [r, g, b], or a number for grey)";

template <typename Predicate>
std::vector<std::string_view> TypesIf(ObjectKind object, Predicate predicate) {
  const auto types = TypesOf(object);
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (predicate(static_cast<int>(i))) names.push_back(types[i]);
  }
  return names;
}

std::string CountWord(int count) {
  constexpr std::array<std::string_view, 5> kWords{"no", "one", "two", "three", "four"};
  const auto index = static_cast<std::size_t>(count);
  return index < kWords.size() ? std::string(kWords[index]) : std::to_string(count);
}

std::string QuotedList(std::span<const std::string_view> words) {
  return ListText(words, ", ", &Quoted);
}

// Returns "from 1 to 32", "greater than 0 and at most 1000" or "from -1 to 1, not 0".
std::string Limits(const Field& field) {
  std::string text = field.exclusive_minimum
                         ? "greater than " + LimitText(field.minimum) + " and at most "
                         : "from " + LimitText(field.minimum) + " to ";
  text += LimitText(field.maximum);
  return field.not_zero ? text + ", not 0" : text;
}

}  // namespace

const Field* FindField(ObjectKind object, std::string_view key, std::optional<int> type) {
  if (const Field* const own = type ? FindFieldOf(object, *type, key) : nullptr) return own;
  const auto fields = FieldsNamed(key);
  const auto first = std::ranges::find(fields, object, &Field::object);
  return first == fields.end() ? nullptr : *first;
}

const Field* FindFieldOf(ObjectKind object, int type, std::string_view key) {
  const auto fields = FieldsOf(object, type);
  const auto found = std::ranges::find(fields, key, &Field::key);
  return found == fields.end() ? nullptr : *found;
}

const Field* FindFieldAt(std::string_view path) {
  const std::string_view key = path.substr(path.rfind('.') + 1);
  const auto fields = FieldsNamed(key);
  const auto found =
      std::ranges::find_if(fields, [&](const Field* each) { return PathOf(*each) == path; });
  return found == fields.end() ? nullptr : *found;
}

const Field* ByAxisRow(const Field& number) {
  if (number.type != FieldType::kNumber) return nullptr;
  const auto fields = FieldsNamed(number.key);
  const auto found = std::ranges::find_if(fields, [&](const Field* each) {
    return each->object == number.object && each->type == FieldType::kByAxis;
  });
  return found == fields.end() ? nullptr : *found;
}

std::span<const std::string_view> TypesOf(ObjectKind object) {
  const Field* const type = FindField(object, "type");
  return type ? type->choices : std::span<const std::string_view>();
}

std::optional<int> FindType(ObjectKind object, std::string_view name) {
  if (object == ObjectKind::kNode) return name == kRefType ? std::nullopt : NodeTypeNumber(name);
  const auto types = TypesOf(object);
  const auto found = std::ranges::find(types, name);
  if (found == types.end()) return std::nullopt;
  return static_cast<int>(found - types.begin());
}

bool Uses(int type, const Field& field) { return field.used_by[static_cast<std::size_t>(type)]; }

std::vector<std::string_view> UsersOf(const Field& field) {
  return TypesIf(field.object, [&](int type) { return Uses(type, field); });
}

std::vector<std::string_view> UsersOf(ObjectKind object, std::string_view key) {
  return TypesIf(object, [&](int type) { return Uses(type, *FindField(object, key, type)); });
}

bool AreExclusive(const Field& a, const Field& b) {
  const auto excludes = [](const Field& field, std::string_view key) {
    return !field.excludes[0].empty() && std::ranges::count(field.excludes, key) > 0;
  };
  return excludes(a, b.key) || excludes(b, a.key);
}

std::vector<std::string_view> KeysOf(ObjectKind object, std::optional<int> type) {
  std::vector<std::string_view> keys;
  if (type) {
    for (const Field* field : FieldsOf(object, *type)) keys.push_back(field->key);
    return keys;
  }
  for (const Field& field : Fields())
    if (field.object == object && std::ranges::count(keys, field.key) == 0)
      keys.push_back(field.key);
  return keys;
}

std::vector<int> LengthsOf(const Field& field) {
  std::vector<int> lengths;
  const bool takes_one = field.type == FieldType::kSize || field.type == FieldType::kScale ||
                         field.type == FieldType::kByAxis;
  if (takes_one || field.single_sets_last) lengths.push_back(1);
  const int shortest = field.minimum_count > 0 ? field.minimum_count : field.count;
  for (int length = shortest; length <= field.count; ++length) lengths.push_back(length);
  return lengths;
}

std::string PathOf(ObjectKind object) {
  if (object == ObjectKind::kRecipe) return {};
  if (object == ObjectKind::kKnob) return "knobs.NAME";
  if (object == ObjectKind::kFunction) return "functions.NAME";
  return PathOf(*std::ranges::find(Fields(), object, &Field::inner));
}

std::string PathOf(const Field& field) {
  std::string path = PathOf(field.object);
  if (!path.empty()) path += '.';
  return path + std::string(field.key);
}

std::string_view DetailOf(const Field& field, std::string_view word) {
  const auto found = std::ranges::find(field.details, word, &Detail::word);
  return found == field.details.end() ? std::string_view() : found->text;
}

std::string ConditionText(const Field& field) {
  std::string text;
  for (const std::string_view value : field.effective_values)
    if (!value.empty())
      text += (text.empty() ? Quoted(field.effective_if) + ": " : " or ") + Quoted(value);
  return text;
}

// Readable would write all digits of 1e12, and 1e-9 as "1e-09".
std::string LimitText(double limit) {
  if (limit == 0) return "0";
  // Reads the power back: std::pow is exact only on some systems.
  const double power = std::round(std::log10(std::abs(limit)));
  const std::string text = fmt::format("{}1e{}", limit < 0 ? "-" : "", power);
  return std::abs(power) >= 6 && ParseNumber(text) == limit ? text : Readable(limit);
}

std::string ItemRule(const Field& field) {
  if (field.minimum == field.maximum) return Shortest(field.minimum);
  const bool is_input = IsInput(field.type), is_nodes = field.type == FieldType::kNodes;
  if (field.object == ObjectKind::kRecipe && (is_input || is_nodes)) return std::string(kNodeRule);
  if (field.type == FieldType::kPack)
    return "the name of a map, \"NAME.y\" for a channel, \"invert:NAME\", \"weight:NAME\" or a "
           "number from 0 to 1";
  if (field.type == FieldType::kColor || field.type == FieldType::kMaps)
    return ItemRule(*ItemOf(field));
  std::string rule = field.or_zero ? "0 or " : "";
  rule += (IsWhole(field) ? "a whole number " : "a number ") + Limits(field);
  if (is_input && field.accepts != Accepts::kNumber) rule += ", a colour" + std::string(kColorText);
  return is_input ? rule + ", " + std::string(kNodeRule) : rule;
}

std::string ShortRule(const Field& field) {
  return ChoicesHint(field).empty() ? Rule(field) : "the name of a type";
}

// Only the choice of a node's type is so long.
std::string_view ChoicesHint(const Field& field) {
  constexpr std::size_t kMaxListed = 16;
  return field.choices.size() > kMaxListed ? "see cobble list noises and cobble list nodes" : "";
}

std::string BadIndex(const Field& field, std::string_view step) {
  return fmt::format("an index into {} must be a whole number from 0 to {}, got {}",
                     Quoted(field.key), MaxLength(field) - 1, Quoted(step));
}

std::string Rule(const Field& field) {
  const std::string count = CountWord(field.count), maximum = std::to_string(field.count);
  const std::string each = std::string(IsWhole(field) ? "whole numbers " : "numbers ");
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kNumber:
      return ItemRule(field);
    case FieldType::kBool:
      return "true or false";
    case FieldType::kText:
      return "text in UTF-8";
    case FieldType::kChoice:
      return "one of " + QuotedList(field.choices);
    case FieldType::kSize:
    case FieldType::kScale:
    case FieldType::kVector:
      return ListText(LengthsOf(field), " or ", &CountWord) + " " + each + Limits(field);
    case FieldType::kByAxis:
      return ItemRule(field) + ", or a list of " +
             (field.count > field.minimum_count ? "2 or " : "") + maximum +
             " such numbers, one for each axis";
    case FieldType::kList:
      return "a list of 1 to " + maximum + " " + each + Limits(field);
    case FieldType::kPairs:
      return "a list of 2 to " + maximum + " pairs [x, y] of " + each + Limits(field) +
             " with increasing x";
    case FieldType::kColor:
      return "a colour" + std::string(kColorForms);
    case FieldType::kColors:
      return "a list of 1 to " + maximum + " colours" + std::string(kColorForms);
    case FieldType::kStop:
      return "a pair [x, colour] of a number " + Limits(field) + " and a colour" +
             std::string(kColorForms);
    case FieldType::kStops:
      return "a list of 2 to " + maximum + " pairs [x, colour] of numbers " + Limits(field) +
             ", with increasing x, and colours" + std::string(kColorForms);
    case FieldType::kRange:
      return QuotedList(field.choices) + (field.choices.empty() ? "" : " or ") + count + " " +
             each + "at least " + LimitText(kMinDifference) + " apart, " + Limits(field) +
             (TakesShares(field) ? ", or shares from \"0%\" to \"100%\"" : "");
    case FieldType::kObject:
      return "an object";
    case FieldType::kInput:
      return ItemRule(field);
    case FieldType::kInputs:
      return "a list of 1 to " + maximum + " inputs, each " + ItemRule(field);
    case FieldType::kNodes:
      return "an object of named nodes";
    case FieldType::kMaps:
      return "an object of named maps";
    case FieldType::kPack:
      return "a list of 2 to " + maximum + " parts, each " + ItemRule(field);
    case FieldType::kPacks:
      return "an object of named packs";
    case FieldType::kKnobValue:
      return ItemRule(field) + ", or a colour" + std::string(kColorText);
    case FieldType::kKnobs:
      return "an object of named knobs";
    case FieldType::kFunctions:
      return "an object of named functions";
  }
  return {};
}

}  // namespace cobble
