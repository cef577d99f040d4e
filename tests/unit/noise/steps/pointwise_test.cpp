// Tests the pointwise kernels: the same bits at every SIMD level, in place, at any position in a
// run, and with any number of slopes.
#include "noise/steps/pointwise.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "noise/kernel.h"
#include "support/simd_batches.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using test::BestLevel;

constexpr int kFloats = kRunLength + kPad;

using FloatRow = test::Batch<float, kFloats>;

struct FloatRows {
  FloatRow rows[4];

  Slot SlotOf(int slopes) {
    Slot slot{rows[0].x, {nullptr, nullptr, nullptr}};
    for (int s = 0; s < slopes; ++s) slot.slope[s] = rows[s + 1].x;
    return slot;
  }
};

bool SameBits(const FloatRows& a, const FloatRows& b, int n, int slopes) {
  for (int r = 0; r <= slopes; ++r)
    if (test::CountDifferences(a.rows[r].x, b.rows[r].x, static_cast<std::size_t>(n)) != 0)
      return false;
  return true;
}

// Returns three inputs: many magnitudes, ties, the parameters of ArgsOf, zeros of both signs.
std::array<FloatRows, 3> Inputs() {
  std::mt19937 random(5);
  const auto number = [&] { return static_cast<float>(random()) * 0x1p-31f - 1; };
  const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 0.25f, -0.75f, 1e-40f, -3e-39f, 1e30f};
  std::array<FloatRows, 3> inputs;
  for (FloatRows& input : inputs)
    for (FloatRow& row : input.rows)
      for (float& x : row.x)
        x = random() % 4 == 0 ? special[random() % std::size(special)]
                              : number() * std::exp2(static_cast<float>(random() % 5));
  for (int k = 0; k < kFloats; k += 3) inputs[1].rows[0].x[k] = inputs[0].rows[0].x[k];
  return inputs;
}

PointwiseArgs ArgsOf(PointwiseOp op) {
  PointwiseArgs args{op, {0.5f, 0.25f, 0.75f, 0.8f}, nullptr};
  if (op == PointwiseOp::kClamp) args.p = {-0.75f, 0.25f, 0, 0};
  if (op == PointwiseOp::kDivide || op == PointwiseOp::kModulo) args.p = {0.25f, 16, 0, 16};
  if (op == PointwiseOp::kFloor) args.p = {-3, 5, 0, 0};
  if (op == PointwiseOp::kSign) args.p = {-1, 1, 0, 0};
  if (op != PointwiseOp::kCurve) return args;
  auto table = std::make_shared<CubicTable>();
  table->segments = 4;
  const float x[] = {-0.75f, -0.75f, 0.5f, std::numeric_limits<float>::infinity()};
  for (std::size_t k = 0; k < 4; ++k) table->x[k] = x[k];
  table->c[0] = {1, 1, 2.5f};
  table->c[1] = {0, 0.5f, 0};
  table->c[2] = {0, -0.25f, 0};
  table->c[3] = {0, 2, 0};
  args.curve = table;
  return args;
}

FloatRows Run(PointwiseOp op, const SimdLevel& level, std::array<FloatRows, 3> inputs, int n,
              int slopes) {
  Slot in[3];
  for (std::size_t i = 0; i < 3; ++i) in[i] = inputs[i].SlotOf(slopes);
  FloatRows out{};
  SelectPointwise(op, level.target)(ArgsOf(op), in, n, out.SlotOf(slopes));
  return out;
}

template <typename Test>
void ForEachOp(const Test& test) {
  for (int op = 0; op < kPointwiseOps; ++op) {
    INFO("operation ", op);
    test(static_cast<PointwiseOp>(op));
  }
}

TEST_CASE("every level gives the same bits") {
  const auto inputs = Inputs();
  test::ForRunningLevels([&](const SimdLevel& level) {
    ForEachOp([&](PointwiseOp op) {
      for (const int n : {1, 7, 16, kRunLength})
        CHECK(SameBits(Run(op, level, inputs, n, 3), Run(op, BestLevel(), inputs, n, 3), n, 3));
    });
  });
}

TEST_CASE("the result of a sample does not depend on its position in the run") {
  auto inputs = Inputs();
  ForEachOp([&](PointwiseOp op) {
    const FloatRows whole = Run(op, BestLevel(), inputs, kRunLength, 3);
    auto moved = inputs;
    for (FloatRows& input : moved)
      for (FloatRow& row : input.rows)
        std::memmove(row.x, row.x + 5, sizeof(float) * (kFloats - 5));
    FloatRows rest = Run(op, BestLevel(), moved, kRunLength - 5, 3);
    for (FloatRow& row : rest.rows) std::memmove(row.x + 5, row.x, sizeof(float) * (kFloats - 5));
    for (std::size_t r = 0; r < 4; ++r)
      for (int k = 0; k < 5; ++k) rest.rows[r].x[k] = whole.rows[r].x[k];
    CHECK(SameBits(whole, rest, kRunLength, 3));
  });
}

TEST_CASE("values need no slopes, and inputs without slopes have slopes of 0") {
  const auto inputs = Inputs();
  ForEachOp([&](PointwiseOp op) {
    const FloatRows whole = Run(op, BestLevel(), inputs, kRunLength, 3);
    for (const int slopes : {0, 1, 2})
      CHECK(SameBits(Run(op, BestLevel(), inputs, kRunLength, slopes), whole, kRunLength, slopes));
    auto values = inputs;
    Slot in[3];
    for (std::size_t i = 0; i < 3; ++i) in[i] = values[i].SlotOf(0);
    FloatRows out{};
    for (FloatRow& row : out.rows) std::fill_n(row.x, kFloats, 1.0f);
    SelectPointwise(op, BestLevel().target)(ArgsOf(op), in, kRunLength, out.SlotOf(3));
    for (int s = 1; s <= 3; ++s)
      for (int k = 0; k < kRunLength; ++k) CHECK_MESSAGE(out.rows[s].x[k] == 0, "slope ", s);
  });
}

TEST_CASE("the output may be any of the inputs") {
  const auto inputs = Inputs();
  ForEachOp([&](PointwiseOp op) {
    const FloatRows separate = Run(op, BestLevel(), inputs, kRunLength, 3);
    for (std::size_t to = 0; to < 3; ++to) {
      auto same = inputs;
      Slot in[3];
      for (std::size_t i = 0; i < 3; ++i) in[i] = same[i].SlotOf(3);
      SelectPointwise(op, BestLevel().target)(ArgsOf(op), in, kRunLength, in[to]);
      CHECK(SameBits(same[to], separate, kRunLength, 3));
    }
  });
}

// Beyond the picture's edge, values may exceed the bounds that keep them within float32.
TEST_CASE("results of inputs up to kMaxResult are finite, and at most kMaxResult") {
  const float special[] = {0, -0.3f, 0.7f, 90, -90, 1e-20f, 1e20f, 1e30f, kMaxResult, -kMaxResult};
  std::mt19937 random(6);
  std::array<FloatRows, 3> inputs;
  for (FloatRows& input : inputs)
    for (FloatRow& row : input.rows)
      for (float& x : row.x) x = special[random() % std::size(special)];
  test::ForRunningLevels([&](const SimdLevel& level) {
    ForEachOp([&](PointwiseOp op) {
      if (op == PointwiseOp::kAngle) return;  // its input is at least 0, from kSteepness
      const FloatRows got = Run(op, level, inputs, kRunLength, 0);
      for (int i = 0; i < kRunLength; ++i) REQUIRE(std::abs(got.rows[0].x[i]) <= kMaxResult);
    });
  });
}

}  // namespace
}  // namespace cobble
