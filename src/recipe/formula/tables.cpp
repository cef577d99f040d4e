// The tables of functions, operators and rules of formulas.
#include "recipe/formula/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/list_text.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

constexpr FormulaFunction kFunctionTable[] = {
    {"fbm", "source, octaves=5", "fractal(source, octaves=5, kind=fbm)",
     "octaves of the source, summed; other keys as in fractal", 1, 2},
    {"ridged", "source, octaves=5", "fractal(source, octaves=5, kind=ridged)",
     "octaves of the source folded into ridges; other keys as in fractal", 1, 2},
    {"hybrid", "source, octaves=5", "fractal(source, octaves=5, kind=hybrid)",
     "octaves of the source, rough only on its heights; other keys as in fractal", 1, 2},
    {"pow", "a, b", "a ^ b", "a power; b is a number", 2, 2},
    {"sqrt", "a", "a ^ 0.5", "the square root; 0 for values below 0"},
    {"sin", "a", "sine(a / tau)", "the sine of an angle in radians"},
    {"cos", "a", "sine(a / tau + 0.25)", "the cosine of an angle in radians"},
    {"fract", "a", "a % 1", "a - floor(a)"},
    {"step", "edge, a", "threshold(a, edge, 0)", "1 where a reaches edge, a number; else 0", 2, 2},
    {"saturate", "a", "clamp(a, 0, 1)", "limits values to 0..1"},
    {"lerp", "a, b, t", "mix(a, b, t)", "a where t is 0, b where t is 1", 3, 3},
    {"rgb", "red, green, blue", "channels(red, green, blue)",
     "a colour of linear channels from 0 to 1", 3, 3},
};

constexpr FormulaOperator kOperatorTable[] = {
    {"+", "a + b", "add(a, b)", ""},
    {"-", "a - b", "subtract(a, b)", ""},
    {"-", "-a", "multiply(a, -1)", ""},
    {"*", "a * b", "multiply(a, b)", ""},
    {"/", "a / b", "divide(a, b)", ""},
    {"%", "a % b", "modulo(a, b)", ""},
    {"^", "a ^ 2", "power(abs(a), 2)", "for an even exponent"},
    {"^", "a ^ 3", "power(a, 3)", "for an odd exponent"},
    {"^", "a ^ 1.5", "power(max(a, 0), 1.5)", "for an exponent that is not whole"},
    {"^", "a ^ -2", "divide(1, power(abs(a), 2))", "for a negative exponent"},
    {">=", "a >= b", "threshold(subtract(a, b), 0, 0)", ""},
    {"<=", "a <= b", "threshold(subtract(b, a), 0, 0)", ""},
    {"<", "a < b", "subtract(1, threshold(subtract(a, b), 0, 0))", ""},
    {">", "a > b", "subtract(1, threshold(subtract(b, a), 0, 0))", ""},
    {"?", "c ? a : b", "mix(b, a, c)", ""},
    {"?", "c ? teal : wheat", "blend(wheat, teal, c)", "for literal colours"},
};

double Clamp(const double* x) {
  return x[1] <= x[2] ? std::min(std::max(x[0], x[1]), x[2])
                      : std::numeric_limits<double>::quiet_NaN();
}

double Mix(const double* x) { return x[0] + (x[1] - x[0]) * std::clamp(x[2], 0.0, 1.0); }

constexpr FoldedCall kFoldedCallTable[] = {
    {"min", 2, [](const double* x) { return std::min(x[0], x[1]); }},
    {"max", 2, [](const double* x) { return std::max(x[0], x[1]); }},
    {"abs", 1, [](const double* x) { return std::abs(x[0]); }},
    {"floor", 1, [](const double* x) { return std::floor(x[0]); }},
    {"clamp", 3, &Clamp},
    {"mix", 3, &Mix},
};

bool IsFolded(const FormulaFunction& function) {
  const std::string_view node = function.node;
  return node.starts_with("a ^ ") || FindFoldedCall(node.substr(0, node.find('('))) != nullptr;
}

// All calls that are numbers if their arguments are: "`min`, `max` and `sqrt`".
std::string FoldedNames() {
  std::vector<std::string_view> names;
  for (const FoldedCall& call : kFoldedCallTable) names.push_back(call.type);
  for (const FormulaFunction& function : kFunctionTable)
    if (IsFolded(function)) names.push_back(function.name);
  return ListText(names, " and ", [](std::string_view name) { return fmt::format("`{}`", name); });
}

constexpr FormulaNumber kConstantTable[] = {
    {"pi", "half a turn in radians", std::numbers::pi},
    {"tau", "a turn in radians", 2 * std::numbers::pi},
    {"e", "the base of exp and log", std::numbers::e},
};

constexpr Detail kAxes[] = {
    {"x", "the coordinate to the right; 0 in the middle, the picture is 1 wide"},
    {"y", "the coordinate downwards; 0 in the middle"},
    {"z", "the coordinate through slices"},
};

// Values of the key `kind` of fractal.
constexpr std::string_view kFractalFunctions[] = {"fbm", "ridged", "hybrid"};

constexpr Detail kFormulaRules[] = {
    {"where",
     "a text in place of a node, a number or a colour: `noise`, the entries of `nodes` and `maps`, "
     "and all inputs of nodes. A type alone is a formula, too: `perlin`"},
    {"numbers",
     "`8`, `0.5`, `.5` or `1e-3`. Operators compute with numbers while the recipe is read, so "
     "`frequency=2*4` is `frequency=8`"},  // like FoldedNames
    {"names",
     "a key of `nodes`; else a key of `knobs`, a number or a colour; in `maps`, another map, or "
     "`height`, `slope`, `ao` or `curvature`; `x`, `y` or `z`, the coordinates; `pi`, `tau` or "
     "`e`, numbers; or, where a colour may stand, a CSS colour. "
     "`ref('my rock')` is a node whose name has characters "
     "besides letters, digits, `_` and `-`"},
    {"hyphens",
     "a `-` between two characters of a name belongs to it, as in `smooth-min` and `moss-noise`, "
     "so a difference of names needs blanks: `moss - noise`"},
    {"calls",
     "`perlin(8, 5, turbulence=absolute)`. Arguments fill the places that `cobble explain TYPE` "
     "shows, in order; all other keys of the type follow as key=value. A call without arguments "
     "keeps its brackets, `perlin()`, unless it is the whole formula and no node or knob has the "
     "name. `min` and `max` take two or more"},
    {"functions",
     "a key of `functions` of the recipe or of a library, called in the same way: `grime(rock, "
     "amount=0.3)`. See `cobble explain functions`"},
    {"arguments",
     "formulas; words for keys that take words, as in `function=F2-F1` and `aligned=true`; text in "
     "quotes, as in `pattern='stones'`; and lists in brackets, as in `[0, 0.5]`"},
    {"colours",
     "`#a0b0c0`, `#abc` or a CSS name. The only operator for colours is `?:`, between literal "
     "colours, `x > 0 ? teal : wheat`, or calls. `blend(b, a, t)` also mixes named nodes that are "
     "colours, and `adjust` changes one"},
    {"precedence",
     "brackets; `^`, from the right; `-` and `+` before a value; `*` `/` `%`; `+` `-`; one of `<` "
     "`<=` `>` `>=`; `?:`. So `-a^2` is `-(a^2)`"},
    {"comparisons", "1 where they hold and 0 elsewhere; `a > 0.4 ? b : c` chooses"},
    {"powers", "the exponent is a number; for any other, write `exp(b * log(a))`"},
    {"seeds",
     "a noise that is the whole formula takes its seed from the place of the formula in the "
     "recipe. Any other takes it from that place, its type, and its number among the calls of that "
     "type, so calls added after it do not change it. `seed=` and `pattern=` override it"},
    {"limits",
     "64 levels of brackets and calls; 10000 nodes and 256 levels for what the formulas of a "
     "recipe expand to"},
};

// Returns a default as in a call: words without quotes.
std::string ArgumentText(const Field& field) {
  std::string_view text = field.fallback;
  if (text.empty()) return "...";
  if (text.size() > 1 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

}  // namespace

std::span<const FormulaFunction> FormulaFunctions() { return kFunctionTable; }
const FormulaFunction* FindFormulaFunction(std::string_view name) {
  const auto found = std::ranges::find(kFunctionTable, name, &FormulaFunction::name);
  return found == std::end(kFunctionTable) ? nullptr : found;
}

std::span<const FormulaOperator> FormulaOperators() { return kOperatorTable; }

std::span<const FoldedCall> FoldedCalls() { return kFoldedCallTable; }

const FoldedCall* FindFoldedCall(std::string_view type) {
  const auto found = std::ranges::find(kFoldedCallTable, type, &FoldedCall::type);
  return found == std::end(kFoldedCallTable) ? nullptr : found;
}

std::span<const Detail> FormulaRules() {
  static const std::string numbers = [] {
    const auto rule = std::ranges::find(kFormulaRules, "numbers", &Detail::word);
    return std::string(rule->text) + ". So do " + FoldedNames() +
           " if all their arguments are numbers, without keys";
  }();
  static const auto rules = [] {
    std::vector<Detail> all(std::begin(kFormulaRules), std::end(kFormulaRules));
    std::ranges::find(all, "numbers", &Detail::word)->text = numbers;
    return all;
  }();
  return rules;
}

std::span<const Detail> FormulaAxes() { return kAxes; }

bool IsFormulaAxis(std::string_view name) {
  return std::ranges::count(kAxes, name, &Detail::word) > 0;
}

std::span<const FormulaNumber> FormulaConstants() { return kConstantTable; }

std::optional<double> FormulaConstant(std::string_view name) {
  const auto found = std::ranges::find(kConstantTable, name, &FormulaNumber::name);
  return found == std::end(kConstantTable) ? std::nullopt : std::optional(found->value);
}

std::string PatternOfCall(std::string_view start, std::string_view type, int64_t number) {
  return fmt::format("{}{} {}", start, type, number);
}

bool IsFractalFunction(std::string_view name) {
  return std::ranges::count(kFractalFunctions, name) > 0;
}

bool TakesManyPlaces(const NodeSpec& spec) { return spec.name == "min" || spec.name == "max"; }

std::string CallText(const NodeSpec& spec) {
  if (spec.name == kRefType) return "ref('NAME')";
  std::string places;
  for (const std::string_view argument : spec.arguments) {
    const Field& field = *FindField(ObjectKind::kNode, argument, NodeTypeNumber(spec.name));
    places += (places.empty() ? "" : ", ") + std::string(argument);
    if (!field.required) places += "=" + ArgumentText(field);
  }
  if (TakesManyPlaces(spec)) places += ", ...";
  return fmt::format("{}({})", spec.name, places);
}

std::string CallText(const FormulaFunction& function) {
  return fmt::format("{}({})", function.name, function.places);
}

std::string_view FormWithoutCall(const NodeSpec& spec) {
  if (spec.name == kConstantType) return "8";
  const std::string call = std::string(spec.name) + "(a, b)";
  const auto op = std::ranges::find(kOperatorTable, call, &FormulaOperator::node);
  return op == std::end(kOperatorTable) ? std::string_view() : op->form;
}

}  // namespace cobble
