// Tests fixed-point positions in frames at every SIMD level: a row's start plus its columns'
// offsets against the exact sum, and against the samples' positions.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/noise/sampling/fixed_frames_test.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "noise/sampling/fixed_frames-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// Computes a row's positions in two ways, as index * 2^32 + fraction * 2^32: `sums` from its start
// and the columns' offsets, `splits` from its samples' positions in double.
void SplitRow(const Frame& frame, const Run& run, const Octave& octave, uint64_t* sums,
              uint64_t* splits) {
  constexpr std::size_t kWidth = kShortRun + kPad;
  alignas(kAlign) uint32_t memory[4][kWidth];
  alignas(kAlign) double buffer[kWidth + kPad];
  const FixedPoints columns{{memory[0]}, {memory[1]}}, points{{memory[2]}, {memory[3]}};
  const auto store = [&](uint64_t* to) {
    for (int k = 0; k < run.n; ++k) to[k] = uint64_t{memory[2][k]} << 32 | memory[3][k];
  };
  SplitColumns<1, true>(frame, {run.i, run.n}, octave, columns, [](VD*) {});
  AddRowStart<1, true>(frame, run, octave, columns, points, [](VD*) {});
  store(sums);
  const double* const q = RunPositions(frame, run, 0, buffer);
  SplitFixed<1, true>(octave, &q, run.n, points, [](VD*) {});
  store(splits);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "support/simd_levels.h"

namespace cobble {
namespace {

// Returns the distance of two fixed-point numbers modulo 2^64, or modulo the period.
uint64_t Distance(uint64_t a, uint64_t b, int64_t period) {
  const uint64_t modulus = static_cast<uint64_t>(period) << 32;
  const uint64_t distance = std::min(a - b, b - a);
  return period == 0 ? distance : std::min(distance, modulus - distance);
}

Frame AffineFrame(double origin, double row, double column) {
  Frame frame;
  frame.kind = Frame::kAffine;
  frame.origin[0] = origin;
  frame.row[0] = row;
  frame.column[0] = column;
  return frame;
}

// Checks all levels against each other and against the samples' own positions.
void Check(const Frame& frame, const Octave& octave, Run run) {
  std::vector<uint64_t> first;
  test::ForRunningLevels([&](const SimdLevel& level) {
    std::vector<uint64_t> sums(kShortRun), splits(kShortRun);
    COBBLE_SELECT(SplitRow, level.target)(frame, run, octave, sums.data(), splits.data());
    uint64_t error = 0, max = 0;
    for (int k = 0; k < run.n; ++k) {
      error = std::max(error, Distance(sums[k], splits[k], octave.period[0]));
      max = std::max(max, sums[k]);
    }
    CHECK(error <= 2);  // half for each of three roundings
    if (octave.period[0] != 0) CHECK(max <= static_cast<uint64_t>(octave.period[0]) << 32);
    if (first.empty()) first = sums;
    CHECK(sums == first);
  });
}

TEST_CASE("positions of rows are those of their samples to 2^-31 cells") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> draw(-1, 1);
  for (const double magnitude : {1.0, 100.0, 0x1p16})
    for (int n : {1, 15, 16, 17, 255, 256}) {
      Octave octave;
      octave.frequency[0] = 1 + draw(random) / 2;
      const Frame frame = AffineFrame(magnitude * draw(random), draw(random), draw(random));
      const auto pixel = [&] { return static_cast<int64_t>(random() % 20000) - 10000; };
      Check(frame, octave, {pixel(), pixel(), n});
    }
}

TEST_CASE("positions of tiled rows wrap at the period") {
  std::mt19937_64 random(2);
  for (const int64_t period : {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{1000}})
    for (const int64_t pixels : {int64_t{5}, int64_t{100}, int64_t{1} << 20})
      for (int n : {16, 250, 256}) {
        Octave octave;
        octave.frequency[0] = static_cast<double>(period);
        octave.period[0] = period;
        Frame frame =
            AffineFrame(0.5 / static_cast<double>(pixels), -2.0 / static_cast<double>(pixels),
                        3.0 / static_cast<double>(pixels));
        frame.wrap[0] = frame.wrap[1] = pixels;
        Check(frame, octave, {static_cast<int64_t>(random() % 3000) - 1500, 77, n});
      }
}

TEST_CASE("an octave's positions do not depend on the tile") {
  Octave octave;
  octave.frequency[0] = 0.7;
  const Frame frame = AffineFrame(0.1, 0.3, 0.017);
  test::ForRunningLevels([&](const SimdLevel& level) {
    std::vector<uint64_t> whole(kShortRun), part(kShortRun), splits(kShortRun);
    const auto split = COBBLE_SELECT(SplitRow, level.target);
    split(frame, {-50, 7, 256}, octave, whole.data(), splits.data());
    split(frame, {27, 7, 100}, octave, part.data(), splits.data());
    CHECK(std::equal(part.begin(), part.begin() + 100, whole.begin() + 77));
  });
}

}  // namespace
}  // namespace cobble
#endif  // HWY_ONCE
