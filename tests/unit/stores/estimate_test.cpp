// Tests estimates against real stores.
#include "stores/estimate.h"

#include <doctest/doctest.h>

#include <string>

#include "jobs/admission.h"
#include "stores/store_program.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

StoreEstimate EstimateOf(const StorePlan& plan, double seconds = 0.01) {
  return EstimateStore(ChunkStore("store", plan), CompileStore(plan, "auto"), seconds);
}

// Returns the bytes and number of a store's chunks and records, from level `finest` on.
StoreEstimate Measured(const StorePlan& plan, int finest = 0) {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", plan);
  MakeStore(store);
  StoreEstimate measured;
  for (const ChunkIndex& chunk : AllChunks(store.grid())) {
    if (chunk.level < finest) continue;
    const auto record = store.FindRecord(chunk);
    REQUIRE(record);
    for (const FileRecord& file : *record) measured.bytes += static_cast<double>(file.bytes);
    measured.files += std::ssize(*record) + 1;
  }
  return measured;
}

constexpr const char* kNoise =
    R"("noise": {"type": "perlin", "octaves": 4}, "maps": {"color": "teal"})";

TEST_CASE("files are counted exactly, and bytes are estimated within a factor of 2") {
  for (const std::string size : {"[512, 512]", "[300, 450]"}) {
    for (const Compression compression : {Compression::kFast, Compression::kNone}) {
      for (const int levels : {0, 2}) {
        StorePlan plan = ZarrPlan("\"size\": " + size + ", " + kNoise,
                                  {{"height", 16}, {"normal", 8}}, 128, levels, 4);
        plan.compression = compression;
        CAPTURE(size);
        CAPTURE(levels);
        const StoreEstimate estimate = EstimateOf(plan), measured = Measured(plan);
        CHECK(estimate.files == measured.files);
        CHECK(estimate.bytes > measured.bytes / 2);
        CHECK(estimate.bytes < measured.bytes * 2);
      }
    }
  }
}

// Heights that use all of 0..1 have more bits than the noise's bounds suggest.
TEST_CASE("the bytes of a picture with the range fit are estimated within 2 %") {
  const StorePlan plan = ZarrPlan(
      R"("size": [2048, 2048], "range": "fit", "noise": {"type": "perlin", "octaves": 5,
         "persistence": 0.7})",
      {{"height", 16}}, 512);
  const double ratio = EstimateOf(plan).bytes / Measured(plan).bytes;
  CHECK(ratio > 0.98);
  CHECK(ratio < 1.02);
}

// A fast deflate of smooth pixels: the coarser a level, the worse it compresses.
TEST_CASE("the bytes of coarse levels are estimated from means") {
  StorePlan plan = ZarrPlan(R"("size": [2048, 2048], "noise": {"type": "perlin", "octaves": 3})",
                            {{"height", 16}, {"normal", 8}}, 512, 3, 4);
  const double all = EstimateOf(plan).bytes;
  const double measured = Measured(plan, 1).bytes;
  plan.levels = 0;
  const double finest = EstimateOf(plan).bytes;
  CHECK(measured > 0.37 * finest);  // though the levels have a third of the pixels
  CHECK(all - finest == doctest::Approx(measured).epsilon(0.1));
}

TEST_CASE("the seconds of small chunks count their files") {
  const auto plan = [](int64_t chunk) {
    return ZarrPlan(std::string(R"("size": [1024, 1024], )") + kNoise, {{"height", 16}}, chunk, 1);
  };
  const StoreEstimate small = EstimateOf(plan(16)), large = EstimateOf(plan(512));
  CHECK(small.files == (4096 + 1024) * 2);
  CHECK(small.render_seconds > large.render_seconds + 8000 * 7e-4);
  CHECK(small.pyramid_seconds > large.pyramid_seconds + 2000 * 7e-4);
}

TEST_CASE("padding of chunks counts as bytes") {
  // A picture that fills little of its only chunk, and levels that fill less.
  StorePlan plan =
      ZarrPlan(std::string(R"("size": [300, 20], )") + kNoise, {{"height", 16}}, 512, 3);
  plan.compression = Compression::kNone;
  const StoreEstimate estimate = EstimateOf(plan), measured = Measured(plan);
  CHECK(measured.bytes == 4 * 512 * 512 * 2);
  CHECK(estimate.bytes == measured.bytes);
}

TEST_CASE("an estimate has the seconds of the plan's stages only") {
  const auto plan = [](const std::string& range, int levels) {
    return ZarrPlan(R"("size": [300, 300], "range": )" + range + ", " + kNoise, {{"height", 16}},
                    128, levels);
  };
  StoreEstimate estimate = EstimateOf(plan("\"natural\"", 0));
  CHECK(estimate.render_seconds > 0);
  CHECK(estimate.range_seconds == 0);
  CHECK(estimate.pyramid_seconds == 0);
  CHECK(estimate.seconds() == estimate.render_seconds);
  estimate = EstimateOf(plan("\"fit\"", 2));
  CHECK(estimate.range_seconds > 0);
  CHECK(estimate.pyramid_seconds > 0);
  CHECK(estimate.seconds() ==
        estimate.range_seconds + estimate.render_seconds + estimate.pyramid_seconds);
}

TEST_CASE("pixels and evaluations follow from the size, the samples and the halo") {
  StorePlan plan = ZarrPlan(std::string(R"("size": [600, 400], "samples": 2, )") + kNoise,
                            {{"height", 16}}, 100);
  const double each = EvaluationsPerPixel(CompileStore(plan, "auto"));
  CHECK(each >= 4);
  StoreEstimate estimate = EstimateOf(plan);
  CHECK(estimate.pixels == 240000);
  CHECK(estimate.evaluations == doctest::Approx(240000 * each));
  // The range stage evaluates every sample once more.
  plan = ZarrPlan(std::string(R"("size": [600, 400], "samples": 2, "range": "fit", )") + kNoise,
                  {{"height", 16}}, 100);
  CHECK(EstimateOf(plan).evaluations == doctest::Approx(2 * 240000 * each));

  // A halo of 60 pixels makes a chunk of 100 one of 220.
  plan = ZarrPlan(std::string(R"("size": [600, 400], "ao": {"radius": 0.1}, )") + kNoise,
                  {{"ao", 8}}, 100);
  estimate = EstimateOf(plan);
  const double ao_each = EvaluationsPerPixel(CompileStore(plan, "auto"));
  CHECK(estimate.evaluations == doctest::Approx(240000 * ao_each * 4.84).epsilon(0.05));
}

TEST_CASE("samples are taken for about the given time, and two at least") {
  const StorePlan plan = ZarrPlan(std::string(R"("size": [4096, 4096], )") + kNoise,
                                  {{"height", 16}, {"color", 8}}, 32, 0, 4);
  CHECK(EstimateOf(plan, 0).samples == 2);
  CHECK(EstimateOf(plan, 0.1).samples > 2);
}

}  // namespace
}  // namespace cobble
