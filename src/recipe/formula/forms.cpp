// Recognizes the nodes of operators and functions: the inverse of build.cpp.
#include "recipe/formula/forms.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include "recipe/fields/node_spec.h"

namespace cobble {
namespace {

using Kind = FormulaForm::Kind;
using Level = FormulaLevel;

// Returns whether the node has this type and exactly these keys besides it.
bool Has(const Json& node, std::string_view type, std::initializer_list<std::string_view> keys) {
  return node.TextAt("type") == type && node.members().size() == keys.size() + 1 &&
         std::ranges::all_of(keys, [&](std::string_view key) { return node.Find(key); });
}

// Numbers alone are folded, and colours have no operators.
bool AreOperands(const Json& a, const Json& b) {
  return !(a.number() && b.number()) && !IsColorFormula(a) && !IsColorFormula(b);
}

FormulaForm Call(std::string_view name, const Json* a, const Json* b = nullptr,
                 const Json* c = nullptr) {
  return {Kind::kCall, Level::kAtom, name, {a, b, c}};
}

// Returns the comparison that a threshold of a difference stands for. Its sides are swapped if the
// first is a number: x < 3 rather than 3 > x.
std::optional<FormulaForm> ComparisonOf(const Json& node, std::string_view op,
                                        std::string_view swapped, const FitsOrder& fits) {
  if (!Has(node, "threshold", {"source", "level", "softness"})) return std::nullopt;
  const Json& difference = *node.Find("source");
  const bool is_comparison = node.NumberAt("level") == 0 && node.NumberAt("softness") == 0 &&
                             Has(difference, "subtract", {"a", "b"});
  if (!is_comparison) return std::nullopt;
  const Json* const a = difference.Find("a");
  const Json* const b = difference.Find("b");
  if (!AreOperands(*a, *b)) return std::nullopt;
  if (a->number() || (!fits({a, b}) && fits({b, a})))
    return FormulaForm{Kind::kInfix, Level::kCompare, swapped, {b, a}};
  return FormulaForm{Kind::kInfix, Level::kCompare, op, {a, b}};
}

std::optional<FormulaForm> Comparison(const Json& node, const FitsOrder& fits) {
  if (Has(node, "subtract", {"a", "b"}) && node.NumberAt("a") == 1)
    return ComparisonOf(*node.Find("b"), "<", ">", fits);
  return ComparisonOf(node, ">=", "<=", fits);
}

std::optional<FormulaForm> Infix(const Json& node, const FitsOrder&) {
  for (const auto& [type, op, level, compute] : kInfixTypes) {
    if (!Has(node, type, {"a", "b"})) continue;
    const Json* const a = node.Find("a");
    const Json* const b = node.Find("b");
    if (!AreOperands(*a, *b)) return std::nullopt;
    if (type == "multiply" && node.NumberAt("b") == -1)
      return FormulaForm{Kind::kMinus, Level::kUnary, "-", {a}};
    if (type == "modulo" && node.NumberAt("b") == 1) return Call("fract", a);
    return FormulaForm{Kind::kInfix, level, op, {a, b}};
  }
  return std::nullopt;
}

// Returns the base of a power. Depending on the exponent, it is inside an abs or a max.
const Json* BaseOf(const Json& source, double exponent) {
  if (exponent != std::floor(exponent)) {
    const bool is_base = Has(source, "max", {"a", "b"}) && source.NumberAt("b") == 0;
    return is_base ? source.Find("a") : nullptr;
  }
  if (std::fmod(exponent, 2) != 0) return &source;
  return Has(source, "abs", {"source"}) ? source.Find("source") : nullptr;
}

std::optional<FormulaForm> Raised(const Json& node, const FitsOrder&) {
  if (!Has(node, "power", {"source", "exponent"})) return std::nullopt;
  const auto exponent = node.NumberAt("exponent");
  if (!exponent || !(*exponent > 0) || *exponent == 1) return std::nullopt;
  const Json* const base = BaseOf(*node.Find("source"), *exponent);
  if (!base || base->number() || IsColorFormula(*base)) return std::nullopt;
  if (*exponent == 0.5) return Call("sqrt", base);
  return FormulaForm{Kind::kRaised, Level::kPower, "^", {base}, *exponent};
}

// A choice by a comparison is written with ?, unless it was a call whose noises stand in the order
// of its arguments. A choice by any other node, which mixes, is written so only if it was one.
std::optional<FormulaForm> Chosen(const Json& node, const FitsOrder& fits) {
  const bool is_mix = Has(node, "mix", {"a", "b", "by"});
  if (!is_mix && !Has(node, "blend", {"base", "over", "by"})) return std::nullopt;
  const Json* const yes = node.Find(is_mix ? "b" : "over");
  const Json* const no = node.Find(is_mix ? "a" : "base");
  const Json* const by = node.Find("by");
  const bool is_color = IsColorFormula(*yes) || IsColorFormula(*no);
  if (is_color == is_mix || !by->object()) return std::nullopt;
  const bool is_call = fits({no, yes, by}), is_choice = fits({by, yes, no});
  if (is_call && (!is_choice || !Comparison(*by, fits))) return std::nullopt;
  if (!is_call && !is_choice && !Comparison(*by, fits)) return std::nullopt;
  return FormulaForm{Kind::kChosen, Level::kChoice, "?", {by, yes, no}};
}

std::optional<FormulaForm> Called(const Json& node, const FitsOrder&) {
  if (Has(node, "clamp", {"source", "low", "high"}) && node.NumberAt("low") == 0 &&
      node.NumberAt("high") == 1)
    return Call("saturate", node.Find("source"));
  const auto is_turn = [](const Json* json) {
    return json && Has(*json, "divide", {"a", "b"}) &&
           json->NumberAt("b") == 2 * std::numbers::pi && !json->NumberAt("a");
  };
  if (!Has(node, "sine", {"source"})) return std::nullopt;
  const Json& source = *node.Find("source");
  if (is_turn(&source)) return Call("sin", source.Find("a"));
  const bool is_cosine =
      Has(source, "add", {"a", "b"}) && source.NumberAt("b") == 0.25 && is_turn(source.Find("a"));
  return is_cosine ? std::optional(Call("cos", source.Find("a")->Find("a"))) : std::nullopt;
}

// The channels of rgb are nodes, or numbers up to 1.
std::optional<FormulaForm> Channels(const Json& node, const FitsOrder&) {
  if (!Has(node, "channels", {"red", "green", "blue"})) return std::nullopt;
  const std::array channels{node.Find("red"), node.Find("green"), node.Find("blue")};
  const bool fits = std::ranges::all_of(channels, [](const Json* channel) {
    const double* const number = channel->number();
    return !number || (*number >= 0 && *number <= 1);
  });
  return fits ? std::optional(Call("rgb", channels[0], channels[1], channels[2])) : std::nullopt;
}

}  // namespace

bool IsColorFormula(const Json& json) {
  if (json.text()) return true;
  const NodeSpec* const spec = FindNodeSpec(json.TextAt("type").value_or(""));
  return spec && IsColorWith(*spec, json.TextAt(spec->color_choice.word).value_or(""));
}

std::optional<FormulaForm> FormOf(const Json& node, const FitsOrder& fits) {
  for (auto* const recognize : {&Comparison, &Infix, &Raised, &Chosen, &Called, &Channels})
    if (auto form = recognize(node, fits)) return form;
  return std::nullopt;
}

}  // namespace cobble
