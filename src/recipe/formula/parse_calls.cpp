// Reads calls of node types and of functions in formulas.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/formula/parser.h"
#include "recipe/reading/read_object.h"

namespace cobble {

struct FormulaParser::Call {
  const NodeSpec& spec;
  int type;
  FormulaToken name;
  std::string_view kind;               // of a fractal called by its kind, fbm(...), else empty
  int number;                          // among the calls of its type
  std::vector<FormulaValue> values;    // by place or key, in the order written
  std::vector<std::string_view> keys;  // of the values
  std::set<std::string_view> given{};  // the keys written
  std::size_t places = 0;              // number of values by place; they come first
};

bool FormulaParser::FailUnknownCall(const FormulaToken& name) {
  if (!build_.Accepts(name.offset)) return false;
  const bool is_long = name.text.size() > kMaxHintedName;
  if (is_long || !IsNearCall(name.text, build_.site().names))
    build_.site().names.NoteForeignCall(name.text);
  return build_.Fail(name.offset, "unknown function " + Quoted(name.text),
                     is_long ? "" : CallHint(name.text, ContextBehind(name)));
}

bool FormulaParser::ReadCall(const FormulaToken& name, FormulaValue* value) {
  if (!Enter(name.offset)) return false;
  Advance();
  if (!ReadCallOf(name, value)) return false;
  value->begin = name.offset;
  value->end = token_.end();
  if (!Expect(")", "\")\"")) return false;
  Leave();
  return true;
}

// Stops at the closing bracket.
bool FormulaParser::ReadCallOf(const FormulaToken& name, FormulaValue* value) {
  if (name.text == kRefType) return ReadRef(name, value);
  if (IsFractalFunction(name.text))
    return ReadTypeCall(name, *FindNodeSpec(kFractalType), name.text, value);
  if (const NodeSpec* const spec = FindNodeSpec(name.text))
    return ReadTypeCall(name, *spec, {}, value);
  if (const FormulaFunction* const function = FindFormulaFunction(name.text))
    return ReadFunctionCall(name, *function, value);
  const Function* const function = build_.site().names.FindFunction(name.text);
  return function ? ReadCallOfFunction(name, *function, value) : FailUnknownCall(name);
}

bool FormulaParser::ReadRef(const FormulaToken& name, FormulaValue* value) {
  FormulaValue target;
  if (!ReadWord(nullptr, &target)) return false;
  if (const FormulaScope* const scope = build_.site().scope) {
    const auto* const bound = scope->Find(*target.json.text());
    FormulaToken own = name;
    own.text = *target.json.text();
    return bound ? TakeBound(own, *bound, value) : FailUnknownName(own);
  }
  value->json = Json{Json::Object(), build_.PlaceAt(name.offset)};
  value->json.Add(kRefType, std::move(target.json));
  value->depth = 1;
  return true;
}

bool FormulaParser::ReadTypeCall(const FormulaToken& name, const NodeSpec& spec,
                                 std::string_view kind, FormulaValue* value) {
  if (spec.name == kGradientType && HasStopsNext())
    return build_.Fail(name.offset, "gradient has no source and no colours", kRampHint);
  Call call{spec, *NodeTypeNumber(spec.name), name, kind, ++counts_[spec.name], {}, {}};
  return ReadItems(")", "an argument", [&] { return ReadArgument(&call); }) &&
         FinishTypeCall(&call, value);
}

bool FormulaParser::ReadArgument(Call* call) {
  const std::vector<std::string_view>& places = call->spec.arguments;
  const FormulaToken first = token_;
  if (IsKeyNext()) {
    Advance();
    Advance();
    return ReadArgumentOf(first.text, first, true, call);
  }
  if (call->keys.size() > call->places)
    return build_.Fail(first.offset, "an argument without a key follows one with a key",
                       "write those without a key first");
  if (FailOtherKeySign(*call)) return false;
  if (call->places < places.size()) {
    const std::string_view key = places[call->places++];
    return ReadArgumentOf(key, first, false, call);
  }
  return TakesManyPlaces(call->spec) ? ReadFurther(call) : FailTooMany(*call);
}

// In: first, the argument's first token.
bool FormulaParser::ReadArgumentOf(std::string_view key, const FormulaToken& first, bool is_by_key,
                                   Call* call) {
  const auto places = std::span(call->spec.arguments).first(call->places);
  if (is_by_key && (std::ranges::count(places, key) > 0 || !call->given.insert(key).second))
    return build_.Fail(first.offset, Quoted(key) + " is given twice", "remove one of them");
  if (is_by_key && (key == "type" || key == kRefType))
    return build_.Fail(first.offset, "unknown key " + Quoted(key),
                       key == kRefType ? "a name alone is a node of \"nodes\""
                                       : "the name before the bracket is the type");
  if (!call->kind.empty() && key == kKindKey)
    return build_.Fail(first.offset,
                       std::string(call->name.text) + " already sets the kind of fractal",
                       "write fractal(source, kind=...)");
  const Field* const field = FindFieldOf(ObjectKind::kNode, call->type, key);
  if (!field && !IsUserKey(key)) return FailBadKey(*call, first);
  const Context outer = context_;
  context_ = {.spec = is_by_key ? nullptr : &call->spec};
  FormulaValue value;
  if (!(field ? ReadValue(*field, &value) : ReadWord(nullptr, &value))) return false;
  context_ = outer;
  call->keys.push_back(key);
  call->values.push_back(std::move(value));
  return true;
}

bool FormulaParser::FailBadKey(const Call& call, const FormulaToken& key) {
  if (!build_.Accepts(key.offset)) return false;
  Fault fault = BadKey(call.type, key.text, build_.PlaceAt(key.offset));
  return build_.Fail(key.offset, std::move(fault.message), std::move(fault.hint));
}

// Reports a key followed by another language's sign, "frequency: 8". Else returns false.
bool FormulaParser::FailOtherKeySign(const Call& call) {
  if (token_.kind != FormulaToken::kName || build_.site().names.Contains(token_.text)) return false;
  if (!FindFieldOf(ObjectKind::kNode, call.type, token_.text)) return false;
  FormulaScanner ahead = scanner_;
  const FormulaToken sign = ahead.Next();
  if (!sign.Is(":") && !sign.Is("==")) return false;
  build_.Fail(
      sign.offset, "unexpected " + Quoted(sign.text) + " after a key",
      "write " + std::string(token_.text) + "=" + Printable(ahead.Next().text, kMaxShownWord));
  return true;
}

bool FormulaParser::FailTooMany(const Call& call) {
  const auto count = static_cast<int64_t>(call.spec.arguments.size());
  const bool is_color = call.spec.name == kColorType;
  return Fail(
      std::string(call.spec.name) + " takes at most " + CountText(count, "argument") +
          fmt::format(" without a key: {}", fmt::join(call.spec.arguments, ", ")),
      is_color ? ChannelsHint(ContextBehind(call.name)) : "write further ones as key=value");
}

bool FormulaParser::HasStopsNext() const {
  FormulaScanner ahead = scanner_;
  int depth = 0;
  for (FormulaToken token = token_; token.kind != FormulaToken::kEnd; token = ahead.Next()) {
    if (token.Is(",") && depth == 0) return ahead.Next().Is("[") && ahead.Next().Is("[");
    if (token.Is("(") || token.Is("[")) ++depth;
    if ((token.Is(")") || token.Is("]")) && --depth < 0) return false;
  }
  return false;
}

// Reads a third or later argument of min or max, and folds it: there may be half a million.
bool FormulaParser::ReadFurther(Call* call) {
  const Context outer = std::exchange(context_, {});
  FormulaValue value;
  if (!ReadChoice(&value) || !FoldPair(*call, &call->values[0], &call->values[1])) return false;
  context_ = outer;
  call->values[1] = std::move(value);
  return true;
}

bool FormulaParser::FinishTypeCall(Call* call, FormulaValue* value) {
  const std::size_t offset = call->name.offset;
  const bool has_places_alone = call->keys.size() == call->places;
  if (has_places_alone && build_.Fold(call->spec.name, call->values)) {
    *value = std::move(call->values.front());
    return true;
  }
  std::vector<FormulaBuilder::Member> members;
  FormulaValue kind_value, pattern;
  if (!call->kind.empty()) {
    kind_value.json = Json{std::string(call->kind), build_.PlaceAt(offset)};
    members.emplace_back(kKindKey, &kind_value);
  }
  for (std::size_t i = 0; i < call->values.size(); ++i)
    members.emplace_back(call->keys[i], &call->values[i]);
  const bool has_pattern = !call->spec.shares_seed &&
                           FindFieldOf(ObjectKind::kNode, call->type, kPatternKey) &&
                           std::ranges::count(call->keys, kPatternKey) == 0 &&
                           std::ranges::count(call->keys, kSeedKey) == 0;
  if (has_pattern) {
    pattern.json = Json{PatternOfCall(build_.site().PatternsStart(), call->spec.name, call->number),
                        build_.PlaceAt(offset)};
    members.emplace_back(kPatternKey, &pattern);
  }
  if (!build_.Node(call->spec.name, offset, members, value)) return false;
  value->has_own_pattern = has_pattern;
  return true;
}

// min(a, b, c) is min(min(a, b), c). Out: a, the call of a and b.
bool FormulaParser::FoldPair(const Call& call, FormulaValue* a, FormulaValue* b) {
  std::array<FormulaValue, 2> pair{std::move(*a), std::move(*b)};
  if (build_.Fold(call.spec.name, pair)) {
    *a = std::move(pair[0]);
    return true;
  }
  return build_.Node(call.spec.name, call.name.offset, {{"a", &pair[0]}, {"b", &pair[1]}}, a);
}

bool FormulaParser::ReadFunctionCall(const FormulaToken& name, const FormulaFunction& function,
                                     FormulaValue* value) {
  const std::string hint = "write " + CallText(function);
  const Context outer = std::exchange(context_, {});
  std::vector<FormulaValue> arguments;
  const auto read_argument = [&] {
    if (IsKeyNext())
      return Fail(std::string(function.name) + " takes arguments without keys", hint);
    if (arguments.size() == function.maximum) return Fail("too many arguments", hint);
    return ReadChoice(&arguments.emplace_back());
  };
  if (!ReadItems(")", "an argument", read_argument)) return false;
  if (arguments.size() < function.minimum)
    return build_.Fail(name.offset, "too few arguments", hint);
  context_ = outer;
  return build_.Apply(name, &arguments, value);
}

}  // namespace cobble
