// Recognizes nodes that formulas write with an operator or a function.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "recipe/json/json.h"

namespace cobble {

// The levels of the grammar (parser.h), the loosest first.
enum class FormulaLevel { kChoice, kCompare, kSum, kProduct, kUnary, kPower, kAtom };

// Returns the next tighter level.
inline FormulaLevel Above(FormulaLevel level) {
  return static_cast<FormulaLevel>(static_cast<int>(level) + 1);
}

// An operator between two values that is a type of node.
struct InfixType {
  std::string_view type, op;
  FormulaLevel level;
  double (*compute)(double a, double b);
};
inline constexpr InfixType kInfixTypes[] = {
    {"add", "+", FormulaLevel::kSum, [](double a, double b) { return a + b; }},
    {"subtract", "-", FormulaLevel::kSum, [](double a, double b) { return a - b; }},
    {"multiply", "*", FormulaLevel::kProduct, [](double a, double b) { return a * b; }},
    {"divide", "/", FormulaLevel::kProduct, [](double a, double b) { return a / b; }},
    {"modulo", "%", FormulaLevel::kProduct,
     [](double a, double b) { return a - b * std::floor(a / b); }},
};

// How a node is written, if not as a call of its type.
struct FormulaForm {
  enum Kind {
    kCall,    // name(a, b, c)
    kMinus,   // -a
    kInfix,   // a name b
    kRaised,  // a ^ exponent
    kChosen,  // a ? b : c
  };
  Kind kind;
  FormulaLevel level;
  std::string_view name = {};                // of the operator or function
  std::array<const Json*, 3> operands = {};  // in the order written
  double exponent = 1;
};

// Returns whether parts of a node may come next in the formula, in this order.
using FitsOrder = std::function<bool(std::initializer_list<const Json*> parts)>;

// Returns nullopt if the node is written as a call of its type. Of two forms, such as a < b and b >
// a, chooses the order that fits. In: node, an object without formulas.
std::optional<FormulaForm> FormOf(const Json& node, const FitsOrder& fits);

// Returns whether the value itself is a colour, which operators do not take.
bool IsColorFormula(const Json& json);

}  // namespace cobble
