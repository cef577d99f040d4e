// Tests that peak memory does not grow with the height of a picture, in any format.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "core/bands.h"
#include "support/harness.h"
#include "support/measured.h"
#include "support/skip.h"

namespace cobble {
namespace {

constexpr uint64_t kMebibyte = uint64_t{1} << 20;
// Returns the peak memory of rendering cheap noise, in bytes. `rest` has further arguments,
// including the outputs.
uint64_t Peak(int64_t width, int64_t height, const std::string& rest) {
  const std::string line =
      fmt::format("render --noise value --frequency 4 --size {},{} {}", width, height, rest);
  const Measured run = RunMeasured(line);
  CHECK_MESSAGE(run.status == 0, line << ": " << run.err);
  return run.peak;
}

// Bands have the same number of rows at both heights, and there are more bands than buffers for
// them.
void CheckFlat(const std::string& rest, int64_t low = 4096, int64_t high = 65536) {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  CAPTURE(rest);
  constexpr int64_t kSide = 8192;
  REQUIRE(BandRows(kSide, low) == BandRows(kSide, high));
  const Folder folder;
  const uint64_t minimum = Peak(kSide, low, rest), maximum = Peak(kSide, high, rest);
  CAPTURE(minimum);
  CHECK(maximum < minimum + 8 * kMebibyte);
}

TEST_CASE("the measurement works: the memory of a format encoded in memory grows with the height") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Folder folder;
  const std::string bmp = "-o /dev/null --format bmp";
  const uint64_t low = Peak(1024, 4096, bmp), high = Peak(1024, 65536, bmp);
  CHECK(high > low + 55 * kMebibyte);  // the samples grow by 60 MiB
  CHECK(high < low + 65 * kMebibyte);
}

TEST_CASE("memory does not grow with the height: PNG") { CheckFlat("-o /dev/null --format png"); }

TEST_CASE("memory does not grow with the height: PNG on 7 threads") {
  CheckFlat("--threads 7 -o /dev/null --format png");
}

TEST_CASE("memory does not grow with the height: raw") { CheckFlat("-o /dev/null --format r16"); }

TEST_CASE("memory does not grow with the height: EXR") { CheckFlat("--bits 16 -o a.exr"); }

TEST_CASE("memory does not grow with the height: TIFF") { CheckFlat("-o a.tif"); }

TEST_CASE("memory does not grow with the height: EXR with mip levels") {
  CheckFlat("--bits 16 -o bumpslopes=a.exr", 2048, 8192);
}

TEST_CASE("memory does not grow with the height: PFM") { CheckFlat("-o a.pfm", 2048, 16384); }

TEST_CASE("memory does not grow with the height: range fit, which takes two passes") {
  CheckFlat("--range fit -o /dev/null --format r8");
}

TEST_CASE("memory does not grow with the height: many outputs on 7 threads") {
  if (test::Lacks(test::kDevices)) return;
  CheckFlat(
      "--threads 7 --format r8 -o /dev/null -o normal=/dev/zero -o a.r16 -o b.png -o normal=c.png "
      "-o height,normal=d.exr --report /dev/fd/2",
      1024, 4096);
}

}  // namespace
}  // namespace cobble
