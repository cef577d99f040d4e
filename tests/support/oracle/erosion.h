// The node erosion, evaluated slowly and simply in double; shares no code with src.
#ifndef COBBLE_TESTS_SUPPORT_ORACLE_EROSION_H_
#define COBBLE_TESTS_SUPPORT_ORACLE_EROSION_H_

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle/sample.h"

namespace cobble::test {

class OracleErosion {
 public:
  // A number and its slope along x and y.
  struct Jet {
    double value = 0;
    std::array<double, 2> slope{};

    friend Jet operator+(const Jet& a, const Jet& b);
    friend Jet operator-(const Jet& a, const Jet& b);
    friend Jet operator*(const Jet& a, const Jet& b);
    friend Jet operator*(double a, const Jet& b) { return Jet{a} * b; }
  };
  using Source = std::function<OracleSample(const Vec3& position)>;

  // In: lengths, of the picture's periods along x and y; 0: not tiled; source, its bounds.
  OracleErosion(const Node& node, uint32_t accumulator, const std::array<double, 2>& lengths,
                const Bounds& source);

  OracleSample At(const Vec3& position, double slack, const Source& source) const;
  Bounds bounds() const { return bounds_; }

 private:
  struct Kernel {
    std::array<double, 2> point{}, across{};
    double phase = 0, weight = 0;
  };
  // Returns f(a), given the value and the derivative of f.
  static Jet Through(const Jet& a, double value, double derivative);
  static Jet Inverse(const Jet& a);
  static Jet Root(const Jet& a);
  Jet Reached(const Jet& a) const;

  struct State {
    Jet height, added, ridges;
  };
  // Returns the state after some octaves.
  State After(int octaves, const Vec3& position, const Source& source) const;
  const Kernel& KernelOf(int octave, std::array<int64_t, 2> cell, double z,
                         const Source& source) const;

  uint32_t accumulator_;
  int octaves_;
  double low_, high_, strength_, sharpness_, slope_, branch_, detail_, settle_, persistence_;
  double first_frequency_;
  bool shows_ridges_;
  std::vector<std::array<double, 2>> frequency_, scatter_;
  std::vector<std::array<int64_t, 2>> period_;
  Bounds bounds_;
  using Key = std::tuple<int, int64_t, int64_t, double>;
  mutable std::map<Key, Kernel> kernels_;
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ORACLE_EROSION_H_
