// Reads the values of a call's arguments, in the form that their keys require.
#include "recipe/formula/value_reader.h"

#include <algorithm>
#include <utility>

#include "core/color.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/parser.h"
#include "recipe/formula/tables.h"
#include "recipe/formula/words.h"
#include "recipe/json/string.h"

namespace cobble {
namespace {

// Returns whether a list of numbers has no short form of one number.
bool IsListAlone(const Field& field) {
  const bool is_list = field.type == FieldType::kVector || field.type == FieldType::kList ||
                       field.type == FieldType::kRange;
  return is_list && !field.single_sets_last;
}

std::string_view ListExample(FieldType type) {
  if (type == FieldType::kColors) return "[red, blue]";
  if (type == FieldType::kPairs) return "[[0, 0], [1, 1]]";
  return type == FieldType::kStops || type == FieldType::kStop ? "[[0, red], [1, blue]]" : "[0, 1]";
}

// Returns the hint for names that are not numbers because they use one another; empty if they do
// not.
std::string CycleHint(const FormulaNames& names, const FormulaValue& value) {
  const auto ref = value.json.TextAt(kRefType);
  if (!ref) return {};
  std::vector<std::string> cycle = names.CycleOf(*ref);
  if (cycle.empty()) return {};
  if (cycle.size() == 1) return "the formula of " + Quoted(cycle.front()) + " uses itself";
  constexpr std::size_t kMaxNamed = 5;
  if (cycle.size() > kMaxNamed)
    return "the formula of " + Quoted(cycle.front()) + " leads to itself";
  return "the formulas of " +
         ListText(cycle, " and ", [](const std::string& name) { return Quoted(name); }) +
         " use one another";
}

}  // namespace

bool ValueReader::Read(const Field& field, FormulaValue* value) {
  const bool is_input = field.type == FieldType::kInput || field.type == FieldType::kInputs;
  in_.context.is_color_value = field.type == FieldType::kColor;
  in_.context.may_be_color =
      in_.context.is_color_value || (is_input && field.accepts != Accepts::kNumber);
  switch (field.type) {
    case FieldType::kInput:
      return parser_.ReadChoice(value);
    case FieldType::kInputs:
      return ReadInputs(field, value);
    case FieldType::kInteger:
    case FieldType::kNumber:
      // The recipe's reader refuses the list with a hint.
      if (const Field* const by_axis = ByAxisRow(field); by_axis && in_.token().Is("["))
        return ReadListOf(*by_axis, value);
      return ReadNumberOf(field, value);
    case FieldType::kBool:
    case FieldType::kText:
    case FieldType::kChoice:
      return ReadWord(&field, value);
    case FieldType::kColor:
      return ReadColorOf(field, value);
    case FieldType::kSize:
    case FieldType::kVector:
    case FieldType::kScale:
    case FieldType::kByAxis:
    case FieldType::kList:
    case FieldType::kRange:
      return in_.token().Is("[") ? ReadListOf(field, value) : ReadNumberOf(field, value);
    case FieldType::kPairs:
    case FieldType::kColors:
    case FieldType::kStop:
    case FieldType::kStops:
    case FieldType::kPack:
      return in_.token().Is("[") ? ReadListOf(field, value) : FailNoList(field);
    case FieldType::kObject:
    case FieldType::kNodes:
    case FieldType::kMaps:
    case FieldType::kPacks:
      break;
  }
  return in_.build.Fail(in_.token().offset,
                        Quoted(field.key) + " is an object, which formulas cannot contain",
                        "write this node as an object");
}

bool ValueReader::FailNoList(const Field& field) {
  const std::string what = in_.context.in_list ? "an item of " : "";
  return in_.build.Fail(in_.token().offset, what + Quoted(field.key) + " must be a list",
                        "as in " + std::string(ListExample(field.type)));
}

bool ValueReader::ReadListOf(const Field& field, FormulaValue* value) {
  value->begin = in_.token().offset;
  if (!in_.Enter(in_.token().offset)) return false;
  const FormulaInput::Context outer = in_.context;
  in_.context = {.in_list = true};
  Json list{Json::List(), in_.build.PlaceAt(in_.token().offset)};
  in_.Advance();
  while (!in_.token().Is("]")) {
    FormulaValue item;
    const auto item_field = ItemOf(field, list.list()->size());
    if (field.type == FieldType::kPairs && !in_.token().Is("[")) return FailNoList(field);
    if (!(item_field ? Read(*item_field, &item) : parser_.ReadChoice(&item))) return false;
    value->depth = std::max(value->depth, item.depth);
    if (list.list()->size() == kMaxFormulaNodes)
      return in_.build.Fail(item.begin,
                            "a list of more than " + std::to_string(kMaxFormulaNodes) + " items");
    list.list()->push_back(in_.build.Take(&item));
    if (!in_.token().Is(",")) break;
    in_.Advance();
    if (in_.token().Is("]")) return in_.Unexpected("an item");
  }
  value->end = in_.token().end();
  if (!in_.Expect("]", "\",\" or \"]\"")) return false;
  in_.Leave();
  in_.context = outer;
  value->json = std::move(list);
  return true;
}

// A single input is a list of one.
bool ValueReader::ReadInputs(const Field& field, FormulaValue* value) {
  if (in_.token().Is("[")) {
    if (!ReadListOf(field, value)) return false;
  } else {
    if (!parser_.ReadChoice(value)) return false;
    Json item = in_.build.Take(value);
    const Place place = item.place;
    Json::List list;
    list.push_back(std::move(item));
    value->json = Json{std::move(list), place};
  }
  ++value->depth;
  return true;
}

bool ValueReader::ReadWord(const Field* field, FormulaValue* value) {
  const FormulaToken word = in_.Word();
  value->begin = word.offset;
  value->end = word.end();
  std::string text(word.text);
  if (text.empty()) {
    in_.Advance();
    return in_.Unexpected("a word");
  }
  if (word.kind == FormulaToken::kText) {
    const bool is_closed = text.size() > 1 && text.back() == text.front();
    if (!is_closed) return in_.build.Fail(word.offset, "missing closing quote");
    if (text.front() == '"') {
      text.clear();
      const std::string_view error = ReadJsonString(word.text, &text);
      if (!error.empty()) return in_.build.Fail(word.offset, std::string(error));
    } else {
      text = text.substr(1, text.size() - 2);
    }
  }
  const bool is_bool = field && field->type == FieldType::kBool && word.kind != FormulaToken::kText;
  value->json.place = in_.build.PlaceAt(word.offset);
  if (is_bool && (text == "true" || text == "false")) {
    value->json.value = text == "true";
  } else {
    value->json.value = std::move(text);
  }
  in_.Advance();
  return true;
}

bool ValueReader::ReadNumberOf(const Field& field, FormulaValue* value) {
  const std::size_t offset = in_.token().offset;
  if (!parser_.ReadChoice(value)) return false;
  if (value->number()) return true;
  if (!in_.build.Accepts(offset)) return false;
  const bool is_list = IsListAlone(field);
  std::string hint = CycleHint(in_.build.site().names, *value);
  if (hint.empty() && is_list) hint = "as in " + std::string(ListExample(field.type));
  const std::string* const text = value->json.text();
  if (hint.empty() && in_.context.in_list && text && ParseColor(*text))
    hint = "for colours at positions, write ramp(s, [[0, #000], [1, #fff]])";
  if (hint.empty() && in_.context.spec) hint = "write " + CallText(*in_.context.spec);
  return FailValue(field, offset, is_list ? Rule(field) : ItemRule(field), *value, std::move(hint));
}

bool ValueReader::FailValue(const Field& field, std::size_t offset, const std::string& rule,
                            const FormulaValue& value, std::string hint) {
  const std::string got = ", got " + Quoted(in_.build.TextOf(value));
  return in_.build.Fail(offset,
                        (in_.context.in_list ? "expected " + rule + " in " + Quoted(field.key)
                                             : Quoted(field.key) + " must be " + rule) +
                            got,
                        std::move(hint));
}

bool ValueReader::ReadColorOf(const Field& field, FormulaValue* value) {
  if (in_.token().Is("[")) return ReadListOf(field, value);
  if (in_.token().kind == FormulaToken::kText) return ReadWord(&field, value);
  const FormulaToken first = in_.token();
  if (!parser_.ReadChoice(value)) return false;
  if (value->number() || value->json.text()) return true;
  const std::string text = in_.build.TextOf(*value);
  std::string hint = "write #a0b0c0 or the name of a colour";
  if (ParseColor(text)) {
    hint = Quoted(text) + " is a node here; '" + text + "' in quotes is the colour";
  } else if (first.text == "rgb" || first.text == kColorType) {
    hint = ChannelsHint(in_.ContextBehind(first));
  }
  return FailValue(field, first.offset, "a colour", *value, std::move(hint));
}

}  // namespace cobble
