// Recognizes nodes that an operator or a function of formulas stands for.
#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "recipe/json/json.h"

namespace cobble {

// The levels of the grammar (parser.h), from the loosest.
enum class FormulaLevel { kChoice, kCompare, kSum, kProduct, kUnary, kPower, kAtom };

// How a node is written, unless it is a call of its type.
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
  std::string_view name = {};                // of the operator or the function
  std::array<const Json*, 3> operands = {};  // in the order in which they are written
  double exponent = 1;
};

// Returns whether parts of a node may come next in the formula in this order.
using FitsOrder = std::function<bool(std::initializer_list<const Json*> parts)>;

// In: node, an object without formulas. Some have two forms, such as a < b and b > a: the order
// that fits is chosen. Returns nullopt if the node is written as a call of its type.
std::optional<FormulaForm> FormOf(const Json& node, const FitsOrder& fits);

// Returns whether the value is a colour as it stands: operators take none.
bool IsColorFormula(const Json& json);

}  // namespace cobble
