// Implements EstimateStore.
#include "stores/estimate.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>
#include <vector>

#include "core/simd_level.h"
#include "jobs/admission.h"
#include "render/render_bands.h"
#include "stores/chunks.h"
#include "stores/range_parts.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

// Larger samples compress more like a chunk; smaller ones need less time and memory.
constexpr int64_t kSampleSide = 1024, kSmallSampleSide = 512;
constexpr double kMaxSampleEvaluations = 1e9;  // about 1 s
constexpr uint64_t kMaxSampleMemory = uint64_t{32} << 20;
constexpr int kMinSamples = 2, kMaxSamples = 1000;
constexpr int64_t kRangeSide = 256;
constexpr int kRangeWindows = 16;
// Coarse levels are sampled down to this side, below which headers count too much.
constexpr int64_t kMinCoarseSide = 128;
// CPU seconds of creating, writing and renaming a file. Measured: 12288 files of chunks of 64 x 64
// pixels took 0.1 to 1.1 ms each, with a median of 0.7 ms, on ext4 in a virtual machine.
constexpr double kFileSeconds = 7e-4;

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double AreaOf(const Window& window) {
  return static_cast<double>(window.width) * static_cast<double>(window.height);
}

// The store with smaller chunks, some of which are rendered.
StorePlan SamplePlan(const StorePlan& plan, const Program& program) {
  StorePlan sample = plan;
  sample.chunk = std::min(plan.chunk, kSampleSide);
  sample.levels = 0;
  sample.shards = 1;
  const double evaluations =
      AreaOf({0, 0, sample.chunk, sample.chunk}) * EvaluationsPerPixel(program);
  if (evaluations > kMaxSampleEvaluations || ChunkMemory(program, sample) > Size(kMaxSampleMemory))
    sample.chunk = std::min(plan.chunk, kSmallSampleSide);
  return sample;
}

// Returns stores with the chunks of the sample, each halved once more: at most `levels` coarser
// ones, the last of which stands for all that are coarser still.
std::vector<ChunkStore> HalvedStores(const ChunkStore& sample, int levels) {
  std::vector<ChunkStore> stores{sample};
  StorePlan plan = sample.plan();
  while (std::ssize(stores) <= levels && plan.chunk % 2 == 0 &&
         (stores.size() == 1 || plan.chunk / 2 >= kMinCoarseSide)) {
    plan.chunk /= 2;
    plan.recipe.width = (plan.recipe.width + 1) / 2;
    plan.recipe.height = (plan.recipe.height + 1) / 2;
    stores.emplace_back(sample.name(), plan);
  }
  return stores;
}

// Returns point `index` of a sequence that fills the unit square evenly.
// Based on: M. Roberts, The Unreasonable Effectiveness of Quasirandom Sequences, 2018 (R2).
ChunkIndex Spread(const ChunkGrid& grid, int index) {
  constexpr double kPlastic = 1.32471795724474602596;
  const auto at = [&](double step, int64_t count) {
    const double x = 0.5 + step * index;
    return std::min(static_cast<int64_t>((x - std::floor(x)) * static_cast<double>(count)),
                    count - 1);
  };
  return {0, at(1 / kPlastic, grid.RowsOf(0)), at(1 / (kPlastic * kPlastic), grid.ColumnsOf(0))};
}

struct LevelCost {
  double pixels = 0, seconds = 0, bytes = 0;

  void Add(const Window& window, double cpu_seconds, const std::vector<EncodedFile>& files) {
    pixels += AreaOf(window);
    seconds += cpu_seconds;
    for (const EncodedFile& file : files) bytes += static_cast<double>(file.bytes.size());
  }
};

struct Sampled {
  std::vector<LevelCost> levels;  // the last stands for all that are coarser still
  int count = 0;

  const LevelCost& At(int level) const {
    return levels[std::min(static_cast<std::size_t>(level), levels.size() - 1)];
  }
};

// In: files, of the chunk in `fine`.
std::vector<EncodedFile> HalvedFiles(const ChunkStore& fine, const ChunkStore& coarse,
                                     const ChunkIndex& chunk, std::vector<EncodedFile> files,
                                     int64_t simd_target) {
  for (std::size_t map = 0; map < files.size(); ++map) {
    const ChunkPixels pixels = DecodeChunk(fine, chunk, map, std::move(files[map].bytes));
    files[map] =
        EncodeChunk(coarse, chunk, map, Halved(pixels, MeanOf(fine.plan(), map)), simd_target);
  }
  return files;
}

// In: levels, the maximum number of coarser levels.
Sampled Sample(const ChunkStore& store, const Program& program, const HeightRange& range,
               int levels, double seconds) {
  const int64_t simd_target = FindSimdLevel(program.simd())->target;
  const std::vector<ChunkStore> stores = HalvedStores(store, levels);
  Sampled all;
  all.levels.resize(stores.size());
  const int64_t maximum = std::min<int64_t>(kMaxSamples, store.grid().ChunksOf(0));
  const double start = CpuSeconds();
  for (double now = start;
       all.count < kMinSamples || (now < start + seconds && all.count < maximum); ++all.count) {
    const ChunkIndex chunk = Spread(store.grid(), all.count);
    std::vector<EncodedFile> files;
    for (std::size_t level = 0; level < stores.size(); ++level) {
      files = level == 0 ? RenderChunk(store, program, range, chunk, 1, [] {})
                         : HalvedFiles(stores[level - 1], stores[level], chunk, std::move(files),
                                       simd_target);
      const double end = CpuSeconds();
      all.levels[level].Add(stores[level].grid().WindowOf(chunk), end - now, files);
      now = end;
    }
  }
  return all;
}

struct SampledRange {
  HeightRange range;
  double evaluations = 0, seconds = 0;  // for each pixel
};

// Measures small windows all over the picture, whose extremes are close to the picture's.
SampledRange MeasureRange(const StorePlan& plan, const std::string& simd) {
  const Program program = CompileStoreRange(plan, simd);
  StorePlan windows = plan;
  windows.chunk = std::min(plan.chunk, kRangeSide);
  const ChunkGrid grid = windows.Grid();
  RenderOptions options{.threads = 1, .statistics = true};
  RangePart part;
  double pixels = 0;
  const double start = CpuSeconds();
  for (int index = 0; index < kRangeWindows; ++index) {
    options.window = grid.WindowOf(Spread(grid, index));
    const Statistics found = RenderBands(program, {}, options, {}).statistics;
    part.Add(found.minimum, found.maximum);
    pixels += AreaOf(options.window);
  }
  return {.range = {false, part.minimum, part.maximum},
          .evaluations = EvaluationsPerPixel(program),
          .seconds = (CpuSeconds() - start) / pixels};
}

// Adds what a level costs. In: factor, the cost of a chunk's halo relative to a sample's.
void AddLevel(const ChunkStore& store, int level, const LevelCost& cost, double factor,
              StoreEstimate* estimate) {
  const StorePlan& plan = store.plan();
  const ChunkGrid& grid = store.grid();
  const double pixels = AreaOf({0, 0, grid.WidthOf(level), grid.HeightOf(level)});
  const int64_t files = grid.ChunksOf(level) * (std::ssize(plan.maps) + 1);
  const bool is_plain = IsZarr(plan.kind) && plan.compression == Compression::kNone;
  estimate->files += files;
  estimate->bytes += is_plain ? static_cast<double>(grid.ChunksOf(level)) *
                                    static_cast<double>(PlainChunkBytes(plan).value())
                              : pixels * cost.bytes / cost.pixels;
  const double seconds = pixels * cost.seconds / cost.pixels;
  const double file_seconds = kFileSeconds * static_cast<double>(files);
  if (level == 0) {
    estimate->render_seconds = seconds * factor + file_seconds;
  } else {
    estimate->pyramid_seconds += seconds + file_seconds;
  }
}

}  // namespace

StoreEstimate EstimateStore(const ChunkStore& store, const Program& program, double seconds) {
  const StorePlan& plan = store.plan();
  const ChunkStore sample(store.name(), SamplePlan(plan, program));
  SampledRange range{.range = RangeWithin(plan.recipe.range, {program.low(), program.high()})};
  if (HasRangeStage(plan)) range = MeasureRange(sample.plan(), std::string(program.simd()));
  const Sampled sampled = Sample(sample, program, range.range, plan.levels, seconds);
  const double factor = HaloFactor(plan), sample_factor = HaloFactor(sample.plan());

  StoreEstimate estimate;
  estimate.samples = sampled.count;
  estimate.pixels = AreaOf({0, 0, plan.recipe.width, plan.recipe.height});
  estimate.evaluations = estimate.pixels * factor * EvaluationsPerPixel(program);
  for (int level = 0; level <= plan.levels; ++level)
    AddLevel(store, level, sampled.At(level), factor / sample_factor, &estimate);
  if (HasRangeStage(plan)) {
    estimate.range_seconds = estimate.pixels * range.seconds;
    estimate.evaluations += estimate.pixels * range.evaluations;
  }
  return estimate;
}

}  // namespace cobble
