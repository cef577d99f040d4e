// Tests that shards and plans of huge stores need little memory.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "support/harness.h"
#include "support/measured.h"
#include "support/skip.h"

namespace cobble {
namespace {

constexpr uint64_t kMebi = uint64_t{1} << 20;

TEST_CASE("a shard of float heights and normals needs less than 256 MiB for chunks of 2048") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Folder folder;
  const std::string recipe = "--noise perlin --octaves 4 --range fit ";
  const std::string outputs = "-o height,normal=a.zarr --bits 32 --chunk 2048 ";
  const Outcome plan =
      RunLine("plan " + recipe + outputs + "--size 4096,4096 --levels 1 --shards 4");
  REQUIRE_MESSAGE(plan.status == 0, plan.err);
  for (const std::string stage : {"range", "render", "pyramid"}) {
    for (int shard = 1; shard <= 4; ++shard) {
      CAPTURE(stage);
      const Measured run =
          RunMeasured(fmt::format("render --plan a.zarr --stage {} --shard {}/4", stage, shard));
      CHECK_MESSAGE(run.status == 0, run.err);
      INFO("peak ", run.peak >> 20, " MiB");
      CHECK(run.peak < 256 * kMebi);
    }
  }
  const Measured verified = RunMeasured("verify a.zarr --threads 1 --recompute 100%");
  CHECK_MESSAGE(verified.status == 0, verified.err);
  INFO("peak ", verified.peak >> 20, " MiB");
  CHECK(verified.peak < 256 * kMebi);
}

TEST_CASE("the plan of 2^40 pixels needs less than 64 MiB") {
  if (!kIsMeasurable) return test::Skip(kWhyNotMeasurable);
  const Folder folder;
  const Measured run = RunMeasured(
      "plan --noise perlin --octaves 8 --size 1048576 --chunk 2048 --levels 9 --shards 4096 "
      "-o a.zarr");
  CHECK_MESSAGE(run.status == 0, run.err);
  INFO("peak ", run.peak >> 20, " MiB");
  CHECK(run.peak < 64 * kMebi);
}

}  // namespace
}  // namespace cobble
