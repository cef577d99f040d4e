// Tests position steps at every SIMD level: their formulas, bit by bit, and unwanted axes kept.
#include "noise/steps/arithmetic.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "noise/kernel.h"
#include "support/exact_fma.h"
#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

constexpr int kLength = 37;

using Axis = test::Batch<double, kRunLength + kPad>;
using Row = test::Batch<float, kRunLength + kPad>;

struct Positions {
  std::array<Axis, 3> axes;

  const double* const* in() const {
    for (std::size_t a = 0; a < 3; ++a) in_[a] = axes[a].x;
    return in_;
  }

 private:
  mutable const double* in_[3];
};

Positions RandomPositions() {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-9, 9);
  Positions p;
  for (Axis& axis : p.axes)
    for (double& x : axis.x) x = number(random);
  return p;
}

std::array<Row, 3> RandomRows(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(-2, 2);
  std::array<Row, 3> rows;
  for (Row& row : rows)
    for (float& x : row.x) x = number(random);
  return rows;
}

// Maps with one, two and three nonzero factors per axis, and one with none.
std::vector<Affine> Maps() {
  Affine constant;
  constant.m[1] = {0, 0, 0};
  constant.t = {1, -2, 3};
  return {Affine(), MakeDomain({1, 2, 3}, {0, 0, 0}, {2, -3, 0.5}),
          MakeDomain({0.25, 0, 7}, {0, 0, 30}, {1, 1, 1}),
          MakeDomain({0.25, 0, 7}, {10, 20, 30}, {1, 2, 3}), constant};
}

TEST_CASE("transform is t + ((m0 x + m1 y) + m2 z) on the axes that are wanted") {
  const Positions p = RandomPositions();
  test::ForRunningLevels([&](const SimdLevel& level) {
    for (const Affine& map : Maps()) {
      for (unsigned wanted = 0; wanted < 8; ++wanted) {
        Positions q{};
        double* out[3];
        for (std::size_t a = 0; a < 3; ++a) out[a] = (wanted >> a & 1) != 0 ? q.axes[a].x : nullptr;
        SelectArithmetic(level.target).transform(map, kLength, p.in(), out);
        for (int k = 0; k < kLength; ++k) {
          const Vector3 want = map.Apply({p.axes[0].x[k], p.axes[1].x[k], p.axes[2].x[k]});
          for (std::size_t a = 0; a < 3; ++a)
            CHECK(q.axes[a].x[k] == (out[a] != nullptr ? want[a] : 0));
        }
      }
    }
  });
}

TEST_CASE("a map does not read axes whose factors are 0") {
  Positions p = RandomPositions();
  const double* in[] = {p.axes[0].x, p.axes[1].x, nullptr};
  const Affine map = MakeDomain({1, 2, 3}, {0, 0, 30}, {1, 1, 1});
  Positions q{};
  double* out[] = {q.axes[0].x, q.axes[1].x, nullptr};
  test::ForRunningLevels([&](const SimdLevel& level) {
    SelectArithmetic(level.target).transform(map, kLength, in, out);
    for (int k = 0; k < kLength; ++k)
      CHECK(q.axes[1].x[k] == map.Apply({p.axes[0].x[k], p.axes[1].x[k], 0})[1]);
  });
}

TEST_CASE("displace adds to the axes that have an offset, within limits, and copies the others") {
  const Positions p = RandomPositions();
  const std::array<Row, 3> by = RandomRows(4);
  const float* offset[] = {by[0].x, nullptr, by[2].x};
  const double limit[] = {0.1, 0.1, 0.1};
  test::ForRunningLevels([&](const SimdLevel& level) {
    Positions q{};
    double* out[] = {q.axes[0].x, q.axes[1].x, nullptr};
    SelectArithmetic(level.target).displace(p.in(), offset, 0.3, limit, kLength, out);
    for (int k = 0; k < kLength; ++k) {
      CHECK(q.axes[0].x[k] == p.axes[0].x[k] + std::clamp(0.3 * double{by[0].x[k]}, -0.1, 0.1));
      CHECK(q.axes[1].x[k] == p.axes[1].x[k]);
      CHECK(q.axes[2].x[k] == 0);
    }
  });
}

TEST_CASE("positions of a run are origin + j row + i column, reduced where the frame wraps") {
  Frame frame;
  frame.kind = Frame::kAffine;
  for (int a = 0; a < 3; ++a) {
    frame.origin[a] = 0.1 + a;
    frame.row[a] = 0.01 * (a + 1);
    frame.column[a] = a == 1 ? 0 : 0.003 * (a + 1);
  }
  for (const int64_t wrap : {0, 11}) {
    frame.wrap[0] = wrap;
    test::ForRunningLevels([&](const SimdLevel& level) {
      Positions q{};
      double* out[] = {q.axes[0].x, q.axes[1].x, nullptr};
      SelectArithmetic(level.target).positions(frame, {5, 3, kLength}, out);
      for (int k = 0; k < kLength; ++k) {
        const auto i = static_cast<double>(wrap == 0 ? 5 + k : (5 + k) % wrap);
        for (int a = 0; a < 2; ++a)
          CHECK(q.axes[static_cast<std::size_t>(a)].x[k] ==
                (frame.origin[a] + 3 * frame.row[a]) + i * frame.column[a]);
        CHECK(q.axes[2].x[k] == 0);
      }
    });
  }
}

TEST_CASE("a warp's slope is the sum of g (fixed + amount warp), where both may be missing") {
  const std::array<Row, 3> g = RandomRows(5), warp = RandomRows(6);
  const float fixed[] = {1, 0, -0.5f};
  for (unsigned with_g = 1; with_g < 8; ++with_g) {
    for (unsigned with_warp = 0; with_warp < 8; ++with_warp) {
      const float *slopes[3], *warps[3];
      for (std::size_t a = 0; a < 3; ++a) {
        slopes[a] = (with_g >> a & 1) != 0 ? g[a].x : nullptr;
        warps[a] = (with_warp >> a & 1) != 0 ? warp[a].x : nullptr;
      }
      test::ForRunningLevels([&](const SimdLevel& level) {
        Row out;
        SelectArithmetic(level.target).warp_slope(slopes, warps, fixed, 0.7f, kLength, out.x);
        for (int k = 0; k < kLength; ++k) {
          float want = 0;
          for (std::size_t a = 0; a < 3; ++a) {
            if (slopes[a] == nullptr) continue;
            const float by = warps[a] == nullptr ? 0 : warps[a][k];
            want = test::ExactFma(test::ExactFma(0.7f, by, fixed[a]), slopes[a][k], want);
          }
          CHECK(out.x[k] == want);
        }
      });
    }
  }
}

}  // namespace
}  // namespace cobble
