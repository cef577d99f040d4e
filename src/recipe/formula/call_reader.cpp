// Reads calls of node types and of functions in formulas.
#include "recipe/formula/call_reader.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/formula/apply.h"
#include "recipe/formula/call_numbers.h"
#include "recipe/formula/parser.h"
#include "recipe/formula/words.h"
#include "recipe/reading/read_object.h"

namespace cobble {
namespace {

std::string PlacesText(const NodeSpec& spec) {
  std::string text;
  for (const std::string_view argument : spec.arguments)
    text += (text.empty() ? "" : ", ") + std::string(argument);
  return text;
}

}  // namespace

bool CallReader::FailUnknownCall(const FormulaToken& name) {
  if (!in_.build.Accepts(name.offset)) return false;
  return in_.build.Fail(
      name.offset, "unknown function " + Quoted(name.text),
      name.text.size() > kMaxHintedName ? "" : CallHint(name.text, in_.ContextBehind(name)));
}

bool CallReader::Read(const FormulaToken& name, FormulaValue* value) {
  if (!in_.Enter(name.offset)) return false;
  in_.Advance();
  if (!ReadCallOf(name, value)) return false;
  value->begin = name.offset;
  value->end = in_.token().end();
  if (!in_.Expect(")", "\")\"")) return false;
  in_.Leave();
  return true;
}

// Stops at the closing bracket.
bool CallReader::ReadCallOf(const FormulaToken& name, FormulaValue* value) {
  if (name.text == kRefType) return ReadRef(name, value);
  if (IsFractalFunction(name.text))
    return ReadTypeCall(name, *FindNodeSpec(kFractalType), name.text, value);
  if (const NodeSpec* const spec = FindNodeSpec(name.text))
    return ReadTypeCall(name, *spec, {}, value);
  const auto functions = FormulaFunctions();
  const auto function = std::ranges::find(functions, name.text, &FormulaFunction::name);
  if (function == functions.end()) return FailUnknownCall(name);
  return ReadFunctionCall(name, *function, value);
}

bool CallReader::ReadRef(const FormulaToken& name, FormulaValue* value) {
  FormulaValue target;
  if (!values_.ReadWord(nullptr, &target)) return false;
  value->json = Json{Json::Object(), in_.build.PlaceAt(name.offset)};
  value->json.Add(kRefType, std::move(target.json));
  value->depth = 1;
  return true;
}

// In: kind, of a fractal called by its kind, else empty.
bool CallReader::ReadTypeCall(const FormulaToken& name, const NodeSpec& spec, std::string_view kind,
                              FormulaValue* value) {
  Call call{spec, *NodeTypeNumber(spec.name), name, {}, {}};
  call.is_fractal_function = !kind.empty();
  const int place = ++counts_[spec.name];
  while (!in_.token().Is(")")) {
    if (!ReadArgument(&call)) return false;
    if (!in_.token().Is(",")) break;
    in_.Advance();
    if (in_.token().Is(")")) return in_.Unexpected("an argument");
  }
  if (!in_.token().Is(")")) return in_.Unexpected("\",\" or \")\"");
  return FinishTypeCall(&call, kind, place, value);
}

bool CallReader::ReadArgument(Call* call) {
  const std::vector<std::string_view>& places = call->spec.arguments;
  const FormulaToken first = in_.token();
  if (in_.IsKeyNext()) {
    in_.Advance();
    in_.Advance();
    return ReadArgumentOf(first.text, first, true, call);
  }
  if (call->keys.size() > call->places)
    return in_.build.Fail(first.offset, "an argument without a key follows one with a key",
                          "write those without a key first");
  if (FailOtherKeySign(*call)) return false;
  if (call->places < places.size()) {
    const std::string_view key = places[call->places++];
    return ReadArgumentOf(key, first, false, call);
  }
  return TakesManyPlaces(call->spec) ? ReadFurther(call) : FailTooMany(*call);
}

// In: first, the argument's first token.
bool CallReader::ReadArgumentOf(std::string_view key, const FormulaToken& first, bool is_by_key,
                                Call* call) {
  const auto places = std::span(call->spec.arguments).first(call->places);
  if (is_by_key && (std::ranges::count(places, key) > 0 || !call->given.insert(key).second))
    return in_.build.Fail(first.offset, Quoted(key) + " is given twice", "remove one of them");
  if (is_by_key && (key == "type" || key == kRefType))
    return in_.build.Fail(first.offset, "unknown key " + Quoted(key),
                          key == kRefType ? "a name alone is a node of \"nodes\""
                                          : "the name before the bracket is the type");
  if (call->is_fractal_function && key == kKindKey)
    return in_.build.Fail(first.offset,
                          std::string(call->name.text) + " already sets the kind of fractal",
                          "write fractal(source, kind=...)");
  const Field* const field = FindField(ObjectKind::kNode, key, call->type);
  const bool is_known = field && Uses(call->type, *field);
  if (!is_known && !IsUserKey(key)) return FailBadKey(*call, first);
  const FormulaInput::Context outer = in_.context;
  in_.context = {.spec = is_by_key ? nullptr : &call->spec};
  FormulaValue value;
  if (!(is_known ? values_.Read(*field, &value) : values_.ReadWord(nullptr, &value))) return false;
  in_.context = outer;
  call->keys.push_back(key);
  call->values.push_back(std::move(value));
  return true;
}

bool CallReader::FailBadKey(const Call& call, const FormulaToken& key) {
  if (!in_.build.Accepts(key.offset)) return false;
  Fault fault = BadKey(call.type, key.text, in_.build.PlaceAt(key.offset));
  return in_.build.Fail(key.offset, std::move(fault.message), std::move(fault.hint));
}

// Reports a key followed by another language's sign, "frequency: 8". Else returns false.
bool CallReader::FailOtherKeySign(const Call& call) {
  if (in_.token().kind != FormulaToken::kName || in_.build.site().names.Contains(in_.token().text))
    return false;
  const Field* const field = FindField(ObjectKind::kNode, in_.token().text, call.type);
  if (!field || !Uses(call.type, *field)) return false;
  FormulaScanner ahead = in_.ahead();
  const FormulaToken sign = ahead.Next();
  if (!sign.Is(":") && !sign.Is("==")) return false;
  in_.build.Fail(
      sign.offset, "unexpected " + Quoted(sign.text) + " after a key",
      "write " + std::string(in_.token().text) + "=" + Printable(ahead.Next().text, kMaxShownWord));
  return true;
}

bool CallReader::FailTooMany(const Call& call) {
  const auto count = static_cast<int64_t>(call.spec.arguments.size());
  const bool is_color = call.spec.name == kColorType;
  return in_.build.Fail(
      in_.token().offset,
      std::string(call.spec.name) + " takes at most " + CountText(count, "argument") +
          " without a key: " + PlacesText(call.spec),
      is_color ? ChannelsHint(in_.ContextBehind(call.name)) : "write further ones as key=value");
}

// Reads a third or later argument of min or max, and folds it: there may be half a million.
bool CallReader::ReadFurther(Call* call) {
  const FormulaInput::Context outer = std::exchange(in_.context, {});
  FormulaValue value;
  if (!parser_.ReadChoice(&value) || !FoldPair(*call, &call->values[0], &call->values[1]))
    return false;
  in_.context = outer;
  call->values[1] = std::move(value);
  return true;
}

// In: place, the call's number among those of its type.
bool CallReader::FinishTypeCall(Call* call, std::string_view kind, int place, FormulaValue* value) {
  const std::size_t offset = call->name.offset;
  const bool has_places_alone = call->keys.size() == call->places;
  if (has_places_alone && in_.build.Fold(call->spec.name, call->values)) {
    *value = std::move(call->values.front());
    return true;
  }
  std::vector<FormulaBuilder::Member> members;
  FormulaValue kind_value, pattern;
  if (!kind.empty()) {
    kind_value.json = Json{std::string(kind), in_.build.PlaceAt(offset)};
    members.emplace_back(kKindKey, &kind_value);
  }
  for (std::size_t i = 0; i < call->values.size(); ++i)
    members.emplace_back(call->keys[i], &call->values[i]);
  const Field* const field = FindField(ObjectKind::kNode, kPatternKey, call->type);
  const bool has_pattern = field && Uses(call->type, *field) &&
                           std::ranges::count(call->keys, kPatternKey) == 0 &&
                           std::ranges::count(call->keys, kSeedKey) == 0;
  if (has_pattern) {
    pattern.json = Json{PatternOfCall(in_.build.site().pointer, call->spec.name, place),
                        in_.build.PlaceAt(offset)};
    members.emplace_back(kPatternKey, &pattern);
  }
  if (!in_.build.Node(call->spec.name, offset, members, value)) return false;
  value->has_own_pattern = has_pattern;
  return true;
}

// min(a, b, c) is min(min(a, b), c). Out: a, the call of a and b.
bool CallReader::FoldPair(const Call& call, FormulaValue* a, FormulaValue* b) {
  std::array<FormulaValue, 2> pair{std::move(*a), std::move(*b)};
  if (in_.build.Fold(call.spec.name, pair)) {
    *a = std::move(pair[0]);
    return true;
  }
  return in_.build.Node(call.spec.name, call.name.offset, {{"a", &pair[0]}, {"b", &pair[1]}}, a);
}

bool CallReader::ReadFunctionCall(const FormulaToken& name, const FormulaFunction& function,
                                  FormulaValue* value) {
  const std::string form = CallText(function);
  const FormulaInput::Context outer = std::exchange(in_.context, {});
  std::vector<FormulaValue> arguments;
  while (!in_.token().Is(")")) {
    if (in_.IsKeyNext())
      return in_.build.Fail(in_.token().offset,
                            std::string(function.name) + " takes arguments without keys",
                            "write " + form);
    if (arguments.size() == function.maximum)
      return in_.build.Fail(in_.token().offset, "too many arguments", "write " + form);
    if (!parser_.ReadChoice(&arguments.emplace_back())) return false;
    if (!in_.token().Is(",")) break;
    in_.Advance();
    if (in_.token().Is(")")) return in_.Unexpected("an argument");
  }
  if (!in_.token().Is(")")) return in_.Unexpected("\",\" or \")\"");
  if (arguments.size() < function.minimum)
    return in_.build.Fail(name.offset, "too few arguments", "write " + form);
  in_.context = outer;
  return ApplyFunction(in_.build, name, &arguments, value);
}

}  // namespace cobble
