// Numbers as text, strictly: the whole word or nothing, no locale, no octal, no leading plus.
#ifndef COBBLE_CORE_NUMBERS_H_
#define COBBLE_CORE_NUMBERS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cobble {

// A finite decimal number ("8", "-0.5", "1e-3", ".5"); no leading zeros before a digit ("010"), no
// hex, inf or nan, no blanks.
std::optional<double> ParseNumber(std::string_view text);

// A whole number written with digits alone and perhaps a minus.
std::optional<int64_t> ParseWhole(std::string_view text);

// JSON's numbers, which are fewer (no ".5", no "5."). How many characters of `text` make the number
// that it starts with; 0 where it starts with none or breaks off within one ("-", "1.", "1e").
std::size_t JsonNumberLength(std::string_view text);

// In: a text that JsonNumberLength accepts whole. Out: the nearest double, never -0; infinite where
// the number is larger than all of them, 0 where it is smaller.
double JsonNumber(std::string_view text);

// The shortest text that reads back as the same number; whole numbers up to 2^53 without exponent.
std::string Shortest(double value);
std::string Shortest(float value);

}  // namespace cobble

#endif  // COBBLE_CORE_NUMBERS_H_
