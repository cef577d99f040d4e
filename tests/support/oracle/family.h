// The noise oracles' common interface: one octave at one position of its lattice.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "cobble/recipe.h"
#include "support/oracle/gradient.h"

namespace cobble::test {

struct OracleSite {
  uint32_t accumulator = 0;
  std::array<int64_t, 3> period{};  // 0: not tiled
  std::array<long double, 3> c{};   // in lattice units
  std::array<int64_t, 3> cell{};    // floor of c, for the noise's axes
  Vec3 fraction{};                  // c - cell, for the noise's axes
  double blur = 0;                  // maximum error of a float32 position, in lattice units

  // Along an axis: x, or in a loop only z.
  bool tiled() const { return period[0] != 0 || period[2] != 0; }
  bool looped() const { return period[0] == 0 && period[2] != 0; }
};

struct OracleResult {
  double value = 0;
  Vec3 slope{};       // with respect to lattice coordinates
  bool kink = false;  // near a ridge: rounding decides the side of the slope
  bool jump = false;  // rounding even decides the value
};

class OracleFamily {
 public:
  virtual ~OracleFamily() = default;
  virtual OracleResult At(const OracleSite& site) const = 0;
};

// Returns a node's cells per unit along an axis. The key has one number, or one per axis.
inline double FrequencyAlong(const Node& node, std::size_t axis) {
  const auto* const list = std::get_if<NumberList>(&node.values.at("frequency"));
  if (list == nullptr) return node.Number("frequency");
  return axis < list->size() ? (*list)[axis] : 1;
}

// Returns a lattice index as the hash expects it: mod period if tiled, and mod 2^32.
inline uint32_t LatticeIndex(int64_t index, int64_t period) {
  return static_cast<uint32_t>(period == 0 ? index : (index % period + period) % period);
}

}  // namespace cobble::test
