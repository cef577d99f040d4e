// Inputs whose bounds an operation restricts: divisors, arguments of logarithms and exponentials.
// If the bounds do not fit, the error proposes a clamp, or in a formula max(s, 0.01).
#pragma once

#include <string_view>

#include "program/compile.h"

namespace cobble::nodes {

// Like Compiler::Input. Magnitudes below 1.2e-38, where float32 loses digits, count as 0.
Compiled NonzeroInput(Compiler& compiler, const NodeContext& context, std::string_view key);
Compiled PositiveInput(Compiler& compiler, const NodeContext& context, std::string_view key);
Compiled InputUpTo(Compiler& compiler, const NodeContext& context, std::string_view key,
                   double maximum);

}  // namespace cobble::nodes
