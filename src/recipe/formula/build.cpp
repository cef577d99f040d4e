// Operators of formulas: their nodes, or their values if both sides are numbers.
#include "recipe/formula/build.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/formula/forms.h"
#include "recipe/formula/scope.h"
#include "recipe/formula/tables.h"

namespace cobble {
namespace {

constexpr int kMaxFoldedExponent = 64;  // powers of numbers become products
constexpr std::size_t kMaxQuoted = 40;  // bytes of a part of the formula in a hint

bool IsWholeNumber(double number) { return number == std::floor(number); }

// Returns a^n, multiplied from the left. In: n >= 0.
double Product(double a, int n) {
  double product = 1;
  for (int i = 0; i < n; ++i) product *= a;
  return product;
}

// Puts a sum, a comparison or a choice in brackets.
std::string Factor(const std::string& text) {
  FormulaScanner scanner(text);
  int depth = 0;
  for (FormulaToken token = scanner.Next(); token.kind != FormulaToken::kEnd;
       token = scanner.Next()) {
    if (token.Is("(") || token.Is("[")) ++depth;
    if (token.Is(")") || token.Is("]")) --depth;
    const bool is_loose = token.kind == FormulaToken::kPunctuator &&
                          token.text.find_first_of("+-<>?") == 0 && token.offset > 0;
    if (depth == 0 && is_loose) return '(' + text + ')';
  }
  return text;
}

// Returns the source of a formula. A flag's gets the formula's pointer, which messages omit; a
// body's, the calls that it expands for.
std::shared_ptr<const Source> SourceOf(const FormulaSite& site, const Json& formula) {
  const std::shared_ptr<const Source>& source = formula.place.source;
  if (site.scope && source) return site.scope->SourceOf(source, site.pointer);
  if (!source || !source->is_flag || !source->pointer.empty()) return source;
  Source with_pointer = *source;
  with_pointer.pointer = site.pointer;
  return std::make_shared<const Source>(std::move(with_pointer));
}

}  // namespace

FormulaBuilder::FormulaBuilder(const FormulaSite& site, const Json& formula)
    : site_(site),
      formula_(formula),
      faults_(site.faults),
      source_(SourceOf(site, formula)),
      text_(std::make_shared<const std::string>(*formula.text())),
      max_depth_(kMaxFormulaDepth - static_cast<int>(std::ranges::count(site.pointer, '/'))) {}

Place FormulaBuilder::PlaceAt(std::size_t offset) const {
  if (!source_) return formula_.place;
  Place place{source_, formula_.place.line, formula_.place.column, text_, offset};
  if (place.line > 0)
    place.column += static_cast<int>(formula_.raw ? OffsetInJsonString(*formula_.raw, offset)
                                                  : offset + 1);  // after the quote
  return place;
}

bool FormulaBuilder::Fail(std::size_t offset, std::string message, Phrase hint) {
  if (faults_) faults_->Add(PlaceAt(offset), site_.pointer, std::move(message), std::move(hint));
  return false;
}

std::string FormulaBuilder::TextOf(const FormulaValue& value) const {
  const std::string_view part = text().substr(value.begin, value.end - value.begin);
  return part.size() > kMaxQuoted ? "..." : Printable(part, kMaxQuoted);
}

std::string FormulaBuilder::FactorOf(const FormulaValue& value) const {
  return Factor(TextOf(value));
}

bool FormulaBuilder::CountNode(std::size_t offset) {
  if (++*site_.nodes <= kMaxFormulaNodes) return true;
  return Fail(offset,
              "the formulas of the recipe expand to more than " + std::to_string(kMaxFormulaNodes) +
                  " nodes",
              "name a part that repeats in \"nodes\"");
}

bool FormulaBuilder::Node(std::string_view type, std::size_t offset,
                          std::span<const Member> members, FormulaValue* value) {
  if (!CountNode(offset)) return false;
  Json node{Json::Object(), PlaceAt(offset)};
  node.object()->reserve(members.size() + 1);
  node.Add("type", Json{std::string(type), node.place});
  int depth = 0;
  for (const auto& [key, member] : members) {
    depth = std::max(depth, member->depth);
    node.Add(key, Take(member));
  }
  if (depth >= max_depth_)
    return Fail(offset, "expands to more than " + std::to_string(max_depth_) + " levels of nodes",
                std::string(DepthHint(type, offset)));
  value->json = std::move(node);
  value->depth = depth + 1;
  value->is_color = IsColorFormula(value->json);
  value->has_own_pattern = false;
  return true;
}

void FormulaBuilder::Number(double number, std::size_t offset, FormulaValue* value) const {
  value->json.value = number + 0.0;  // turns -0 into 0
  value->offset = offset;
  value->depth = 0;
  value->is_color = value->has_own_pattern = false;
}

FormulaValue FormulaBuilder::NumberAt(std::size_t offset, double number) const {
  FormulaValue value;
  Number(number, offset, &value);
  return value;
}

std::string_view FormulaBuilder::DepthHint(std::string_view type, std::size_t offset) const {
  const char op = offset < text().size() ? text()[offset] : ' ';
  if (op == '+' || (op == '-' && type == "subtract"))
    return "put parts of a long sum in brackets, (a + b) + (c + d)";
  if (op == '*') return "put parts of a long product in brackets, (a * b) * (c * d)";
  return "name a part of it in \"nodes\"";
}

// Only now sets the place, a shared pointer: a formula may have a million numbers, mostly folded.
Json FormulaBuilder::Take(FormulaValue* value) const {
  if (value->number()) value->json.place = PlaceAt(value->offset);
  if (site_.keeps_parts) value->json.formula = KnobText(*value);
  return std::move(value->json);
}

// Returns null if the value depends on no knob, or if an operator made it of what its text gives.
std::shared_ptr<const std::string> FormulaBuilder::KnobText(const FormulaValue& value) const {
  const bool is_color = value.is_color && !value.json.object();
  const std::string_view part = text().substr(value.begin, value.end - value.begin);
  if ((!value.number() && !is_color) || !site_.names.FindKnobIn(part)) return nullptr;
  int nodes = 0;
  const int uses = site_.names.knob_uses();
  const Json given = ExpandFormula(Json{std::string(part)}, {site_.names, "", nullptr, &nodes});
  const bool is_same =
      is_color ? !given.object() : given.number() && *given.number() == *value.number();
  if (!is_same || site_.names.knob_uses() == uses) return nullptr;
  return std::make_shared<const std::string>(part);
}

bool FormulaBuilder::Finite(double number, std::size_t offset, FormulaValue* value) {
  if (!std::isfinite(number))
    return Fail(offset, "the result is not a finite number",
                "do not divide by 0, and keep numbers below 1e308");
  Number(number, offset, value);
  value->end = value->begin;  // the parser knows what text gives it, if one does
  return true;
}

bool FormulaBuilder::CheckIsNoColor(std::string_view op, std::size_t offset,
                                    const FormulaValue& value) {
  if (!value.is_color) return true;
  return Fail(offset, "colours have no operator " + Quoted(op),
              "mix two with blend(a, b, t), change one with adjust(color, lightness=0.1)");
}

bool FormulaBuilder::Binary(char op, std::size_t offset, FormulaValue* a, FormulaValue* b) {
  const std::string_view sign(&op, 1);
  if (!CheckIsNoColor(sign, offset, *a) || !CheckIsNoColor(sign, offset, *b)) return false;
  const InfixType& infix = *std::ranges::find(kInfixTypes, sign, &InfixType::op);
  if (a->number() && b->number())
    return Finite(infix.compute(*a->number(), *b->number()), offset, a);
  return Node(infix.type, offset, {{"a", a}, {"b", b}}, a);
}

bool FormulaBuilder::Negate(std::size_t offset, FormulaValue* a) {
  if (!CheckIsNoColor("-", offset, *a)) return false;
  if (a->number()) return Finite(-*a->number(), offset, a);
  FormulaValue minus = NumberAt(offset, -1);
  return Node("multiply", offset, {{"a", a}, {"b", &minus}}, a);
}

bool FormulaBuilder::Power(std::size_t offset, FormulaValue* a, FormulaValue* exponent) {
  if (!CheckIsNoColor("^", offset, *a) || !CheckIsNoColor("^", offset, *exponent)) return false;
  a->has_own_pattern = false;  // in perlin(4)^1, the call is not the whole formula
  if (exponent->number())
    return a->number() ? PowerOfNumbers(offset, a, *exponent->number())
                       : PowerOfNode(offset, a, *exponent->number());
  return Fail(offset, "the exponent of \"^\" must be a number", ExponentHint(*a, *exponent));
}

std::string FormulaBuilder::ExponentHint(const FormulaValue& a,
                                         const FormulaValue& exponent) const {
  const std::string base = a.number() ? Shortest(*a.number()) : "max(" + TextOf(a) + ", 0.001)";
  return "write exp(" + FactorOf(exponent) + " * log(" + base + "))";
}

// The result must not depend on a library's pow.
bool FormulaBuilder::PowerOfNumbers(std::size_t offset, FormulaValue* a, double exponent) {
  const double base = *a->number();
  if (IsWholeNumber(exponent) && std::abs(exponent) <= kMaxFoldedExponent) {
    const double product = Product(base, static_cast<int>(std::abs(exponent)));
    return Finite(exponent < 0 ? 1 / product : product, offset, a);
  }
  if (exponent == 0.5 && base >= 0) return Finite(std::sqrt(base), offset, a);
  if (exponent == 0.5)
    return Fail(offset, "a negative number has no square root", "write its magnitude, abs(a)");
  return Fail(offset, "a number can only be raised to 0.5 and to whole numbers from -64 to 64",
              "write out its value");
}

bool FormulaBuilder::PowerOfNode(std::size_t offset, FormulaValue* a, double exponent) {
  if (exponent == 1) return true;
  if (exponent == 0) return Finite(1, offset, a);
  if (exponent < 0) {
    if (!PowerOfNode(offset, a, -exponent)) return false;
    FormulaValue one = NumberAt(offset, 1);
    return Node("divide", offset, {{"a", &one}, {"b", a}}, a);
  }
  const bool is_even = IsWholeNumber(exponent / 2);
  if (is_even && !Node("abs", offset, {{"source", a}}, a)) return false;
  if (!IsWholeNumber(exponent)) {
    FormulaValue zero = NumberAt(offset, 0);
    if (!Node("max", offset, {{"a", a}, {"b", &zero}}, a)) return false;
  }
  FormulaValue power = NumberAt(offset, exponent);
  return Node("power", offset, {{"source", a}, {"exponent", &power}}, a);
}

bool FormulaBuilder::Compare(std::string_view op, std::size_t offset, FormulaValue* a,
                             FormulaValue* b) {
  if (!CheckIsNoColor(op, offset, *a) || !CheckIsNoColor(op, offset, *b)) return false;
  const bool is_strict = op.size() == 1;
  // a >= b and its opposite a < b are thresholds of a - b; the others, of b - a.
  const bool is_of_a = op == ">=" || op == "<";
  FormulaValue* const from = is_of_a ? a : b;
  FormulaValue* const by = is_of_a ? b : a;
  if (a->number() && b->number()) {
    const bool is_reached = *from->number() >= *by->number();
    Number(is_reached != is_strict ? 1 : 0, offset, a);
    return true;
  }
  FormulaValue level = NumberAt(offset, 0), softness = level, one = NumberAt(offset, 1), reached;
  if (!Node("subtract", offset, {{"a", from}, {"b", by}}, &reached)) return false;
  if (!Node("threshold", offset, {{"source", &reached}, {"level", &level}, {"softness", &softness}},
            a))
    return false;
  return !is_strict || Node("subtract", offset, {{"a", &one}, {"b", a}}, a);
}

bool FormulaBuilder::Choose(std::size_t offset, FormulaValue* condition, FormulaValue* a,
                            FormulaValue* b) {
  if (condition->is_color)
    return Fail(condition->begin, "a colour cannot be the condition of \"?\"",
                "compare its luminance: luminance(" + TextOf(*condition) + ") > 0.5");
  if (const double* const number = condition->number()) {
    *condition = std::move(*number != 0 ? *a : *b);
    condition->has_own_pattern = false;
    return true;
  }
  if (a->is_color || b->is_color)
    return Node("blend", offset, {{"base", b}, {"over", a}, {"by", condition}}, condition);
  return Node("mix", offset, {{"a", b}, {"b", a}, {"by", condition}}, condition);
}

bool FormulaBuilder::Fold(std::string_view type, std::span<FormulaValue> arguments) const {
  const FoldedCall* const call = FindFoldedCall(type);
  std::array<double, 3> x{};
  if (!call || arguments.size() != call->arguments) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].number()) return false;
    x[i] = *arguments[i].number();
  }
  const double result = call->compute(x.data());
  if (!std::isfinite(result)) return false;
  Number(result, arguments[0].offset, &arguments[0]);
  arguments[0].end = arguments[0].begin;
  return true;
}

}  // namespace cobble
