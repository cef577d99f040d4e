// An interval of values.
#pragma once

namespace cobble {

// low <= high.
struct Bounds {
  double low = 0, high = 0;

  bool operator==(const Bounds&) const = default;
};

}  // namespace cobble
