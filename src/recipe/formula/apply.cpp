// Expands the functions of formulas to nodes.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "core/suggest.h"
#include "recipe/formula/build.h"

namespace cobble {
namespace {

// In: function, pow or sqrt. Out: the first argument becomes the power.
bool ApplyPower(FormulaBuilder& build, const FormulaToken& function,
                std::vector<FormulaValue>* arguments) {
  FormulaValue& base = arguments->front();
  FormulaValue half = build.NumberAt(function.offset, 0.5);
  FormulaValue& exponent = function.text == "sqrt" ? half : arguments->back();
  if (!exponent.number())
    return build.Fail(exponent.begin, "the exponent of pow must be a number",
                      build.ExponentHint(base, exponent));
  if (function.text == "sqrt" && base.number() && *base.number() < 0)
    return build.Fail(base.begin, "a negative number has no square root",
                      "write its magnitude, abs(a)");
  return build.Power(function.offset, &base, &exponent);
}

bool FailNumberNeeded(FormulaBuilder& build, const FormulaToken& function,
                      const FormulaValue& color) {
  return build.Fail(
      color.begin,
      std::string(function.text) + " takes numbers, got the colour " + Quoted(build.TextOf(color)),
      function.text == "lerp" ? "mix two colours with blend(a, b, t)"
                              : "write luminance(a), or channel(a, red)");
}

// Numbers are linear channels in 0..1.
bool ApplyRgb(FormulaBuilder& build, std::size_t offset, std::vector<FormulaValue>* arguments,
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
    return build.Fail(arg.begin, "a channel of rgb is linear, from 0 to 1", std::move(hint));
  }
  return build.Node("channels", offset,
                    {{"red", &args[0]}, {"green", &args[1]}, {"blue", &args[2]}}, value);
}

}  // namespace

bool FormulaBuilder::Apply(const FormulaToken& name, std::vector<FormulaValue>* arguments,
                           FormulaValue* value) {
  const std::size_t offset = name.offset;
  std::vector<FormulaValue>& args = *arguments;
  const auto take_first = [&] {
    *value = std::move(args[0]);
    return true;
  };
  for (const FormulaValue& arg : args)
    if (arg.is_color) return FailNumberNeeded(*this, name, arg);
  if (name.text == "pow" || name.text == "sqrt")
    return ApplyPower(*this, name, arguments) && take_first();
  if (name.text == "sin" || name.text == "cos") {
    FormulaValue turn = NumberAt(offset, 2 * std::numbers::pi), quarter = NumberAt(offset, 0.25);
    return Binary('/', offset, &args[0], &turn) &&
           (name.text == "sin" || Binary('+', offset, &args[0], &quarter)) &&
           Node("sine", offset, {{"source", &args[0]}}, value);
  }
  if (name.text == "fract") {
    FormulaValue one = NumberAt(offset, 1);
    return Node("modulo", offset, {{"a", &args[0]}, {"b", &one}}, value);
  }
  if (name.text == "step") {
    FormulaValue softness = NumberAt(offset, 0);
    if (!args[0].number())
      return Fail(args[0].begin, "the edge must be a number",
                  "write " + FactorOf(args[1]) + " >= " + FactorOf(args[0]));
    return Node("threshold", offset,
                {{"source", &args[1]}, {"level", &args[0]}, {"softness", &softness}}, value);
  }
  if (name.text == "saturate") {
    std::array<FormulaValue, 3> values{std::move(args[0]), NumberAt(offset, 0),
                                       NumberAt(offset, 1)};
    if (!Fold("clamp", values))
      return Node("clamp", offset,
                  {{"source", &values[0]}, {"low", &values[1]}, {"high", &values[2]}}, value);
    *value = std::move(values[0]);
    return true;
  }
  if (name.text == "lerp") {
    if (Fold("mix", args)) return take_first();
    return Node("mix", offset, {{"a", &args[0]}, {"b", &args[1]}, {"by", &args[2]}}, value);
  }
  return ApplyRgb(*this, offset, arguments, value);
}

}  // namespace cobble
