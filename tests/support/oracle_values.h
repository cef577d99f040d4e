// Nodes that are arithmetic on their inputs' values, evaluated slowly and simply in double.
#ifndef COBBLE_TESTS_SUPPORT_ORACLE_VALUES_H_
#define COBBLE_TESTS_SUPPORT_ORACLE_VALUES_H_

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle_sample.h"

namespace cobble::test {

// A function's value, and how much of each input's slope it passes on.
struct Passed {
  double value = 0;
  std::vector<double> share;
};

struct OracleOperation {
  std::function<Passed(std::span<const double>)> at;
  Bounds bounds;
  double coarse = 0;  // the size of its parameters, which float32 rounds
};

// The keys of the operation's inputs, in the order in which it takes them.
std::span<const char* const> OperandKeys(std::string_view type);
// Whether nodes of that type are such an operation.
bool IsOperation(std::string_view type);

// In: the inputs' bounds. MakeFractal: those of each octave.
OracleOperation MakeOperation(const Node& node, std::span<const Bounds> inputs);
OracleOperation MakeFractal(const Node& node, std::span<const Bounds> octaves);

// Slope by the chain rule, slacks by trying what becomes of inputs as far off as theirs: where that
// is much, as at a fold, the sample counts as a kink or a jump.
OracleSample Operate(const OracleOperation& operation, std::span<const OracleSample> inputs);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ORACLE_VALUES_H_
