// Implements the checks of a store's recipe.
#include "stores/store_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/list_text.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/run_warnings.h"
#include "output/zarr/chunk.h"
#include "recipe/reading/origins.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

constexpr double kMaxHaloCost = 4;  // of the halo, in chunks
constexpr int64_t kMaxShardChunks = int64_t{1} << 20;
constexpr int64_t kSmallChunk = int64_t{1} << 20;  // pixels

int64_t LargestShard(const StorePlan& plan) {
  return plan.Grid().ChunkCountOfShard(plan.shards - 1, plan.shards);
}

std::vector<PictureMap> MapsOf(const StorePlan& plan) { return MapsOf(PicturesOf(plan)); }

void CheckHalo(const Program& program, const StorePlan& plan) {
  const Halo halo = HaloOf(program.recipe(), MapsOf(plan));
  const double cost = HaloFactor(plan) - 1;
  if (cost <= kMaxHaloCost) return;
  const std::string message = fmt::format(
      "the map {} needs a halo of {} pixels, which costs {:.1f} times the chunk of {} x {} "
      "pixels; the limit is {}",
      halo.map, halo.pixels, cost, plan.chunk, plan.chunk, kMaxHaloCost);
  throw LimitAt(plan.recipe, halo.field, message,
                "use a smaller radius or larger chunks (" + Phrase::Option("chunk") + ")");
}

// A whole chunk, even beyond the edge of the picture.
Window Padded(const StorePlan& plan) { return {0, 0, plan.chunk, plan.chunk}; }

Size SampleBytesOf(const StorePlan& plan, const StoreMap& map) {
  return SampleBytes({map.map}, map.bits, Padded(plan));
}

// Returns a job of one chunk, for admission. `memory` is its only limit.
Job JobOf(const StorePlan& plan, const ChunkIndex& chunk, uint64_t memory) {
  return {.pictures = PicturesOf(plan),
          .window = plan.Grid().WindowOf(chunk),
          .origin = {.option = "chunk"},
          .has_range = true,
          .threads = 1,
          .limits = {.max_pixels = std::numeric_limits<int64_t>::max(),
                     .max_cost = std::numeric_limits<double>::infinity(),
                     .max_memory = memory}};
}

}  // namespace

double HaloFactor(const StorePlan& plan) {
  const auto side = static_cast<double>(plan.chunk);
  const double wide = side + 2 * static_cast<double>(HaloOf(plan.recipe, MapsOf(plan)).pixels);
  return wide * wide / (side * side);
}

std::vector<PictureOutput> PicturesOf(const StorePlan& plan) {
  std::vector<PictureOutput> pictures;
  for (const StoreMap& map : plan.maps) {
    PictureOutput picture;
    picture.label.value = map.map.name;
    picture.format = &plan.format();
    picture.maps = {map.map};
    picture.bits = map.bits;
    picture.compression = plan.compression;
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

std::vector<Issue> ClampWarnings(const Program& program, const StorePlan& plan,
                                 const std::string& name, const HeightRange& range) {
  std::vector<PictureOutput> pictures = PicturesOf(plan);
  for (PictureOutput& picture : pictures) {
    picture.label = {"path", Shown(name)};
    picture.elevation = plan.elevation;
  }
  return ClampWarnings(program, {}, pictures, range);
}

Program CompileStore(const StorePlan& plan, const std::string& simd) {
  const std::vector<PictureOutput> pictures = PicturesOf(plan);
  return Program::Compile(plan.recipe, OptionsFor(plan.recipe, pictures, simd));
}

Size ChunkMemory(const Program& program, const StorePlan& plan) {
  RenderOptions options;
  options.window = plan.Grid().WindowOf({0, 0, 0});
  Size band, encoded;
  for (const PictureOutput& picture : PicturesOf(plan)) {
    const PictureMemory memory =
        MemoryOf(*picture.format, picture.maps, picture.bits, options.window);
    band = band + memory.band;
    // Compression leaves almost nothing of the padding.
    const bool is_padded = IsZarr(plan.kind) && picture.compression == Compression::kNone;
    encoded = encoded + memory.whole +
              SampleBytes(picture.maps, picture.bits, is_padded ? Padded(plan) : options.window);
  }
  return encoded + BytesOfOneThread(program, options, MapsOf(plan), band);
}

Size PlainChunkBytes(const StorePlan& plan) {
  Size all;
  for (const StoreMap& map : plan.maps) all = all + SampleBytesOf(plan, map);
  return all;
}

Size CoarseChunkMemory(const StorePlan& plan) {
  return Size(4u) * FileMemory(plan) + PlainChunkBytes(plan);
}

Size FileMemory(const StorePlan& plan) {
  Size largest;
  for (const StoreMap& map : plan.maps) largest = std::max(largest, SampleBytesOf(plan, map));
  return largest;
}

int LanesFor(Size need, uint64_t memory, int threads) {
  const uint64_t fit = memory / std::max<uint64_t>(need.value(), 1);
  return static_cast<int>(std::clamp<uint64_t>(fit, 1, static_cast<uint64_t>(threads)));
}

bool AreChunksSmall(const StorePlan& plan) {
  return Size(plan.chunk) * Size(plan.chunk) <= Size(kSmallChunk);
}

// Threads that render a large chunk together share what is encoded.
Size ShardMemory(const Program& program, const StorePlan& plan, int threads) {
  const Size chunk = ChunkMemory(program, plan);
  RenderOptions options;
  options.window = plan.Grid().WindowOf({0, 0, 0});
  const Size more =
      AreChunksSmall(plan) ? chunk : BytesOfOneThread(program, options, MapsOf(plan), Size(0u));
  const Size render = chunk + Size(threads - 1) * more;
  return plan.levels > 0 ? std::max(render, Size(threads) * CoarseChunkMemory(plan)) : render;
}

Program CompileNewStore(StorePlan* plan, const std::string& simd) {
  Program program = CompileStore(*plan, simd);
  plan->recipe.tiling = program.recipe().tiling;
  return program;
}

Program CompileStoreRange(const StorePlan& plan, const std::string& simd) {
  return Program::Compile(plan.recipe, {.simd = simd, .slopes = false});
}

bool HasRangeStage(const StorePlan& plan) {
  return plan.recipe.range.mode == RangeMode::kFit &&
         OptionsFor(plan.recipe, PicturesOf(plan)).value;
}

void CheckShardSize(const StorePlan& plan, bool is_sharded) {
  const int64_t chunks = LargestShard(plan);
  if (chunks <= kMaxShardChunks) return;
  const Phrase larger = "larger chunks (" + Phrase::Option("chunk") + ")";
  if (is_sharded)
    throw Error::At(
        ErrorKind::kLimit, "shards",
        fmt::format("{} chunks in a shard exceed the limit of {}", chunks, kMaxShardChunks),
        "use more shards (" + Phrase::Option("shards") + ") or " + larger);
  throw LimitAt(plan.recipe, "/size",
                fmt::format("{} chunks exceed the limit of {}", chunks, kMaxShardChunks),
                "use cobble plan, which cuts the picture into shards, or " + larger);
}

void CheckChunkCost(const Program& program, const StorePlan& plan, uint64_t memory) {
  CheckHalo(program, plan);
  CheckProgram(program, PicturesOf(plan));
  const Size coarse = plan.levels > 0 ? CoarseChunkMemory(plan) : Size();
  if (const Size need = std::max(ChunkMemory(program, plan), coarse); need > Size(memory))
    throw Error::At(
        ErrorKind::kLimit, "chunk",
        fmt::format("a chunk needs {} bytes of memory, but the limit is {}", need.value(), memory),
        "use smaller chunks");
  const ChunkGrid grid = plan.Grid();
  Admit(program, JobOf(plan, {0, 0, 0}, memory));
  Admit(program, JobOf(plan, {0, grid.RowsOf(0) - 1, grid.ColumnsOf(0) - 1}, memory));
}

void CheckStoreCost(const Program& program, const StorePlan& plan, const Limits& limits,
                    bool is_sharded) {
  CheckShardSize(plan, is_sharded);
  const int64_t chunks = LargestShard(plan);
  const Window chunk = plan.Grid().WindowOf({0, 0, 0});
  // Counts all chunks of a shard as whole.
  const Size pixels = is_sharded ? Size(chunks) * Size(chunk.width) * Size(chunk.height)
                                 : Size(plan.recipe.width) * Size(plan.recipe.height);
  const std::string subject =
      is_sharded
          ? fmt::format("a shard of {} of {} x {} pixels", CountText(chunks, "chunk"), chunk.width,
                        chunk.height)
          : fmt::format("a picture of {} x {} pixels", plan.recipe.width, plan.recipe.height);
  const auto refuse = [&](const std::string& message, const Phrase& limit) {
    const Phrase smaller = "smaller chunks (" + Phrase::Option("chunk") + ")";
    const Phrase more = "more shards (" + Phrase::Option("shards") + ")";
    const Phrase raise = ", or raise the limit with " + limit;
    if (is_sharded)
      throw Error::At(ErrorKind::kLimit, "shards", message,
                      "use " + (chunks > 1 ? more : smaller) + raise);
    throw LimitAt(
        plan.recipe, "/size", message,
        "use cobble plan with shards" + (chunks > 1 ? Phrase() : " and " + smaller) + raise);
  };
  if (pixels > Size(limits.max_pixels))
    refuse(fmt::format("{} exceeds the limit of {} pixels", subject, limits.max_pixels),
           Phrase::Option("max_pixels"));
  const double evaluations = EvaluationsPerPixel(program) * static_cast<double>(pixels.value());
  if (evaluations > limits.max_cost)
    refuse(fmt::format("{} needs {:.3g} noise evaluations, which exceed the limit of {:.3g}",
                       subject, evaluations, limits.max_cost),
           CostLimitFor(evaluations));
  CheckChunkCost(program, plan, limits.max_memory);
}

}  // namespace cobble
