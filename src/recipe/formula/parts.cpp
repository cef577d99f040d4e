// Splits formulas into parts with a meaning.
#include "recipe/formula/parts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/color.h"
#include "core/list_text.h"
#include "recipe/formula/library.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxFrames = 256;
constexpr std::array<std::string_view, 12> kKindNames{"type",  "function", "name",    "constant",
                                                      "key",   "word",     "text",    "number",
                                                      "color", "operator", "bracket", "unknown"};

// Returns what a key takes. In: depth, the nesting of lists; index, of the item in the innermost.
FormulaWant WantOf(const Field& field, int depth, int index) {
  switch (field.type) {
    case FieldType::kInput:
    case FieldType::kInputs:
      return field.accepts == Accepts::kNumber ? FormulaWant::kNode : FormulaWant::kColorNode;
    case FieldType::kChoice:
    case FieldType::kBool:
      return FormulaWant::kWord;
    case FieldType::kText:
      return FormulaWant::kText;
    case FieldType::kColor:
      return FormulaWant::kColor;
    case FieldType::kColors:
      return depth > 0 ? FormulaWant::kColor : FormulaWant::kOther;
    case FieldType::kStop:
      return depth == 1 && index == 1 ? FormulaWant::kColor : FormulaWant::kNumber;
    case FieldType::kStops:
      return depth == 2 && index == 1 ? FormulaWant::kColor : FormulaWant::kNumber;
    case FieldType::kRange:
      return depth > 0 || field.choices.empty() ? FormulaWant::kNumber : FormulaWant::kWord;
    case FieldType::kObject:
    case FieldType::kNodes:
    case FieldType::kMaps:
    case FieldType::kPack:
    case FieldType::kPacks:
    case FieldType::kKnobs:
    case FieldType::kFunctions:
      return FormulaWant::kOther;
    default:
      return FormulaWant::kNumber;
  }
}

// Returns the key that an argument without a key sets; none may follow one with a key.
const Field* FieldOfPlace(const FormulaParts::Frame& frame) {
  if (!frame.call.is_known() || !frame.given.empty()) return nullptr;
  const auto places = frame.call.Places();
  if (places.empty()) return nullptr;
  const NodeSpec* const spec = frame.call.spec;
  const bool takes_many = spec != nullptr && TakesManyPlaces(*spec);
  const auto place = static_cast<std::size_t>(frame.index);
  if (place >= places.size() && !takes_many) return nullptr;
  return frame.call.Find(places[std::min(place, places.size() - 1)]);
}

}  // namespace

std::string_view NameOf(FormulaPart::Kind kind) { return kKindNames[kind]; }

std::string_view Callable::name() const {
  if (own != nullptr) return own->name;
  return function != nullptr ? function->name : spec->name;
}

std::string Callable::text() const {
  if (own != nullptr) return CallText(*own);
  return function != nullptr ? CallText(*function) : CallText(*spec);
}

std::vector<std::string_view> Callable::Places() const {
  std::vector<std::string_view> places;
  if (own != nullptr) {
    for (const Function::Parameter& each : own->parameters) places.push_back(each.name);
    return places;
  }
  if (function == nullptr) return spec->arguments;
  if (function->places.empty()) return places;
  for (const std::string_view place : PiecesOf(function->places, ","))
    places.push_back(WithoutBlanks(place.substr(0, place.find('='))));
  return places;
}

std::vector<const Field*> Callable::Keys() const {
  std::vector<const Field*> keys;
  if (spec == nullptr) return keys;
  for (const Field* field : FieldsOf(ObjectKind::kNode, *NodeTypeNumber(spec->name))) {
    const bool is_own = function != nullptr && field->key == kKindKey;  // ridged is the kind
    if (field->type != FieldType::kObject && field->key != "type" && !is_own) keys.push_back(field);
  }
  return keys;
}

const Field* Callable::Find(std::string_view key) const {
  const auto keys = Keys();
  const auto found = std::ranges::find(keys, key, &Field::key);
  return found == keys.end() ? nullptr : *found;
}

Callable FindCallable(std::string_view name, std::span<const Function> functions) {
  if (const NodeSpec* const spec = FindNodeSpec(name)) return {.spec = spec};
  const FormulaFunction* const function = FindFormulaFunction(name);
  if (!function) {
    const auto own = std::ranges::find(functions, name, &Function::name);
    return {.own = own == functions.end() ? FindLibraryFunction(name) : &*own};
  }
  return {.spec = IsFractalFunction(name) ? FindNodeSpec(kFractalType) : nullptr,
          .function = function};
}

std::vector<Callable> Callables() {
  std::vector<Callable> all;
  for (const NodeSpec* const spec : NodeSpecs())
    if (spec->name != kRefType) all.push_back({.spec = spec});
  for (const FormulaFunction& function : FormulaFunctions())
    all.push_back(FindCallable(function.name));
  return all;
}

FormulaParts::FormulaParts(std::string_view formula, const FormulaPlace& place)
    : text_(formula.size() > kMaxLength ? "" : formula), place_(place), scanner_(text_) {
  while (frames_.size() <= kMaxFrames) {
    FormulaScanner behind = scanner_;
    const FormulaToken token = behind.Next();
    if (token.kind == FormulaToken::kEnd) return;
    if (TakeKey(token, behind) || TakeWord(token)) continue;
    scanner_ = behind;
    Take(token);
  }
}

FormulaWant FormulaParts::want() const {
  const Frame& frame = end();
  if (frame.field != nullptr) return WantOf(*frame.field, frame.depth, frame.index);
  const bool may_be_color = place_.may_be_color && std::ranges::none_of(frames_, &Frame::is_call);
  return may_be_color ? FormulaWant::kColorNode : FormulaWant::kNode;
}

void FormulaParts::Add(FormulaPart::Kind kind, const FormulaToken& token) {
  parts_.push_back({kind, token.offset, token.end(), end().call, end().field});
}

// "octaves=" at the beginning of an argument.
bool FormulaParts::TakeKey(const FormulaToken& token, const FormulaScanner& behind) {
  Frame& frame = frames_.back();
  if (!frame.is_start || !frame.is_call || frame.is_keyed || token.kind != FormulaToken::kName)
    return false;
  FormulaScanner ahead = behind;
  const FormulaToken sign = ahead.Next();
  if (!sign.Is("=")) return false;
  frame.is_keyed = true;
  frame.field = frame.call.is_known() ? frame.call.Find(token.text) : nullptr;
  frame.given.push_back(token.text);
  Add(FormulaPart::kKey, token);
  Add(FormulaPart::kOperator, sign);
  scanner_ = ahead;
  return true;
}

// Where a key takes a word, it has no quotes, whatever else the word could mean.
bool FormulaParts::TakeWord(const FormulaToken& token) {
  Frame& frame = frames_.back();
  const bool takes_words = want() == FormulaWant::kWord || want() == FormulaWant::kText;
  if (!frame.is_start || frame.bracket == 0 || !takes_words || token.kind == FormulaToken::kText)
    return false;
  FormulaScanner ahead = scanner_;
  const FormulaToken word = ahead.WordAt(token.offset);
  if (word.text.empty()) return false;
  frame.is_start = false;
  Add(FormulaPart::kWord, word);
  scanner_ = ahead;
  return true;
}

void FormulaParts::Take(const FormulaToken& token) {
  if (token.kind == FormulaToken::kPunctuator) return TakePunctuator(token);
  frames_.back().is_start = false;
  switch (token.kind) {
    case FormulaToken::kName:
      return TakeName(token);
    case FormulaToken::kNumber:
      return Add(FormulaPart::kNumber, token);
    case FormulaToken::kColor:
      return Add(FormulaPart::kColor, token);
    case FormulaToken::kText:
      return Add(FormulaPart::kText, token);
    default:
      return Add(FormulaPart::kUnknown, token);
  }
}

void FormulaParts::TakeName(const FormulaToken& token) {
  FormulaScanner ahead = scanner_;
  const FormulaToken bracket = ahead.Next();
  if (!bracket.Is("(")) return Add(KindOfName(token.text), token);
  const Callable call = FindCallable(token.text, place_.functions);
  const auto kind = call.is_function() ? FormulaPart::kFunction : FormulaPart::kType;
  Add(call.is_known() ? kind : FormulaPart::kUnknown, token);
  scanner_ = ahead;
  Open(bracket, call, true);
}

FormulaPart::Kind FormulaParts::KindOfName(std::string_view name) const {
  if (std::ranges::count(place_.names, name) > 0) return FormulaPart::kName;
  if (IsFormulaAxis(name) || FormulaConstant(name)) return FormulaPart::kConstant;
  const bool may_be_color = want() == FormulaWant::kColor || want() == FormulaWant::kColorNode;
  if (may_be_color && ParseColor(name)) return FormulaPart::kColor;
  const bool is_alone = WithoutBlanks(text_) == name && FindNodeSpec(name) != nullptr;
  return is_alone ? FormulaPart::kType : FormulaPart::kUnknown;
}

void FormulaParts::TakePunctuator(const FormulaToken& token) {
  if (token.Is("(") || token.Is("[")) return Open(token, {}, false);
  Frame& frame = frames_.back();
  if (token.Is(")") || token.Is("]")) {
    Add(FormulaPart::kBracket, token);
    if (frame.bracket == (token.Is(")") ? '(' : '[')) frames_.pop_back();
    frames_.back().is_start = false;
    return;
  }
  Add(FormulaPart::kOperator, token);
  frame.is_start = token.Is(",");
  if (!frame.is_start) return;
  ++frame.index;
  if (!frame.is_call) return;
  frame.is_keyed = false;
  frame.field = FieldOfPlace(frame);
}

void FormulaParts::Open(const FormulaToken& bracket, const Callable& call, bool is_call) {
  Add(FormulaPart::kBracket, bracket);
  Frame& outer = frames_.back();
  outer.is_start = false;
  const bool is_list = bracket.Is("[");
  Frame frame{.bracket = bracket.text[0],
              .call = is_call ? call : outer.call,
              .is_call = is_call,
              .field = outer.field,
              .depth = is_call ? 0 : outer.depth + static_cast<int>(is_list),
              .index = is_call || is_list ? 0 : outer.index};
  if (is_call) frame.field = FieldOfPlace(frame);
  frames_.push_back(std::move(frame));
}

}  // namespace cobble
