// Hill noise, evaluated slowly and simply in double: one octave, and the distribution applied to
// the mean of all octaves. Shares no code with src/noise.
#pragma once

#include <vector>

#include "support/oracle/family.h"

namespace cobble::test {

class OracleHill : public OracleFamily {
 public:
  explicit OracleHill(const Node& node);
  OracleResult At(const OracleSite& site) const override;

 private:
  // In n dimensions, a wave is the sum of n sines along orthonormal directions.
  struct Wave {
    double size = 0;  // in lattice units
    std::vector<Vec3> directions{};
  };

  // `turn`: the hashes that turn all directions of an octave.
  Wave WaveOf(std::size_t i, const Vec3& turn) const;
  Vec3 Fitted(const Vec3& k, const std::array<int64_t, 3>& period) const;

  int dimensions_;
  std::vector<double> sizes_;
  std::vector<std::size_t> permutation_;
  double deviation_ = 0;  // of the sum of the sines
};

// A distribution: its quantile function and the first two derivatives.
class OracleDistribution {
 public:
  OracleDistribution() = default;  // uniform
  explicit OracleDistribution(const Node& node);

  struct Quantile {
    double value = 0, first = 0, second = 0;
  };
  // Clamps u first.
  Quantile At(double u) const;
  bool Limits(double u) const { return type_ != DistributionType::kUniform && u != Limited(u); }
  bool uniform() const { return type_ == DistributionType::kUniform; }

 private:
  static double Limited(double u);

  DistributionType type_ = DistributionType::kUniform;
  double a_ = 0, b_ = 0, c_ = 0;  // parameters, in the recipe's order
};

}  // namespace cobble::test
