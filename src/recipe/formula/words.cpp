// Hints for unknown names and functions.
#include "recipe/formula/hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/color.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/parts.h"
#include "recipe/formula/tables.h"
#include "recipe/hints/trade_words.h"

namespace cobble {
namespace {

bool IsKnown(std::string_view word, const FormulaNames& names) {
  return names.Contains(word) || ParseFormulaNumber(word) || IsFormulaAxis(word) ||
         FormulaConstant(word);
}

// Splits a name into known parts, with blanks around the hyphens between them; empty if it cannot.
std::string WithBlanks(std::string_view name, const FormulaNames& names) {
  // The parts found so far, from the last one, with blanks.
  std::string rest;
  std::size_t end = name.size();
  for (std::size_t hyphen = name.rfind('-'); hyphen != name.npos;
       hyphen = hyphen == 0 ? name.npos : name.rfind('-', hyphen - 1)) {
    const std::string_view part = name.substr(hyphen + 1, end - hyphen - 1);
    if (!IsKnown(part, names)) continue;
    rest.insert(0, part).insert(0, " - ");
    end = hyphen;
  }
  const std::string_view first = name.substr(0, end);
  return rest.empty() || !IsKnown(first, names) ? "" : std::string(first) + rest;
}

// The same for a call, whose last part is a function: "x - perlin".
std::string CallWithBlanks(std::string_view name, const FormulaNames& names) {
  for (std::size_t hyphen = name.find('-'); hyphen != name.npos;
       hyphen = name.find('-', hyphen + 1)) {
    const std::string_view first = name.substr(0, hyphen), last = name.substr(hyphen + 1);
    if (!IsCallable(last)) continue;
    const std::string parts = IsKnown(first, names) ? std::string(first) : WithBlanks(first, names);
    if (!parts.empty()) return parts + " - " + std::string(last);
  }
  return {};
}

std::string CallForm(const NodeSpec& spec) {
  if (spec.name == kRefType) return CallText(spec);
  const auto arguments = StandsAlone(spec) ? std::vector<std::string_view>() : spec.arguments;
  return fmt::format("{}({})", spec.name, fmt::join(arguments, ", "));
}

// Returns how to call a function or a type; empty if the name is unknown.
std::string CallFormOf(std::string_view name) {
  if (const NodeSpec* const spec = FindNodeSpec(name)) return CallForm(*spec);
  const FormulaFunction* const function = FindFormulaFunction(name);
  return function ? CallText(*function) : "";
}
std::string CallFormOf(std::string_view name, const FormulaNames& names) {
  const Function* const function = names.FindFunction(name);
  return function ? CallText(*function) : CallFormOf(name);
}

// Returns what to write for a name that other programs have, or an empty text.
std::string TradeHint(std::string_view word) {
  if (std::string hint = CallOfWord(word); !hint.empty()) return hint;
  const std::string_view topic = TopicOf(word);
  const NodeSpec* const spec = FindNodeSpec(topic.substr(0, topic.find('.')));
  return spec ? "write " + CallForm(*spec) : "";
}

// Returns the contents of the brackets that a text starts with; empty if missing or long.
std::string_view InBrackets(std::string_view text) {
  constexpr std::size_t kMaxLength = 40;
  constexpr std::string_view kOpening = "([{", kClosing = ")]}";
  const std::size_t kind = text.empty() ? text.npos : kOpening.find(text.front());
  if (kind == text.npos) return {};
  const std::size_t end = text.find(kClosing[kind]);
  return end > kMaxLength ? std::string_view() : text.substr(1, end - 1);
}

// Returns the arguments in the brackets that a text starts with; empty if missing or long.
std::vector<std::string_view> ArgumentsIn(std::string_view text) {
  constexpr std::size_t kMaxLength = 60;
  std::vector<std::string_view> arguments;
  int brackets = 0;
  for (std::size_t at = 0, begin = 1; at < std::min(text.size(), kMaxLength); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[') ++brackets;
    if (c == ')' || c == ']') --brackets;
    if (brackets == 0 || (brackets == 1 && c == ',')) {
      arguments.push_back(text.substr(begin, std::max(at, begin) - begin));
      begin = at + 1;
    }
    if (brackets == 0) return text.front() == '(' ? arguments : std::vector<std::string_view>();
  }
  return {};
}

// Returns whether an argument in a hint stands for any other: "a", "source", "0.1".
bool IsStandIn(std::string_view argument) {
  return argument.find_first_of("=+*/[") == argument.npos;
}

// Returns the hint with the arguments of the call that it replaces, if they are of the same kind:
// voronoi(12) for worley(12), mix(x, y, 0.5) for lerp(x, y, 0.5).
std::string WithArguments(const std::string& hint, std::string_view rest) {
  constexpr std::string_view kWrite = "write ";
  const std::string_view text = hint;
  const std::size_t open = std::min(text.find('('), text.size());
  const auto own = ArgumentsIn(rest), shown = ArgumentsIn(text.substr(open));
  if (!text.starts_with(kWrite) || own.empty() || shown.empty()) return hint;
  const std::string_view first = WithoutBlanks(own.front());
  if (first.empty()) return hint;
  const auto end_in = [](std::string_view in, std::string_view last) {
    return static_cast<std::size_t>(last.data() + last.size() - in.data());
  };
  const std::size_t close = end_in(text, shown.back());
  std::string inside = Printable(rest.substr(1, end_in(rest, own.back()) - 1), kMaxHintedName);
  const NodeSpec* const spec = FindNodeSpec(text.substr(kWrite.size(), open - kWrite.size()));
  if (spec && StandsAlone(*spec)) {
    const bool has_keys = !IsStandIn(shown.front());
    if (!ParseFormulaNumber(first) || (has_keys && own.size() > 1)) return hint;
    if (has_keys) inside += ", " + std::string(text.substr(open + 1, close - open - 1));
  } else if (own.size() != shown.size() || close + 1 != text.size() ||
             !std::ranges::all_of(shown, &IsStandIn)) {
    return hint;
  }
  return std::string(text.substr(0, open + 1)) + inside + std::string(text.substr(close));
}

// perlin[4]
std::string OtherBracketsHint(std::string_view name, std::string_view rest) {
  const bool has_brackets = rest.starts_with('[') || rest.starts_with('{');
  if (!has_brackets || !IsCallable(name)) return {};
  const std::string_view inside = InBrackets(rest);
  return inside.empty() ? "write " + CallFormOf(name)
                        : "write " + std::string(name) + "(" + Printable(inside, 40) + ")";
}

bool IsHexColor(std::string_view text) {
  return (text.size() == 3 || text.size() == 6) && ParseColor("#" + std::string(text));
}

// Names the type whose key has the name among its choices.
std::string ChoiceCallHint(std::string_view name) {
  for (const NodeSpec* const spec : NodeSpecs())
    for (const Field& field : spec->fields)
      if (StandsAlone(*spec) && field.key != "type" && std::ranges::count(field.choices, name) > 0)
        return fmt::format("as a value of {0}, write {0}({1}={2})", spec->name, field.key, name);
  return {};
}

Phrase NearName(std::string_view name, const NameContext& at) {
  std::vector<std::string_view> words = at.names.All();
  for (const std::string_view word : {"x", "y", "z", "pi", "tau"}) words.push_back(word);
  if (const std::string_view own = MapOfPointer(at.pointer); !own.empty()) {
    for (const std::string_view map : at.names.Maps())
      if (map != own) words.push_back(map);
    words.insert(words.end(), {"height", "slope", "ao", "curvature"});
  }
  if (at.may_be_color) words.insert(words.end(), ColorNames().begin(), ColorNames().end());
  return DidYouMean(name, words);
}

std::string_view NearFunction(std::string_view name, const FormulaNames& names) {
  std::vector<std::string_view> words = names.FunctionNames();
  for (const Callable& call : Callables()) words.push_back(call.name());
  return Nearest(name, words);
}

// Says which maps a formula can name.
Phrase MapHint(std::string_view name, const NameContext& at) {
  if (MapOfPointer(at.pointer) == name) return "a map cannot name itself";
  const bool is_map = at.names.IsMap(name, "/nodes/", false);
  const bool is_noise = at.pointer.starts_with("/noise");
  return is_map && is_noise ? "it is a map, which only maps may name" : "";
}

// Says how a map or node uses the recipe's noise, which has no name.
Phrase NoiseHint(std::string_view name, const NameContext& at) {
  const bool is_map = at.pointer.starts_with("/maps/");
  if (name != "noise" || !(is_map || at.pointer.starts_with("/nodes/"))) return {};
  const Phrase definition = at.is_flag ? Phrase::Option("nodes.land", "FORMULA") + " " +
                                             Phrase::Option("noise.type", "land")
                                       : Phrase(R"("nodes": {"land": ...}, "noise": "land")");
  return "to use the recipe's noise here, name it: " + definition + "; then write land";
}

// For formulas without nodes: names the knob that may be meant, or all.
Phrase KnobHint(std::string_view name, const NameContext& at) {
  constexpr std::size_t kMaxNamed = 10;
  if (Phrase hint = NearName(name, at); !hint.empty()) return hint;
  const std::vector<std::string_view> knobs = at.names.Knobs();
  if (knobs.empty() || knobs.size() > kMaxNamed) return "write numbers and names of knobs";
  return "the recipe's knobs are " + ListText(knobs, " and ");
}

bool IsVector(std::string_view plain) {
  constexpr std::string_view kVectors[] = {"vec3", "float3", "vec4", "float4", "color3", "color4"};
  return std::ranges::count(kVectors, plain) > 0;
}

}  // namespace

bool IsCallable(std::string_view name) { return !CallFormOf(name).empty(); }

Phrase NameHint(std::string_view name, const NameContext& at) {
  if (!at.rest.empty() && IsForeignByte(at.rest.front()))
    return ForeignNameHint(std::string(name) + std::string(at.rest));
  if (std::string parts = WithBlanks(name, at.names); !parts.empty()) {
    const std::size_t more = std::min(at.rest.find_first_not_of("0123456789."), at.rest.size());
    if (at.rest.starts_with('.')) parts += at.rest.substr(0, more);
    return "write a difference with blanks: " + parts;
  }
  if (at.is_number) return KnobHint(name, at);
  if (std::string hint = OtherBracketsHint(name, at.rest); !hint.empty()) return hint;
  if (std::string hint = FormulaWordHint(WordPlace::kName, name); !hint.empty()) return hint;
  if (Phrase hint = MapHint(name, at); !hint.empty()) return hint;
  if (Phrase hint = NoiseHint(name, at); !hint.empty()) return hint;
  if (const std::string form = CallFormOf(name, at.names); !form.empty()) return "write " + form;
  if (at.may_be_color && IsHexColor(name)) return "write #" + std::string(name);
  if (Phrase hint = NearName(name, at); !hint.empty()) return hint;
  if (const std::string form = CallFormOf(NearFunction(name, at.names), at.names); !form.empty())
    return DidYouMean(form);
  if (std::string hint = FormulaWordHint(WordPlace::kCall, name); !hint.empty()) return hint;
  if (std::string hint = ChoiceCallHint(name); !hint.empty()) return hint;
  if (std::string hint = TradeHint(name); !hint.empty()) return hint;
  return "name it in \"nodes\", or write a call such as perlin(4): see cobble list noises";
}

bool IsNearCall(std::string_view name, const FormulaNames& names) {
  return !NearFunction(name, names).empty();
}

Phrase CallHint(std::string_view name, const NameContext& at) {
  if (at.names.Contains(name))
    return Quoted(name) + " is a node: write it without brackets, or " + std::string(name) +
           " * (...)";
  const bool has_arguments = !WithoutBlanks(InBrackets(at.rest)).empty();
  if (!has_arguments && at.names.IsMap(name, at.pointer, at.may_be_color))
    return "it is a map, not a function: write " + std::string(name);
  if (const std::string parts = CallWithBlanks(name, at.names); !parts.empty())
    return "write a difference with blanks: " + parts + "(...)";
  if (at.may_be_color && IsVector(PlainWord(name))) return ChannelsHint(at);
  if (const std::string hint = FormulaWordHint(WordPlace::kCall, name); !hint.empty())
    return WithArguments(hint, at.rest);
  if (Phrase hint = DidYouMean(NearFunction(name, at.names)); !hint.empty()) return hint;
  if (const std::string hint = TradeHint(name); !hint.empty()) return WithArguments(hint, at.rest);
  return "\"cobble list nodes\" prints the types of nodes";
}

std::string ChannelsHint(const NameContext& at) {
  const std::string_view inside = InBrackets(at.rest);
  const std::string channels = inside.empty() ? "r, g, b" : Printable(inside, 40);
  return at.is_color_value ? "write [" + channels + "]" : "write rgb(" + channels + ")";
}

}  // namespace cobble
