// The language of formulas as tables, for the parser, messages, lists, explanations and documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "recipe/fields/node_spec.h"

namespace cobble {

// A function that is not a node type: its places as text, "a, b", and their number. `node` is a
// formula with only node types that gives the same nodes.
struct FormulaFunction {
  std::string_view name, places;
  std::string_view node, summary;
  std::size_t minimum = 1, maximum = 1;
};
std::span<const FormulaFunction> FormulaFunctions();
const FormulaFunction* FindFormulaFunction(std::string_view name);  // or null

// A form of an operator, and a formula of calls that gives the same nodes. An operator whose nodes
// depend on its sides has several rows; `when` says when each applies.
struct FormulaOperator {
  std::string_view op, form, node, when;
};
std::span<const FormulaOperator> FormulaOperators();

// A call of a node type that is a number if all its arguments are: their count, and the number.
// Functions and operators that expand to such a call are numbers, too.
struct FoldedCall {
  std::string_view type;
  std::size_t arguments;
  double (*compute)(const double* arguments);  // NaN: stays a node, perhaps invalid
};
std::span<const FoldedCall> FoldedCalls();
// Null if calls of the type are never numbers.
const FoldedCall* FindFoldedCall(std::string_view type);

// The rules of the language in words, with labels. Code has backticks.
std::span<const Detail> FormulaRules();

// The names with a meaning in every formula: the axes x, y and z, and numbers such as pi.
std::span<const Detail> FormulaAxes();
bool IsFormulaAxis(std::string_view name);
struct FormulaNumber {
  std::string_view name, summary;
  double value;
};
std::span<const FormulaNumber> FormulaConstants();
std::optional<double> FormulaConstant(std::string_view name);

// The keys of nodes that the expansion of calls treats specially.
inline constexpr std::string_view kPatternKey = "pattern", kSeedKey = "seed", kKindKey = "kind";

// Returns the pattern of call K of a type, "POINTER TYPE K", which gives its noise a seed. In:
// start, the JSON pointer of the formula and a blank; or of a function's, see FormulaScope.
std::string PatternOfCall(std::string_view start, std::string_view type, int64_t number);

// The type whose calls may be named by their `kind`: fbm, ridged and hybrid.
inline constexpr std::string_view kFractalType = "fractal", kGradientType = "gradient";
bool IsFractalFunction(std::string_view name);

// Returns whether a call may have more places than the type has keys: max(a, b, c).
bool TakesManyPlaces(const NodeSpec& spec);

// Return the call of a type, with defaults after the required places: "terrace(source, levels,
// sharpness=0.8)"; and the call of a function.
std::string CallText(const NodeSpec& spec);
std::string CallText(const FormulaFunction& function);
// Returns what formulas write instead of a type's call, "a + b" or "8"; empty if they use the call.
std::string_view FormWithoutCall(const NodeSpec& spec);

}  // namespace cobble
