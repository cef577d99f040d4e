// The node image, evaluated slowly and simply in double; shares no code with src but how steps are
// smoothed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle/pattern.h"

namespace cobble::test {

struct ImageSamples {
  int64_t width = 0, height = 0;
  std::vector<double> values;
  bool wraps = false;
  bool extends = false;  // else, if it does not wrap, the edges repeat beyond the image

  double At(int64_t i, int64_t j) const {
    const auto nearest = [](int64_t k, int64_t length) {
      return std::clamp<int64_t>(k, 0, length - 1);
    };
    if (wraps) i = Modulo(i, width), j = Modulo(j, height);
    const int64_t i0 = nearest(i, width), j0 = nearest(j, height);
    if (extends && i != i0) return 2 * At(i0, j) - At(nearest(2 * i0 - i, width), j);
    if (extends && j != j0) return 2 * At(i, j0) - At(i, nearest(2 * j0 - j, height));
    return values[static_cast<std::size_t>(j0 * width + i0)];
  }
};

ImageSamples ImageSamplesOf(const Recipe& recipe, const Node& node);

// Returns the value and its slopes per pixel. In: x, y, in pixels; pixel (0, 0) is at (0, 0).
PatternValue InterpolatedAt(const ImageSamples& samples, double x, double y, bool is_b_spline);

// In: reduced, moves a position into the picture by whole periods.
OraclePattern MakeImage(const Recipe& recipe, const Node& node, bool in_stamp,
                        const std::function<Vec3(const Vec3&)>& reduced);

// Returns the node of one channel of a colour: "red", "green" or "blue".
Node ImageChannelNode(const Recipe& recipe, const Node& node, const char* channel);

}  // namespace cobble::test
