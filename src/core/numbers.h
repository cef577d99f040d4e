// Strict conversions between numbers and text: no locale, no octal numbers, no leading plus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cobble {

// Parses the whole text as a finite decimal number ("8", "-0.5", "1e-3", ".5"). Returns nullopt for
// anything else, including leading zeros ("010"), hexadecimal, inf, nan and whitespace.
std::optional<double> ParseNumber(std::string_view text);

// Parses the whole text as an integer: digits with an optional minus, no leading zeros. Returns
// nullopt for anything else and for values outside int64_t.
std::optional<int64_t> ParseInteger(std::string_view text);

// The same with any number of leading zeros: "007".
std::optional<int64_t> ParsePadded(std::string_view text);

// Returns the length of the JSON number at the start of `text`; 0 if it is missing or incomplete
// ("-", "1.", "1e"). JSON's grammar is stricter than ParseNumber's: no ".5", no "5.".
std::size_t JsonNumberLength(std::string_view text);

// Parses a complete JSON number (JsonNumberLength(text) == text.size()). Returns the nearest
// double, never -0; infinity if the number is too large for double, 0 if it is too small.
double ParseJsonNumber(std::string_view text);

// Return the shortest text that parses back to the number; no exponent for integers up to 2^53.
std::string Shortest(double value);
std::string Shortest(float value);

// Like Shortest, for people: without an exponent from 0.00001 up, "0.0005" instead of "5e-04".
std::string Readable(double value);

// Returns the nearest number with two decimal digits whose size is no larger: 0.0057 for 0.00578,
// -120 for -129. In: x, finite.
double WithTwoDigits(double x);

}  // namespace cobble
