// Calls in formulas: of types of nodes and of functions, and the values of their arguments.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/color.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/formula/call_numbers.h"
#include "recipe/formula/parser.h"
#include "recipe/formula/words.h"
#include "recipe/json/string.h"
#include "recipe/reading/read_object.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxHinted = 200;  // bytes of a name or of what follows it in a hint

std::string PlacesText(const NodeSpec& spec) {
  std::string text;
  for (const std::string_view argument : spec.arguments)
    text += (text.empty() ? "" : ", ") + std::string(argument);
  return text;
}

}  // namespace

bool FormulaParser::IsKeyNext() const {
  if (token_.kind != FormulaToken::kName) return false;
  FormulaScanner ahead = scanner_;
  return ahead.Next().Is("=");
}

NameContext FormulaParser::ContextBehind(const FormulaToken& name) const {
  return {build_.site().names,   build_.text().substr(name.end(), kMaxHinted),
          context_.may_be_color, context_.is_color_value,
          build_.site().pointer, build_.PlaceAt(name.offset).is_flag()};
}

bool FormulaParser::FailUnknownName(const FormulaToken& name) {
  if (!build_.Accepts(name.offset)) return false;
  return build_.Fail(name.offset, "unknown name " + Quoted(name.text),
                     name.text.size() > kMaxHinted ? Phrase("write a difference with blanks, a - b")
                                                   : NameHint(name.text, ContextBehind(name)));
}

bool FormulaParser::FailUnknownCall(const FormulaToken& name) {
  if (!build_.Accepts(name.offset)) return false;
  return build_.Fail(name.offset, "unknown function " + Quoted(name.text),
                     name.text.size() > kMaxHinted ? "" : CallHint(name.text, ContextBehind(name)));
}

// token_ is the opening bracket.
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
  const auto functions = FormulaFunctions();
  const auto function = std::ranges::find(functions, name.text, &FormulaFunction::name);
  if (function == functions.end()) return FailUnknownCall(name);
  return ReadFunctionCall(name, *function, value);
}

bool FormulaParser::ReadRef(const FormulaToken& name, FormulaValue* value) {
  FormulaValue target;
  if (!ReadWord(nullptr, &target)) return false;
  value->json = Json{Json::Object(), build_.PlaceAt(name.offset)};
  value->json.Add(kRefType, std::move(target.json));
  value->depth = 1;
  return true;
}

// In: kind, of a fractal, if the call has the name of its kind; else empty.
bool FormulaParser::ReadTypeCall(const FormulaToken& name, const NodeSpec& spec,
                                 std::string_view kind, FormulaValue* value) {
  Call call{spec, *NodeTypeNumber(spec.name), name, {}, {}};
  call.is_fractal_function = !kind.empty();
  const int place = ++calls_[spec.name];
  while (!token_.Is(")")) {
    if (!ReadArgument(&call)) return false;
    if (!token_.Is(",")) break;
    Advance();
    if (token_.Is(")")) return Unexpected("an argument");
  }
  if (!token_.Is(")")) return Unexpected("\",\" or \")\"");
  return FinishTypeCall(&call, kind, place, value);
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
  if (call->is_fractal_function && key == kKindKey)
    return build_.Fail(first.offset,
                       std::string(call->name.text) + " is the kind of fractal that its name says",
                       "write fractal(source, kind=...)");
  const Field* const field = FindField(ObjectKind::kNode, key, call->type);
  const bool is_known = field && Uses(call->type, *field);
  if (!is_known && !IsUserKey(key)) return FailBadKey(*call, first);
  const Context outer = context_;
  context_ = {.spec = is_by_key ? nullptr : &call->spec};
  FormulaValue value;
  if (!(is_known ? ReadValueOf(*field, &value) : ReadWord(nullptr, &value))) return false;
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

// Reports a key that has another language's sign behind it, "frequency: 8". Returns false if there
// is none.
bool FormulaParser::FailOtherKeySign(const Call& call) {
  if (token_.kind != FormulaToken::kName || build_.site().names.Contains(token_.text)) return false;
  const Field* const field = FindField(ObjectKind::kNode, token_.text, call.type);
  if (!field || !Uses(call.type, *field)) return false;
  FormulaScanner ahead = scanner_;
  const FormulaToken sign = ahead.Next();
  if (!sign.Is(":") && !sign.Is("==")) return false;
  build_.Fail(
      sign.offset, "unexpected " + Quoted(sign.text) + " behind a key",
      "write " + std::string(token_.text) + "=" + Printable(ahead.Next().text, kMaxShownWord));
  return true;
}

bool FormulaParser::FailTooMany(const Call& call) {
  const auto count = static_cast<int64_t>(call.spec.arguments.size());
  const bool is_color = call.spec.name == kColorType;
  return build_.Fail(
      token_.offset,
      std::string(call.spec.name) + " takes at most " + CountText(count, "argument") +
          " without a key: " + PlacesText(call.spec),
      is_color ? ChannelsHint(ContextBehind(call.name)) : "write further ones as key=value");
}

// Reads an argument of min or max behind the first two, which become one: a formula may have half a
// million of them.
bool FormulaParser::ReadFurther(Call* call) {
  const Context outer = std::exchange(context_, {});
  FormulaValue value;
  if (!ReadChoice(&value) || !FoldPair(*call, &call->values[0], &call->values[1])) return false;
  context_ = outer;
  call->values[1] = std::move(value);
  return true;
}

// In: place, of the call among those of its type.
bool FormulaParser::FinishTypeCall(Call* call, std::string_view kind, int place,
                                   FormulaValue* value) {
  const std::size_t offset = call->name.offset;
  const bool has_places_alone = call->keys.size() == call->places;
  if (has_places_alone && build_.Fold(call->spec.name, call->values)) {
    *value = std::move(call->values.front());
    return true;
  }
  std::vector<FormulaBuilder::Member> members;
  FormulaValue kind_value, pattern;
  if (!kind.empty()) {
    kind_value.json = Json{std::string(kind), build_.PlaceAt(offset)};
    members.emplace_back(kKindKey, &kind_value);
  }
  for (std::size_t i = 0; i < call->values.size(); ++i)
    members.emplace_back(call->keys[i], &call->values[i]);
  const Field* const field = FindField(ObjectKind::kNode, kPatternKey, call->type);
  const bool has_pattern = field && Uses(call->type, *field) &&
                           std::ranges::count(call->keys, kPatternKey) == 0 &&
                           std::ranges::count(call->keys, kSeedKey) == 0;
  if (has_pattern) {
    pattern.json =
        Json{PatternOfCall(build_.site().pointer, call->spec.name, place), build_.PlaceAt(offset)};
    members.emplace_back(kPatternKey, &pattern);
  }
  if (!build_.Node(call->spec.name, offset, members, value)) return false;
  value->has_own_pattern = has_pattern;
  return true;
}

// min(a, b, c) is min(min(a, b), c). Out: a, the call of both.
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
  const std::string form = CallText(function);
  const Context outer = std::exchange(context_, {});
  std::vector<FormulaValue> arguments;
  while (!token_.Is(")")) {
    if (IsKeyNext())
      return build_.Fail(token_.offset, std::string(function.name) + " takes no keys, only places",
                         "write " + form);
    if (arguments.size() == function.maximum)
      return build_.Fail(token_.offset, "too many arguments", "write " + form);
    if (!ReadChoice(&arguments.emplace_back())) return false;
    if (!token_.Is(",")) break;
    Advance();
    if (token_.Is(")")) return Unexpected("an argument");
  }
  if (!token_.Is(")")) return Unexpected("\",\" or \")\"");
  if (arguments.size() < function.minimum)
    return build_.Fail(name.offset, "too few arguments", "write " + form);
  context_ = outer;
  return Apply(name, &arguments, value);
}

bool FormulaParser::Apply(const FormulaToken& name, std::vector<FormulaValue>* arguments,
                          FormulaValue* value) {
  const std::size_t offset = name.offset;
  std::vector<FormulaValue>& args = *arguments;
  const auto number = [&](double x) {
    FormulaValue made;
    build_.Number(x, offset, &made);
    return made;
  };
  const auto take_first = [&] {
    *value = std::move(args[0]);
    return true;
  };
  for (const FormulaValue& arg : args)
    if (arg.is_color) return FailNumberNeeded(name, arg);
  if (name.text == "pow" || name.text == "sqrt") return ApplyPower(name, arguments) && take_first();
  if (name.text == "sin" || name.text == "cos") {
    FormulaValue turn = number(2 * std::numbers::pi), quarter = number(0.25);
    return build_.Binary('/', offset, &args[0], &turn) &&
           (name.text == "sin" || build_.Binary('+', offset, &args[0], &quarter)) &&
           build_.Node("sine", offset, {{"source", &args[0]}}, value);
  }
  if (name.text == "fract") {
    FormulaValue one = number(1);
    return build_.Node("modulo", offset, {{"a", &args[0]}, {"b", &one}}, value);
  }
  if (name.text == "step") {
    FormulaValue softness = number(0);
    if (!args[0].number())
      return build_.Fail(args[0].begin, "the edge must be a number",
                         "write " + build_.FactorOf(args[1]) + " >= " + build_.FactorOf(args[0]));
    return build_.Node("threshold", offset,
                       {{"source", &args[1]}, {"level", &args[0]}, {"softness", &softness}}, value);
  }
  if (name.text == "saturate") {
    std::array<FormulaValue, 3> values{std::move(args[0]), number(0), number(1)};
    if (!build_.Fold("clamp", values))
      return build_.Node("clamp", offset,
                         {{"source", &values[0]}, {"low", &values[1]}, {"high", &values[2]}},
                         value);
    *value = std::move(values[0]);
    return true;
  }
  if (name.text == "lerp") {
    if (build_.Fold("mix", args)) return take_first();
    return build_.Node("mix", offset, {{"a", &args[0]}, {"b", &args[1]}, {"by", &args[2]}}, value);
  }
  return ReadRgb(offset, arguments, value);
}

// In: function, pow or sqrt. Out: arguments, of which the first becomes the power.
bool FormulaParser::ApplyPower(const FormulaToken& function, std::vector<FormulaValue>* arguments) {
  FormulaValue& base = arguments->front();
  FormulaValue half;
  build_.Number(0.5, function.offset, &half);
  FormulaValue& exponent = function.text == "sqrt" ? half : arguments->back();
  if (!exponent.number())
    return build_.Fail(exponent.begin, "the exponent of pow must be a number",
                       build_.ExponentHint(base, exponent));
  if (function.text == "sqrt" && base.number() && *base.number() < 0)
    return build_.Fail(base.begin, "a negative number has no square root",
                       "write its magnitude, abs(a)");
  return build_.Power(function.offset, &base, &exponent);
}

bool FormulaParser::FailNumberNeeded(const FormulaToken& function, const FormulaValue& color) {
  return build_.Fail(
      color.begin,
      std::string(function.text) + " takes numbers, got the colour " + Quoted(build_.TextOf(color)),
      function.text == "lerp" ? "mix two colours with blend(a, b, t)"
                              : "write luminance(a), or channel(a, red)");
}

// Numbers are linear channels, from 0 to 1.
bool FormulaParser::ReadRgb(std::size_t offset, std::vector<FormulaValue>* arguments,
                            FormulaValue* value) {
  std::vector<FormulaValue>& args = *arguments;
  for (const FormulaValue& arg : args) {
    const double* const number = arg.number();
    if (!number || (*number >= 0 && *number <= 1)) continue;
    std::string hint = "write a colour as #a0b0c0";
    const bool are_bytes = std::ranges::all_of(args, [](const FormulaValue& each) {
      const double* const x = each.number();
      return x && *x >= 0 && *x <= 255 && *x == std::floor(*x);
    });
    if (are_bytes) {
      hint = "write #";
      for (const FormulaValue& each : args) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto byte = static_cast<std::size_t>(*each.number());
        hint += {kDigits[byte / 16], kDigits[byte % 16]};
      }
    }
    return build_.Fail(arg.begin, "a channel of rgb is linear, from 0 to 1", std::move(hint));
  }
  return build_.Node("channels", offset,
                     {{"red", &args[0]}, {"green", &args[1]}, {"blue", &args[2]}}, value);
}

}  // namespace cobble
