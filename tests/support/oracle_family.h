// What the oracles of the noises have in common: one octave at one place of its lattice.
#ifndef COBBLE_TESTS_SUPPORT_ORACLE_FAMILY_H_
#define COBBLE_TESTS_SUPPORT_ORACLE_FAMILY_H_

#include <array>
#include <cstdint>
#include <memory>

#include "cobble/recipe.h"
#include "support/oracle_gradient.h"

namespace cobble::test {

// Where an octave is sampled.
struct OracleSite {
  uint32_t accumulator = 0;
  std::array<int64_t, 3> period{};  // 0: not tiled
  std::array<long double, 3> c{};   // in lattice units
  std::array<int64_t, 3> cell{};    // of c, along the axes that the noise has
  Vec3 fraction{};                  // of c, likewise
  double blur = 0;                  // how far float32 may be off there, in lattice units

  bool tiled() const { return period[0] != 0; }
};

struct OracleResult {
  double value = 0;
  Vec3 slope{};       // with respect to the lattice
  bool kink = false;  // so near a ridge that rounding decides the slope's side
  bool jump = false;  // or even the value's
};

class OracleFamily {
 public:
  virtual ~OracleFamily() = default;
  virtual OracleResult At(const OracleSite& site) const = 0;
};

// An index of the lattice as the hash eats it: mod period, where there is one, and mod 2^32.
inline uint32_t LatticeIndex(int64_t index, int64_t period) {
  return static_cast<uint32_t>(period == 0 ? index : (index % period + period) % period);
}

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ORACLE_FAMILY_H_
