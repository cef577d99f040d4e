// Nodes that are arithmetic on their inputs' values, evaluated slowly and simply in double.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle/sample.h"

namespace cobble::test {

// A function's value and its partial derivatives with respect to the inputs.
struct Jet {
  double value = 0;
  std::vector<double> partials;
};

struct OracleOperation {
  std::function<Jet(std::span<const double>)> at;
  Bounds bounds;
  double coarse = 0;  // magnitude of the operation's parameters, which float32 rounds
};

// Returns the keys of the operation's inputs, in order.
std::span<const char* const> OperandKeys(std::string_view type);
bool IsOperation(std::string_view type);

// `inputs` and `octaves` are their bounds.
OracleOperation MakeOperation(const Node& node, std::span<const Bounds> inputs);
OracleOperation MakeFractal(const Node& node, std::span<const Bounds> octaves);

// Computes the slope by the chain rule, and the slack by evaluating with inputs that are off by
// their slack. If the result changes a lot, for example at a fold, the sample is a kink or a jump.
OracleSample Operate(const OracleOperation& operation, std::span<const OracleSample> inputs);

}  // namespace cobble::test
