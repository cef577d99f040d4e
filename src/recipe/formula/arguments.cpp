// The values of a call's arguments, as the keys they set ask for.
#include "core/suggest.h"
#include "recipe/formula/parser.h"
#include "recipe/json/string.h"

namespace cobble {

bool FormulaParser::ReadValueOf(const Field& field, FormulaValue* value) {
  switch (field.type) {
    case FieldType::kInput:
      return ReadChoice(value);
    case FieldType::kInputs:
      return ReadInputs(field, value);
    case FieldType::kInteger:
    case FieldType::kNumber:
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
    case FieldType::kList:
    case FieldType::kPairs:
    case FieldType::kColors:
    case FieldType::kStop:
    case FieldType::kStops:
    case FieldType::kRange:
    case FieldType::kPack:
      return token_.Is("[") ? ReadListOf(field, value) : ReadNumberOf(field, value);
    case FieldType::kObject:
    case FieldType::kNodes:
    case FieldType::kMaps:
    case FieldType::kPacks:
      break;
  }
  return build_.Fail(token_.offset, Quoted(field.key) + " is an object, which formulas do not have",
                     "write this node as an object");
}

bool FormulaParser::ReadListOf(const Field& field, FormulaValue* value) {
  value->begin = token_.offset;
  if (!Enter(token_.offset)) return false;
  Json list{Json::List(), build_.PlaceAt(token_.offset)};
  Advance();
  while (!token_.Is("]")) {
    FormulaValue item;
    const auto item_field = ItemOf(field, list.list()->size());
    if (!(item_field ? ReadValueOf(*item_field, &item) : ReadChoice(&item))) return false;
    value->depth = std::max(value->depth, item.depth);
    if (list.list()->size() == kMaxFormulaNodes)
      return build_.Fail(item.begin,
                         "a list of more than " + std::to_string(kMaxFormulaNodes) + " items");
    list.list()->push_back(build_.Take(&item));
    if (!token_.Is(",")) break;
    Advance();
    if (token_.Is("]")) return Unexpected("an item");
  }
  value->end = token_.end();
  if (!Expect("]", "\",\" or \"]\"")) return false;
  Leave();
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

// In: field, null for a key that the type does not have, which the reader reports.
bool FormulaParser::ReadWord(const Field* field, FormulaValue* value) {
  const FormulaToken word = scanner_.WordAt(token_.offset);
  value->begin = word.offset;
  value->end = word.end();
  std::string text(word.text);
  if (text.empty()) {
    Advance();
    return Unexpected("a word");
  }
  if (word.kind == FormulaToken::kText) {
    const bool is_closed = text.size() > 1 && text.back() == text.front();
    if (!is_closed) return build_.Fail(word.offset, "the text lacks its closing quote");
    if (text.front() == '"') {
      text.clear();
      const std::string_view error = ReadJsonString(word.text, &text);
      if (!error.empty()) return build_.Fail(word.offset, std::string(error));
    } else {
      text = text.substr(1, text.size() - 2);
    }
  }
  const bool is_bool = field && field->type == FieldType::kBool && word.kind != FormulaToken::kText;
  value->json.place = build_.PlaceAt(word.offset);
  if (is_bool && (text == "true" || text == "false")) {
    value->json.value = text == "true";
  } else {
    value->json.value = std::move(text);
  }
  Advance();
  return true;
}

bool FormulaParser::ReadNumberOf(const Field& field, FormulaValue* value) {
  const std::size_t offset = token_.offset;
  if (!ReadChoice(value)) return false;
  if (value->number()) return true;
  return build_.Fail(offset, Quoted(field.key) + " must be " + ItemRule(field) + ", got " +
                                 Quoted(build_.TextOf(*value)));
}

bool FormulaParser::ReadColorOf(const Field& field, FormulaValue* value) {
  if (token_.Is("[")) return ReadListOf(field, value);
  if (token_.kind == FormulaToken::kText) return ReadWord(&field, value);
  const std::size_t offset = token_.offset;
  if (!ReadChoice(value)) return false;
  if (value->number() || value->json.text()) return true;
  return build_.Fail(offset,
                     Quoted(field.key) + " must be a colour, got " + Quoted(build_.TextOf(*value)),
                     "write #a0b0c0 or the name of a colour");
}

}  // namespace cobble
