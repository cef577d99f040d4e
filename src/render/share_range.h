// Ranges whose ends are shares of a picture's values.
#pragma once

#include <string>

#include "cobble/program.h"
#include "core/bounds.h"

namespace cobble {

// Returns the ends of a recipe's range, RangeMode::kShares: numbers as they are, and the values
// that have the shares of the picture below them, measured at points of its view, whatever its size
// (program/view_values.h). The result is kept for some time. In: options, of its program; node, the
// map "@NAME" of a node whose values to measure, or empty for those of the noise.
Bounds ShareRange(const Recipe& recipe, const CompileOptions& options,
                  const std::string& node = {});

// Returns how many pixels finding a range computes before the picture.
double PixelsToFind(const Recipe& recipe);

}  // namespace cobble
