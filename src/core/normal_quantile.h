// Quantiles of the standard normal distribution, for the constants of a Program.
#pragma once

namespace cobble {

// Returns the quantile: the same bits on every machine. In: 0 < p < 1. Out: monotone within the
// error. Error: below 1e-6 for p in 1e-10..1 - 1e-10. Source: M. J. Wichura, "Algorithm AS 241: The
// Percentage Points of the Normal Distribution", 1988: its rational functions of 7 digits.
double NormalQuantile(double p);

}  // namespace cobble
