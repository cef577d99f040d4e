// Implements EstimateStore.
#include "stores/estimate.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "jobs/admission.h"
#include "render/render_bands.h"
#include "stores/chunk_encoder.h"
#include "stores/chunk_renderer.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

constexpr int64_t kSampleSide = 512;
constexpr int kMinSamples = 2, kMaxSamples = 1000;
// What the CPU does for a pixel of a coarser level, in pixels that are decoded, compared with
// encoding alone: measured for 16-bit heights and 8-bit normals.
constexpr double kPyramidShare = 0.25;

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double AreaOf(const Window& window) {
  return static_cast<double>(window.width) * static_cast<double>(window.height);
}

// Returns how many pixels a window costs with its halo, for each pixel of the window.
double HaloFactor(double side, double halo) { return std::pow((side + 2 * halo) / side, 2); }

// The store with small chunks, of which some are rendered.
StorePlan SamplePlan(const StorePlan& plan) {
  StorePlan sample = plan;
  sample.chunk = std::min(plan.chunk, kSampleSide);
  sample.levels = 0;
  sample.shards = 1;
  return sample;
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

// What the samples cost.
struct Sampled {
  double pixels = 0, seconds = 0, bytes = 0;
  int count = 0;
};

Sampled Sample(const ChunkStore& store, const Program& program, double seconds) {
  const Range& range = program.recipe().range;
  const ChunkRenderer renderer(store, program, RangeWithin(range, {program.low(), program.high()}));
  Sampled all;
  const int64_t maximum = std::min<int64_t>(kMaxSamples, store.grid().ChunksOf(0));
  const double start = CpuSeconds();
  while (all.count < kMinSamples || (all.seconds < seconds && all.count < maximum)) {
    const ChunkIndex chunk = Spread(store.grid(), all.count);
    for (const EncodedFile& file : renderer.Render(chunk, 1, [] {}))
      all.bytes += static_cast<double>(file.bytes.size());
    all.pixels += AreaOf(store.grid().WindowOf(chunk));
    all.seconds = CpuSeconds() - start;
    ++all.count;
  }
  return all;
}

// Returns the CPU seconds of measuring a pixel's value, from one window.
double RangeSecondsPerPixel(const ChunkStore& store) {
  const Program program = CompileStoreRange(store.plan(), "auto");
  RenderOptions options;
  options.window = store.grid().WindowOf(Spread(store.grid(), 0));
  options.threads = 1;
  options.statistics = true;
  const double start = CpuSeconds();
  RenderBands(program, {}, options, {});
  return (CpuSeconds() - start) / AreaOf(options.window);
}

// Returns the bytes of an uncompressed chunk with its padding, all maps.
double PlainBytesOf(const StorePlan& plan) {
  double bytes = 0;
  for (const StoreMap& map : plan.maps)
    bytes += AreaOf({0, 0, plan.chunk, plan.chunk}) * map.map.channels * (map.bits / 8);
  return bytes;
}

}  // namespace

StoreEstimate EstimateStore(const ChunkStore& store, const Program& program, double seconds) {
  const StorePlan& plan = store.plan();
  const ChunkStore sample(store.name(), SamplePlan(plan));
  const Sampled sampled = Sample(sample, program, seconds);
  std::vector<PictureMap> maps;
  for (const StoreMap& map : plan.maps) maps.push_back(map.map);
  const auto halo = static_cast<double>(HaloOf(plan.recipe, maps).pixels);
  const double factor = HaloFactor(static_cast<double>(plan.chunk), halo);
  const double sample_factor = HaloFactor(static_cast<double>(sample.plan().chunk), halo);

  StoreEstimate estimate;
  estimate.samples = sampled.count;
  estimate.pixels = AreaOf({0, 0, plan.recipe.width, plan.recipe.height});
  estimate.evaluations = estimate.pixels * factor * EvaluationsPerPixel(program);
  double stored = 0, chunks = 0;  // pixels and chunks of all levels
  for (int level = 0; level <= plan.levels; ++level) {
    stored += AreaOf({0, 0, store.grid().WidthOf(level), store.grid().HeightOf(level)});
    chunks += static_cast<double>(store.grid().ChunksOf(level));
    estimate.files += store.grid().ChunksOf(level) * (std::ssize(plan.maps) + 1);
  }
  const bool is_plain = plan.kind == StoreKind::kZarr && plan.compression == Compression::kNone;
  estimate.bytes = is_plain ? chunks * PlainBytesOf(plan) : stored * sampled.bytes / sampled.pixels;
  estimate.render_seconds =
      estimate.pixels * sampled.seconds / sampled.pixels * factor / sample_factor;
  if (HasRangeStage(plan)) estimate.range_seconds = estimate.pixels * RangeSecondsPerPixel(sample);
  if (plan.levels > 0) estimate.pyramid_seconds = kPyramidShare * estimate.render_seconds;
  return estimate;
}

}  // namespace cobble
