// Composes formulas of others, for programs that build them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cobble {

// Returns the formula of an operator and its parts, with brackets around those that would mean
// something else without: "a - (b + c)". In: op, one of + - * / % ^ < <= > >= with two parts, -
// with one, or ? with three. A part that is no formula gets brackets, too.
std::string ComposedFormula(std::string_view op, std::span<const std::string> parts);

}  // namespace cobble
