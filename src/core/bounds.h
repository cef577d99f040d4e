// An interval of values.
#ifndef COBBLE_CORE_BOUNDS_H_
#define COBBLE_CORE_BOUNDS_H_

namespace cobble {

// low <= high.
struct Bounds {
  double low = 0, high = 0;

  bool operator==(const Bounds&) const = default;
};

}  // namespace cobble

#endif  // COBBLE_CORE_BOUNDS_H_
