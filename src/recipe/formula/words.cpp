// The words of other languages, as tables.
#include "recipe/formula/words.h"

#include <algorithm>
#include <vector>

#include "core/color.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"
#include "recipe/hints/trade_words.h"

namespace cobble {
namespace {

struct Translation {
  std::string_view word, hint;
};

constexpr std::string_view kVector =
    "a formula has no vectors: write lists in brackets, as in transform(rock, [0.5, 0])";

constexpr Translation kOperators[] = {
    {"**", "write a power as a^2"},
    {"=",
     "a formula has no definitions: add the name to \"nodes\", with what follows as its formula"},
    {"==", "compare with a range: (a > 0.4) * (a < 0.6)"},
    {"!=", "compare with a range: 1 - (a > 0.4) * (a < 0.6)"},
    {"&&", "multiply: (a > 0) * (b > 0)"},
    {"||", "write max(a > 0, b > 0)"},
    {"&", "multiply: (a > 0) * (b > 0)"},
    {"|", "write max(a > 0, b > 0)"},
    {"!", "write 1 - a"},
    {"//", "write floor(a / b)"},
    {";", "separate arguments with commas"},
    {".", "a formula has no members: channel(color, red) is a channel of a colour"},
};

// Functions of other languages, in lower case, without - and _.
constexpr Translation kFunctions[] = {
    {"noise", "write perlin(4)"},
    {"snoise", "write simplex(4)"},
    {"cnoise", "write perlin(4)"},
    {"worley", "write voronoi(8)"},
    {"mod", "write a % b"},
    {"fmod", "write a % b"},
    {"frac", "write fract(a)"},
    {"clamp01", "write saturate(a)"},
    {"length", "write sqrt(x*x + y*y), or coordinate(radius)"},
    {"distance", "write sqrt(x*x + y*y), or coordinate(radius)"},
    {"hypot", "write sqrt(x*x + y*y), or coordinate(radius)"},
    {"atan2", "coordinate(angle) is the angle of (x, y), in turns"},
    {"atan", "coordinate(angle) is the angle of (x, y), in turns"},
    {"tan", "write sin(a) / cos(a)"},
    {"ceil", "write -floor(-a)"},
    {"round", "write floor(a + 0.5)"},
    {"trunc", "write sign(a) * floor(abs(a))"},
    {"sq", "write a^2"},
    {"sqr", "write a^2"},
    {"if", "write condition ? a : b"},
    {"select", "write condition ? a : b"},
    {"ln", "write log(a)"},
    {"log2", "write log(a) / 0.6931471805599453"},
    {"log10", "write log(a) / 2.302585092994046"},
    {"exp2", "write exp(a * 0.6931471805599453)"},
    {"inversesqrt", "write a ^ -0.5"},
    {"random", "write white(64)"},
    {"rand", "write white(64)"},
    {"hash", "write white(64)"},
    {"linearstep", "write saturate((a - low) / (high - low))"},
    {"fit", "write remap(a, [0, 1], [-1, 1])"},
    {"vec2", kVector},
    {"vec3", kVector},
    {"float2", kVector},
    {"float3", kVector},
    {"vec4", kVector},
    {"dot", kVector},
    {"normalize", kVector},
    {"hsv", "write a colour as #a0b0c0 or by its name, or rgb(r, g, b) from 0 to 1"},
    {"color3", "write a colour as #a0b0c0 or by its name, or rgb(r, g, b) from 0 to 1"},
    {"turbulence", "write perlin(4, 5, turbulence=absolute)"},
    {"billow", "write perlin(4, 5, turbulence=absolute)"},
    {"smin", "write smooth-min(a, b, 0.1)"},
    {"smax", "write smooth-max(a, b, 0.1)"},
};

// Names of other languages, in lower case.
constexpr Translation kNames[] = {
    {"u", "x is the coordinate to the right, y the one down"},
    {"v", "x is the coordinate to the right, y the one down"},
    {"uv", "x is the coordinate to the right, y the one down"},
    {"p", "x is the coordinate to the right, y the one down"},
    {"pi", "write pi"},
    {"time", "z moves through noises with 3 dimensions: see \"slice\" of domain"},
    {"t", "z moves through noises with 3 dimensions: see \"slice\" of domain"},
};

template <typename Table>
std::string HintIn(const Table& table, std::string_view word) {
  for (const Translation& row : table)
    if (row.word == word) return std::string(row.hint);
  return {};
}

std::string PlainWord(std::string_view word) {
  std::string plain = LowerCase(word);
  std::erase_if(plain, [](char c) { return c == '-' || c == '_'; });
  return plain;
}

bool IsKnown(std::string_view word, const FormulaNames& names) {
  return names.Contains(word) || ParseFormulaNumber(word) || IsFormulaAxis(word) ||
         FormulaConstant(word);
}

// Returns the parts of a name with hyphens, each of them known, with blanks around the hyphens; an
// empty text if it has none.
std::string WithBlanks(std::string_view name, const FormulaNames& names) {
  // For each start of a part, from the last: the rest with blanks.
  std::string rest;
  std::size_t end = name.size();
  for (std::size_t hyphen = name.rfind('-'); hyphen != name.npos;
       hyphen = hyphen == 0 ? name.npos : name.rfind('-', hyphen - 1)) {
    const std::string_view part = name.substr(hyphen + 1, end - hyphen - 1);
    if (!IsKnown(part, names)) continue;
    rest = " - " + std::string(part) + rest;
    end = hyphen;
  }
  const std::string_view first = name.substr(0, end);
  return rest.empty() || !IsKnown(first, names) ? "" : std::string(first) + rest;
}

std::string CallForm(const NodeSpec& spec) {
  std::string form = std::string(spec.name) + "(";
  if (StandsAlone(spec)) return form + ")";
  for (const std::string_view argument : spec.arguments)
    form += std::string(form.back() == '(' ? "" : ", ") + std::string(argument);
  return form + ")";
}

}  // namespace

std::string OperatorHint(std::string_view op) { return HintIn(kOperators, op); }

std::string NumberHint(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  std::string_view number = text.substr(0, digits);
  const std::string_view rest = text.substr(digits);
  if (!rest.empty() && ParseFormulaNumber(number))
    return "write " + std::string(number) + "*" + Printable(rest, kMaxShownWord);
  if (number.ends_with('.')) number.remove_suffix(1);
  if (std::ranges::count(number, '.') > 1) return "write one decimal point";
  return rest.empty() && ParseFormulaNumber(number) ? "write " + std::string(number) : "";
}

std::string NameHint(std::string_view name, std::string_view rest, const FormulaNames& names,
                     bool may_be_color) {
  if (std::string parts = WithBlanks(name, names); !parts.empty()) {
    const std::size_t more = std::min(rest.find_first_not_of("0123456789."), rest.size());
    if (rest.starts_with('.')) parts += rest.substr(0, more);
    return "write a difference with blanks: " + parts;
  }
  if (std::string hint = HintIn(kNames, LowerCase(name)); !hint.empty()) return hint;
  if (const NodeSpec* const spec = FindNodeSpec(name)) return "write " + CallForm(*spec);
  std::vector<std::string_view> words = names.All();
  for (const std::string_view word : {"x", "y", "z", "pi", "tau"}) words.push_back(word);
  if (may_be_color) words.insert(words.end(), ColorNames().begin(), ColorNames().end());
  if (std::string hint = DidYouMean(name, words); !hint.empty()) return hint;
  for (const NodeSpec* const spec : NodeSpecs())
    for (const Field& field : spec->fields)
      if (std::ranges::count(field.choices, name) > 0 && field.key != "type")
        return "as a value of " + std::string(spec->name) + ", write " + std::string(spec->name) +
               "(" + std::string(field.key) + "=" + std::string(name) + ")";
  return "name it in \"nodes\", or write a call such as perlin(4)";
}

std::string CallHint(std::string_view name, const FormulaNames& names) {
  if (names.Contains(name))
    return Quoted(name) + " is a node: write it without brackets, or " + std::string(name) +
           " * (...)";
  if (std::string hint = HintIn(kFunctions, PlainWord(name)); !hint.empty()) return hint;
  std::vector<std::string_view> words;
  for (const NodeSpec* const spec : NodeSpecs())
    if (spec->name != kRefType) words.push_back(spec->name);
  for (const FormulaFunction& function : FormulaFunctions()) words.push_back(function.name);
  if (std::string hint = DidYouMean(name, words); !hint.empty()) return hint;
  const std::string_view topic = TopicOf(name);
  const NodeSpec* const spec = FindNodeSpec(topic.substr(0, topic.find('.')));
  return spec ? "write " + CallForm(*spec) : "\"cobble list nodes\" prints the types of nodes";
}

}  // namespace cobble
