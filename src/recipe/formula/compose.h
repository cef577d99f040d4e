// Composes formulas from others, for programs that build them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cobble {

// Returns the formula of an operator and its parts, with brackets around those that need them or
// are not formulas: "a - (b + c)". In: op, one of + - * / % ^ < <= > >= with two parts, - with one,
// or ? with three.
std::string ComposedFormula(std::string_view op, std::span<const std::string> parts);

}  // namespace cobble
