// Draws histograms as a line of text.
#pragma once

#include <string>
#include <vector>

namespace cobble {

// Returns whether the environment asks for UTF-8: LC_ALL, else LC_CTYPE, else LANG.
bool IsUtf8Locale();

// Returns a character per count, as high as the count relative to the largest: the blocks U+2581 to
// U+2588, or ".:-=+*#@" in ASCII. A space is a count of 0.
std::string Bar(const std::vector<double>& counts, bool utf8);

}  // namespace cobble
