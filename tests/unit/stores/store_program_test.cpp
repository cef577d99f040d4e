// Tests what a store's chunks need, and its limits.
#include "stores/store_program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "jobs/admission.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

constexpr const char* kRough = R"("noise": {"type": "perlin"}, "maps": {"roughness": 0.5})";

std::string CostError(const StorePlan& plan, const Limits& limits = {}) {
  return ErrorOf([&] { CheckStoreCost(CompileStore(plan, "auto"), plan, limits); });
}

StorePlan Sized(const std::string& members, const MapBits& map, int64_t chunk, int64_t shards = 1,
                int levels = 0) {
  return ZarrPlan(members + ", " + kRough, {map}, chunk, levels, shards);
}

TEST_CASE("a range stage is needed by \"fit\" where a map shows the value") {
  const auto needs = [](const std::string& range, const char* map) {
    return HasRangeStage(Sized(R"("size": [8, 8], "range": )" + range, {map, 8}, 8));
  };
  CHECK(needs("\"fit\"", "height"));
  CHECK(needs("\"fit\"", "normal"));
  CHECK(!needs("\"natural\"", "height"));
  CHECK(!needs("[0, 1]", "height"));
  CHECK(!needs("\"fit\"", "roughness"));
}

TEST_CASE("the limit of pixels is that of the largest shard") {
  const auto error = [](int64_t shards, int64_t pixels) {
    return CostError(Sized(R"("size": [1048576, 1048576])", {"height", 16}, 2048, shards),
                     {.max_pixels = pixels});
  };
  constexpr int64_t kChunk = int64_t{2048} * 2048;
  CHECK(error(262144, kChunk) == "none");
  CHECK(error(262144, kChunk - 1)
            .starts_with("4 shards: a shard of 1 chunk of 2048 x 2048 pixels exceeds the limit of "
                         "4194303 pixels; use smaller chunks (`chunk`)"));
  CHECK(error(200000, kChunk).starts_with("4 shards: a shard of 2 chunks of 2048 x 2048 pixels"));
  CHECK(error(4096, 64 * kChunk) == "none");
  CHECK(error(1, Limits{}.max_pixels).starts_with("4 shards: a shard of 262144 chunks"));
}

TEST_CASE("the limit of evaluations is that of the largest shard") {
  const StorePlan plan = Sized(R"("size": [1024, 1024])", {"height", 16}, 256, 4);
  const double cost = 4 * 65536 * EvaluationsPerPixel(CompileStore(plan, "auto"));
  CHECK(CostError(plan, {.max_cost = cost}) == "none");
  const std::string error = CostError(plan, {.max_cost = cost - 1});
  CHECK(error.find("noise evaluations, which exceed the limit of ") != std::string::npos);
  CHECK(error.starts_with("4 shards: "));
}

TEST_CASE("a halo that costs over four times the chunk is refused, naming its radius") {
  // The cost is (1 + 2 halo / chunk)^2 - 1, so the halo may be up to 0.618 of the chunk.
  const auto error = [](int radius, int64_t chunk) {
    return CostError(
        Sized(R"("size": [1000, 1000], "ao": {"radius": )" + std::to_string(radius / 1000.0) + "}",
              {"ao", 8}, chunk));
  };
  CHECK(error(60, 100) == "none");
  const std::string refusal = error(70, 100);
  CHECK(refusal.starts_with("4 /ao/radius: the map ao needs a halo of 7"));
  CHECK(refusal.find("times the chunk of 100 x 100 pixels; the limit is 4; use a smaller radius") !=
        std::string::npos);
  CHECK(error(70, 120) == "none");
}

TEST_CASE("a chunk that needs too much memory is refused") {
  const StorePlan plan = Sized(R"("size": [4096, 4096])", {"height", 32}, 2048, 1, 1);
  const uint64_t need =
      std::max(ChunkMemory(CompileStore(plan, "auto"), plan), CoarseChunkMemory(plan)).value();
  CHECK(need > uint64_t{2048} * 2048 * 4);
  CHECK(need < uint64_t{256} << 20);
  CHECK(CostError(plan, {.max_memory = need}) == "none");
  CHECK(CostError(plan, {.max_memory = need - 1}).starts_with("4 chunk: a chunk needs "));
}

TEST_CASE("heights that are not mapped to 0..1 need floats") {
  const std::string members = R"("size": [64, 64], "range": "none")";
  CHECK(CostError(Sized(members, {"height", 32}, 32)) == "none");
  CHECK(
      CostError(Sized(members, {"height", 16}, 32)).starts_with("2 height: range \"none\" keeps"));
}

TEST_CASE("a picture whose far corner is out of reach is refused before any work") {
  const auto error = [](const std::string& frequency) {
    const StorePlan plan = ZarrPlan(R"("size": [2147483647, 2147483647],
        "domain": {"extent": [4, 4]}, "noise": {"type": "perlin", "frequency": )" +
                                        frequency + "}",
                                    {{"height", 16}}, 4096, 0, int64_t{1} << 38);
    return CostError(plan);
  };
  CHECK(error("1e9") == "none");
  CHECK(error("1e12").starts_with("3 /noise/frequency: the picture reaches cells"));
}

TEST_CASE("an unknown SIMD level is refused") {
  CHECK(ErrorOf([] {
          CompileStore(Sized(R"("size": [8, 8])", {"height", 8}, 8), "mmx");
        }).starts_with("2 simd: "));
}

}  // namespace
}  // namespace cobble
