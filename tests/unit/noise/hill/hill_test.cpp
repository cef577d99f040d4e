// Tests hill noise: its waves, bounds and scratch, and that grid and point kernels agree with many
// waves, which the oracle does not cover.
#include "noise/hill/hill.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <new>
#include <random>
#include <string_view>
#include <vector>

#include "core/math.h"
#include "core/simd_level.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

HillArgs MakeArgs(int dimensions, std::vector<double> sizes, int octaves = 1, int64_t period = 0) {
  HillArgs args;
  args.dimensions = dimensions;
  args.sizes = std::move(sizes);
  for (int o = 0; o < octaves; ++o) {
    Octave octave;
    octave.seed = 1000u + static_cast<uint32_t>(o);
    std::fill_n(octave.frequency, 3, std::exp2(o % 8));
    std::fill_n(octave.period, 3, period);
    octave.amplitude = 1.0f / static_cast<float>(octaves);
    std::fill_n(octave.slope_scale, 3, octave.amplitude * static_cast<float>(octave.frequency[0]));
    args.octaves.push_back(octave);
  }
  MakeWaves(&args);
  return args;
}

TEST_CASE("wave sizes fall with the power given by the smoothness") {
  const std::vector<double> sizes = WaveSizes(7, 0.3);
  REQUIRE(sizes.size() == 7);
  for (int i = 0; i < 7; ++i)
    CHECK(sizes[static_cast<std::size_t>(i)] ==
          doctest::Approx(std::pow((i + 0.5) / 8, -std::log(0.3))).epsilon(1e-14));
}

TEST_CASE("bounds are the quantiles at 2^-24 and 1 - 2^-24") {
  using Type = DistributionType;
  const auto check = [](const Distribution& distribution, double low, double high) {
    const Bounds bounds = BoundsOf(distribution);
    CHECK(bounds.low == doctest::Approx(low).epsilon(1e-12));
    CHECK(bounds.high == doctest::Approx(high).epsilon(1e-12));
  };
  const double small = 0x1p-24, minimum = -std::log1p(-small), maximum = 24 * std::log(2.0);
  check({Type::kUniform, {}}, 0, 1);
  check({Type::kWeibull, {2, 1.5, 0}}, 2 * std::pow(minimum, 1 / 1.5),
        2 * std::pow(maximum, 1 / 1.5));
  check({Type::kExponential, {4, 0, 0}}, minimum / 4, maximum / 4);
  check({Type::kTriangular, {-1, 0.5, 4}}, -1 + std::sqrt(small * 5 * 1.5),
        4 - std::sqrt(small * 5 * 3.5));
  check({Type::kTriangular, {0, 0, 1}}, 1 - std::sqrt(1 - small), 1 - std::sqrt(small));
  const Bounds normal = BoundsOf({Type::kNormal, {10, 2, 0}});
  CHECK(std::erfc((10 - normal.low) / 2 / std::sqrt(2.0)) / 2 ==
        doctest::Approx(small).epsilon(1e-12));
  CHECK(normal.high - 10 == doctest::Approx(10 - normal.low).epsilon(1e-15));
}

// The finest wave comes first.
TEST_CASE("the finest waves point in every direction, depending on the seed") {
  constexpr int kSeeds = 1000, kBins = 10;
  for (const int dimensions : {2, 3}) {
    std::array<int, kBins> counts{};
    for (uint32_t seed = 0; seed < kSeeds; ++seed) {
      HillArgs args = MakeArgs(dimensions, WaveSizes(8, 0.5));
      args.octaves[0].seed = seed;
      MakeWaves(&args);
      // Its directions are orthogonal, so they repeat every quarter turn.
      const double turns = std::atan2(args.terms[0].k[1][0], args.terms[0].k[0][0]) / (2 * kPi);
      const double quarter = 4 * turns - std::floor(4 * turns);
      ++counts[std::min(static_cast<std::size_t>(quarter * kBins), counts.size() - 1)];
    }
    // Each bin expects 100, with a standard deviation of 9.5.
    for (const int count : counts) CHECK(std::abs(count - kSeeds / kBins) < 40);
  }
}

TEST_CASE("the axes of a wave are orthogonal and as long as its size; the sum has deviation 1") {
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    for (const int count : {1, 2, 3, 4, 5, 12, 13, 14, 100}) {
      CAPTURE(dimensions);
      CAPTURE(count);
      const std::vector<double> sizes = WaveSizes(count, 0.5);
      const HillArgs args = MakeArgs(dimensions, sizes);
      const HillTerms& waves = args.terms[0];
      REQUIRE(args.term_count == count * dimensions);
      const auto dot = [&](std::size_t s, std::size_t t) {
        return waves.k[0][s] * waves.k[0][t] + waves.k[1][s] * waves.k[1][t] +
               waves.k[2][s] * waves.k[2][t];
      };
      double variance = 0;
      std::vector<double> lengths;
      for (std::size_t t = 0; t < static_cast<std::size_t>(args.term_count); ++t) {
        const std::size_t first = t - t % static_cast<std::size_t>(dimensions);
        for (std::size_t s = first; s < t; ++s) CHECK(std::abs(dot(s, t)) < 1e-12 * dot(t, t));
        CHECK(dot(first, first) == doctest::Approx(dot(t, t)).epsilon(1e-12));
        variance += waves.amplitude[t] * waves.amplitude[t] / 2.0;
        if (t == first) lengths.push_back(1 / std::sqrt(dot(t, t)));
      }
      CHECK(variance == doctest::Approx(1).epsilon(1e-6));
      // In 3D each size occurs once, but in a different order.
      std::sort(lengths.begin(), lengths.end());
      for (std::size_t i = 0; i < sizes.size(); ++i)
        CHECK(lengths[i] == doctest::Approx(sizes[i]).epsilon(1e-12));
    }
  }
}

TEST_CASE("tiled waves have a whole number of turns per period, and none is constant") {
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    for (const int64_t period : {1, 2, 5}) {
      CAPTURE(dimensions);
      CAPTURE(period);
      const HillArgs args = MakeArgs(dimensions, {100, 3, 2, 1, 0.5, 0.1}, 1, period);
      for (std::size_t t = 0; t < static_cast<std::size_t>(args.term_count); ++t) {
        double all = 0;
        for (const auto& k : args.terms[0].k) {
          const double turns = k[t] * static_cast<double>(period);
          CHECK(turns == doctest::Approx(std::nearbyint(turns)).epsilon(1e-14));
          all += std::abs(std::nearbyint(turns));
        }
        CHECK(all >= 1);
      }
    }
  }
  // Half a turn rounds to the even neighbour 0, which becomes 1.
  CHECK(MakeArgs(1, {2}, 1, 1).terms[0].k[0][0] == 1);
}

TEST_CASE("a tiled wave longer than the period takes one turn along its longest axis") {
  const HillArgs free = MakeArgs(2, {100, 90, 80, 70}),
                 tiled = MakeArgs(2, {100, 90, 80, 70}, 1, 1);
  for (std::size_t t = 0; t < 8; ++t) {
    const double x = free.terms[0].k[0][t], y = free.terms[0].k[1][t];
    const bool along_x = std::abs(x) > std::abs(y);
    CHECK(tiled.terms[0].k[0][t] == (along_x ? std::copysign(1.0, x) : 0));
    CHECK(tiled.terms[0].k[1][t] == (along_x ? 0 : std::copysign(1.0, y)));
  }
}

struct Free {
  void operator()(std::byte* memory) const {
    ::operator delete[](memory, std::align_val_t{kAlign});
  }
};

class Harness {
 public:
  Harness(const HillArgs& args, const Frame& frame, std::string_view level = "auto")
      : args_(args),
        frame_(frame),
        kernel_(SelectHill(args, frame.kind, FindSimdLevel(level)->target)) {
    const std::size_t bytes = kernel_.scratch_bytes(&args, frame, kRunLength);
    memory_.reset(new (std::align_val_t{kAlign}) std::byte[bytes]());
    if (frame.kind == Frame::kPoints) Prepare(Tile{});
  }

  void Prepare(const Tile& tile) { kernel_.prepare(&args_, frame_, tile, memory_.get()); }
  void Run(const cobble::Run& run) {
    kernel_.run(&args_, frame_, run, memory_.get(), {rows_[0], {rows_[1], rows_[2], rows_[3]}});
  }
  const float* row(int output) const { return rows_[output]; }

 private:
  const HillArgs& args_;
  const Frame& frame_;
  const Kernel kernel_;
  std::unique_ptr<std::byte[], Free> memory_;
  alignas(kAlign) float rows_[4][kRunLength + kPad] = {};
};

struct Points {
  alignas(kAlign) double q[3][kRunLength + kPad] = {};
  Frame frame;

  Points() {
    frame.kind = Frame::kPoints;
    for (int a = 0; a < 3; ++a) frame.q[a] = q[a];
  }
};

Frame SlantedFrame() {
  Frame frame;
  frame.kind = Frame::kAffine;
  const double origin[] = {12.3, -4.5, 6.7}, column[] = {0.011, 0.003, -0.002},
               row[] = {-0.002, 0.012, 0.004};
  std::copy_n(origin, 3, frame.origin);
  std::copy_n(column, 3, frame.column);
  std::copy_n(row, 3, frame.row);
  return frame;
}

// A table of few terms is kept; one of many is recomputed for each batch of rows.
TEST_CASE("rows and points agree for any number of waves and any order of rows") {
  constexpr int kColumns = 50;
  for (const int count : {1, 22, 500}) {
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
      CAPTURE(count);
      CAPTURE(dimensions);
      HillArgs args = MakeArgs(dimensions, WaveSizes(count, 0.7), 3);
      args.slopes = dimensions;
      const Frame frame = SlantedFrame();
      Points points;
      Harness rows(args, frame), at_points(args, points.frame);
      rows.Prepare({7, kColumns});
      double worst = 0, worst_slope = 0;
      for (const int64_t j : {0, 1, 2, 30, 31, 5, 4}) {
        for (int k = 0; k < kColumns; ++k)
          for (int a = 0; a < 3; ++a)
            points.q[a][k] =
                frame.origin[a] + static_cast<double>(j) * frame.row[a] + (7 + k) * frame.column[a];
        rows.Run({7, j, kColumns});
        at_points.Run({0, 0, kColumns});
        for (int k = 0; k < kColumns; ++k) {
          worst = std::max<double>(worst, std::abs(rows.row(0)[k] - at_points.row(0)[k]));
          for (int b = 1; b <= dimensions; ++b)
            worst_slope =
                std::max<double>(worst_slope, std::abs(rows.row(b)[k] - at_points.row(b)[k]) /
                                                  (1 + std::abs(at_points.row(b)[k])));
        }
      }
      CHECK(worst < 2e-6);
      CHECK(worst_slope < 3e-5);
    }
  }
}

// Samples of one patch share its phases, samples of a few patches choose theirs, and a vector of
// samples in many patches computes them one by one.
TEST_CASE("a point has the same bits whatever patches the points beside it are in") {
  test::ForRunningLevels([&](const SimdLevel& level) {
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
      CAPTURE(dimensions);
      HillArgs args = MakeArgs(dimensions, {0.3, 0.25, 0.2}, 2);
      args.slopes = dimensions;
      REQUIRE(args.terms[0].patches > 1);
      Points points;
      Harness kernel(args, points.frame, level.name);
      constexpr int kCount = 64;
      std::mt19937 random(7);
      std::uniform_real_distribution<double> near(-0.1, 0.1);
      double at[kCount][3];
      for (auto& point : at)
        for (double& x : point) x = near(random);
      std::array<std::array<float, 4>, kCount> want{};
      for (const double far : {0.0, 0.2, 1.0, 40.0}) {  // from every second point to the next
        for (int k = 0; k < kCount; ++k)
          for (int a = 0; a < 3; ++a) {
            points.q[a][2 * k] = at[k][a];
            points.q[a][2 * k + 1] = at[k][a] + far * k;
          }
        kernel.Run({0, 0, 2 * kCount});
        for (std::size_t k = 0; k < kCount; ++k)
          for (std::size_t output = 0; output <= static_cast<std::size_t>(dimensions); ++output) {
            const float got = kernel.row(static_cast<int>(output))[2 * k];
            if (far == 0) want[k][output] = got;
            CHECK(got == want[k][output]);
          }
      }
    }
  });
}

TEST_CASE("patches are whole cells for long waves, and smaller for short ones") {
  CHECK(MakeArgs(2, {1}).terms[0].patches == 1);
  CHECK(MakeArgs(2, WaveSizes(32, 0.5)).terms[0].patches == 1);
  CHECK(MakeArgs(1, {0.1}).terms[0].patches == 4);          // sqrt(2) / 0.1 = 14.1
  CHECK(MakeArgs(1, {1000, 0.005}).terms[0].patches == 4);  // 200 turns
}

TEST_CASE("scratch stays below 1 MiB for thousands of waves and many octaves") {
  HillArgs args = MakeArgs(3, WaveSizes(4096, 0.5), 32);
  for (const int slopes : {0, 2, 3}) {
    args.slopes = slopes;
    const Frame frame = SlantedFrame();
    const Kernel kernel = SelectHill(args, frame.kind, FindSimdLevel("auto")->target);
    CHECK(kernel.scratch_bytes(&args, frame, kRunLength) < std::size_t{1} << 20);
  }
}

}  // namespace
}  // namespace cobble
