// Inputs whose bounds an operation restricts: divisors, arguments of logarithms and exponentials.
// If the bounds do not fit, an error proposes a clamp around the input, or in a formula max(s,
// 0.01).
#pragma once

#include <string_view>

#include "program/compile.h"

namespace cobble::nodes {

// Each compiles an input, like Compiler::Input. Magnitudes below 1.2e-38, which float32
// does not hold in full, are refused like 0.
Compiled NonzeroInput(Compiler& compiler, const NodeContext& context, std::string_view key);
Compiled PositiveInput(Compiler& compiler, const NodeContext& context, std::string_view key);
Compiled InputUpTo(Compiler& compiler, const NodeContext& context, std::string_view key,
                   double maximum);

}  // namespace cobble::nodes
