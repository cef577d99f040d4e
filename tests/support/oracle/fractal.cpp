// Fractals as functions of their octaves' values, with forward-mode automatic differentiation.
#include <cmath>

#include "support/oracle/bounds.h"
#include "support/oracle/values.h"

namespace cobble::test {
namespace {

// A number and its derivatives with respect to the octaves' values.
struct Dual {
  double v = 0;
  std::vector<double> d;
};

// Returns f(x), given the value and the derivative of f at x.v.
Dual Chain(const Dual& x, double value, double derivative) {
  Dual out{value, x.d};
  for (double& d : out.d) d *= derivative;
  return out;
}

Dual operator+(const Dual& a, const Dual& b) {
  Dual out{a.v + b.v, a.d};
  for (std::size_t k = 0; k < out.d.size(); ++k) out.d[k] += b.d[k];
  return out;
}

Dual operator*(const Dual& a, const Dual& b) {
  Dual out{a.v * b.v, a.d};
  for (std::size_t k = 0; k < out.d.size(); ++k) out.d[k] = a.v * b.d[k] + b.v * a.d[k];
  return out;
}

Dual Scaled(const Dual& x, double factor) { return Chain(x, factor * x.v, factor); }
Dual Limited(const Dual& x, double low, double high) {
  return Chain(x, std::clamp(x.v, low, high), x.v >= low && x.v <= high ? 1 : 0);
}
Dual RidgeOf(const Dual& x, double offset) {
  const double rest = offset - std::abs(x.v), sign = (x.v > 0) - (x.v < 0);
  return Chain(x, rest * rest, -2 * rest * sign);
}
Dual Lifted(const Dual& x, double offset) { return Chain(x, x.v + offset, 1); }

// The same for intervals, so that each formula is written once.
Bounds operator+(const Bounds& a, const Bounds& b) { return Plus(a, b); }
Bounds operator*(const Bounds& a, const Bounds& b) { return Times(a, b); }
Bounds Scaled(const Bounds& x, double factor) { return Times(x, {factor, factor}); }
Bounds Limited(const Bounds& x, double low, double high) {
  return Monotone(x, [=](double v) { return std::clamp(v, low, high); });
}
Bounds RidgeOf(const Bounds& x, double offset) { return Ridge(x, offset); }
Bounds Lifted(const Bounds& x, double offset) { return Plus(x, {offset, offset}); }

struct Fractal {
  FractalKind kind = FractalKind::kFbm;
  double persistence = 0, gain = 0, offset = 0;

  template <typename T>
  T Sum(std::span<const T> n) const {
    T sum = First(n[0]), before = sum, weight = sum;
    double a = 1, all = 1;
    for (std::size_t o = 1; o < n.size(); ++o) {
      a *= persistence;
      all += a;
      if (kind == FractalKind::kFbm) {
        sum = sum + Scaled(n[o], a);
      } else if (kind == FractalKind::kRidged) {
        before = RidgeOf(n[o], offset) * Limited(Scaled(before, gain), 0, 1);
        sum = sum + Scaled(before, a);
      } else {
        weight = o == 1 ? Limited(before, -HUGE_VAL, 1) : Limited(weight * before, -HUGE_VAL, 1);
        before = Scaled(Lifted(n[o], offset), a);
        sum = sum + weight * before;
      }
    }
    return Scaled(sum, 1 / all);
  }

  template <typename T>
  T First(const T& n) const {
    if (kind == FractalKind::kFbm) return n;
    return kind == FractalKind::kRidged ? RidgeOf(n, offset) : Lifted(n, offset);
  }
};

}  // namespace

OracleOperation MakeFractal(const Node& node, std::span<const Bounds> octaves) {
  Fractal fractal{.persistence = node.Number("persistence"),
                  .gain = node.Number("gain"),
                  .offset = node.Number("offset")};
  FromName(node.Text("kind"), &fractal.kind);
  const auto at = [fractal](std::span<const double> x) {
    std::vector<Dual> n;
    for (std::size_t o = 0; o < x.size(); ++o) {
      n.push_back({x[o], std::vector<double>(x.size())});
      n.back().d[o] = 1;
    }
    const Dual sum = fractal.Sum<Dual>(n);
    return Jet{sum.v, sum.d};
  };
  return {at, fractal.Sum<Bounds>(octaves), std::abs(fractal.offset)};
}

}  // namespace cobble::test
