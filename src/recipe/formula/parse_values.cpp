// Reads the values of a call's arguments, in the form that their keys require.
#include <algorithm>
#include <utility>

#include "core/color.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/formula/parser.h"

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

bool FormulaParser::ReadValue(const Field& field, FormulaValue* value) {
  context_.is_color_value = field.type == FieldType::kColor;
  context_.may_be_color =
      context_.is_color_value || (IsInput(field.type) && field.accepts != Accepts::kNumber);
  if (field.type == FieldType::kInput) return ReadChoice(value);
  if (field.type == FieldType::kInputs) return ReadInputs(field, value);
  if (field.type == FieldType::kColor) return ReadColorOf(field, value);
  switch (ShapeOf(field.type)) {
    case FieldShape::kPlain: {
      if (field.type != FieldType::kInteger && field.type != FieldType::kNumber)
        return ReadWord(&field, value);
      // The recipe's reader refuses the list with a hint.
      const Field* const by_axis = token_.Is("[") ? ByAxisRow(field) : nullptr;
      return by_axis ? ReadListOf(*by_axis, value) : ReadNumberOf(field, value);
    }
    case FieldShape::kList:
      if (token_.Is("[")) return ReadListOf(field, value);
      return IsNumbers(field.type) ? ReadNumberOf(field, value) : FailNoList(field);
    case FieldShape::kObject:
    case FieldShape::kNamed:
      break;
  }
  return Fail(Quoted(field.key) + " is an object, which formulas cannot contain",
              "write this node as an object");
}

bool FormulaParser::FailNoList(const Field& field) {
  const std::string what = context_.in_list ? "an item of " : "";
  return Fail(what + Quoted(field.key) + " must be a list",
              "as in " + std::string(ListExample(field.type)));
}

bool FormulaParser::ReadListOf(const Field& field, FormulaValue* value) {
  value->begin = token_.offset;
  if (!Enter(token_.offset)) return false;
  const Context outer = context_;
  context_ = {.in_list = true};
  Json list{Json::List(), build_.PlaceAt(token_.offset)};
  Advance();
  const auto read_item = [&] {
    FormulaValue item;
    const auto item_field = ItemOf(field, list.list()->size());
    if (field.type == FieldType::kPairs && !token_.Is("[")) return FailNoList(field);
    if (!(item_field ? ReadValue(*item_field, &item) : ReadChoice(&item))) return false;
    value->depth = std::max(value->depth, item.depth);
    if (list.list()->size() == kMaxFormulaNodes)
      return build_.Fail(item.begin,
                         "a list of more than " + std::to_string(kMaxFormulaNodes) + " items");
    list.list()->push_back(build_.Take(&item));
    return true;
  };
  if (!ReadItems("]", "an item", read_item)) return false;
  value->end = token_.end();
  Advance();
  Leave();
  context_ = outer;
  value->json = std::move(list);
  return true;
}

// A single input is a list of one.
bool FormulaParser::ReadInputs(const Field& field, FormulaValue* value) {
  if (token_.Is("[")) {
    if (!ReadListOf(field, value)) return false;
  } else {
    if (!ReadChoice(value)) return false;
    Json item = build_.Take(value);
    const Place place = item.place;
    Json::List list;
    list.push_back(std::move(item));
    value->json = Json{std::move(list), place};
  }
  ++value->depth;
  return true;
}

bool FormulaParser::ReadWord(const Field* field, FormulaValue* value) {
  const FormulaToken word = scanner_.WordAt(token_.offset);  // Advance skips it
  value->begin = word.offset;
  value->end = word.end();
  const FormulaScope* const scope = build_.site().scope;
  const auto* const bound = scope ? scope->Find(word.text) : nullptr;
  if (bound && bound->is_parameter) return TakeWord(field, word, *bound, value);
  std::string text(word.text);
  if (text.empty()) {
    Advance();
    return Unexpected("a word");
  }
  if (word.kind == FormulaToken::kText) {
    const bool is_closed = text.size() > 1 && text.back() == text.front();
    if (!is_closed) return build_.Fail(word.offset, "missing closing quote");
    if (text.front() == '"') {
      text.clear();
      const std::string_view error = ReadJsonString(word.text, &text);
      if (!error.empty()) return build_.Fail(word.offset, std::string(error));
    } else {
      text = text.substr(1, text.size() - 2);
    }
  }
  SetWord(word.kind == FormulaToken::kText ? nullptr : field, std::move(text), word, value);
  Advance();
  return true;
}

void FormulaParser::SetWord(const Field* field, std::string text, const FormulaToken& word,
                            FormulaValue* value) const {
  const bool is_bool = field && field->type == FieldType::kBool;
  value->json.place = build_.PlaceAt(word.offset);
  if (is_bool && (text == "true" || text == "false")) {
    value->json.value = text == "true";
  } else {
    value->json.value = std::move(text);
  }
}

bool FormulaParser::TakeWord(const Field* field, const FormulaToken& word,
                             const FormulaScope::Bound& bound, FormulaValue* value) {
  if (!bound.word)
    return build_.Fail(word.offset, Quoted(word.text) + " must be a word here",
                       "a call gives a word without operators and brackets");
  SetWord(field, *bound.word, word, value);
  Advance();
  return true;
}

bool FormulaParser::ReadNumberOf(const Field& field, FormulaValue* value) {
  const std::size_t offset = token_.offset;
  if (!ReadChoice(value)) return false;
  if (value->number()) return true;
  if (!build_.Accepts(offset)) return false;
  const bool is_list = IsListAlone(field);
  std::string hint = CycleHint(build_.site().names, *value);
  if (hint.empty() && is_list) hint = "as in " + std::string(ListExample(field.type));
  const std::string* const text = value->json.text();
  if (hint.empty() && context_.in_list && text && ParseColor(*text)) hint = kRampHint;
  if (hint.empty() && context_.spec) hint = "write " + CallText(*context_.spec);
  return FailValue(field, offset, is_list ? Rule(field) : ItemRule(field), *value, std::move(hint));
}

bool FormulaParser::FailValue(const Field& field, std::size_t offset, const std::string& rule,
                              const FormulaValue& value, std::string hint) {
  const std::string got = ", got " + Quoted(build_.TextOf(value));
  return build_.Fail(offset,
                     (context_.in_list ? "expected " + rule + " in " + Quoted(field.key)
                                       : Quoted(field.key) + " must be " + rule) +
                         got,
                     std::move(hint));
}

bool FormulaParser::ReadColorOf(const Field& field, FormulaValue* value) {
  if (token_.Is("[")) return ReadListOf(field, value);
  if (token_.kind == FormulaToken::kText) return ReadWord(&field, value);
  const FormulaToken first = token_;
  if (!ReadChoice(value)) return false;
  if (value->number() || value->json.text() || value->json.list()) return true;
  const std::string text = build_.TextOf(*value);
  std::string hint = "write #a0b0c0 or the name of a colour";
  if (ParseColor(text)) {
    hint = Quoted(text) + " is a node here; '" + text + "' in quotes is the colour";
  } else if (first.text == "rgb" || first.text == kColorType) {
    hint = ChannelsHint(ContextBehind(first));
  }
  return FailValue(field, first.offset, "a colour", *value, std::move(hint));
}

}  // namespace cobble
