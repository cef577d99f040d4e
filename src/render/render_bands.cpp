// The run of a picture, and the range it needs to know first.
#include "render/render_bands.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "cobble/error.h"
#include "core/bands.h"
#include "program/program_impl.h"
#include "render/band_job.h"
#include "render/parallel.h"

namespace cobble {
namespace {

// Every index up to here is a double, and so is every one that a padded run computes beyond.
constexpr double kFarthestPixel = 0x1p53 - 2 * kShortRun;
// What Window promises, so that no sum of a corner and a side overflows.
constexpr double kFarthestCorner = 0x1p53, kMostSide = 0x7FFFFFFF;

Window WindowOf(const Program& program, const RenderOptions& options) {
  if (options.window.width > 0 && options.window.height > 0) return options.window;
  return {0, 0, program.recipe().width, program.recipe().height};
}

int TileColumns(const Program::Impl& program, const RenderOptions& options) {
  const int most = Worker::MostColumns(program);
  return options.tile_columns > 0 ? std::min(options.tile_columns, most) : most;
}

int ThreadsOf(int threads) { return threads > 0 ? threads : AvailableThreads(); }

int64_t BandCount(const Window& window) {
  const int64_t rows = BandRows(window.width, window.height);
  return (window.height + rows - 1) / rows;
}

}  // namespace

int ThreadsWithin(const Program& program, const RenderOptions& options, Size band_bytes,
                  Size most) {
  int64_t bands = BandCount(WindowOf(program, options));
  if (program.recipe().range.mode == RangeMode::kFit)  // which looks at the whole picture first
    bands = std::max(bands, BandCount(WindowOf(program, {})));
  const Size job =
      band_bytes + Size(Worker::Bytes(program.impl(), TileColumns(program.impl(), options)));
  int threads = ThreadsOf(options.threads);
  while (threads > 0 && Size(SlotCount(bands, threads)) * job > most) --threads;
  return threads;
}

void CheckWindow(const Program& compiled, const Window& window) {
  const Program::Impl& program = compiled.impl();
  const double starts[2] = {static_cast<double>(window.x), static_cast<double>(window.y)};
  const double sides[2] = {static_cast<double>(window.width), static_cast<double>(window.height)};
  if (std::max(std::abs(starts[0]), std::abs(starts[1])) > kFarthestCorner ||
      std::max(sides[0], sides[1]) > kMostSide)
    throw Error(ErrorKind::kUsage, "--window", "is farther or larger than pixels are counted");
  if (program.recipe.tiling) return;  // it repeats long before
  Vector3 magnitude{0, 0, std::abs(program.pixel_origin[2])};
  for (std::size_t a = 0; a < 2; ++a) {
    if (std::max(std::abs(starts[a]), std::abs(starts[a] + sides[a])) > kFarthestPixel)
      throw Error(ErrorKind::kUsage, "--window", "reaches pixels farther than 2^53 from the first");
    for (const double pixel : {starts[a], starts[a] + sides[a] - 1}) {
      const double position = program.pixel_origin[a] + pixel * program.pixel_step[a];
      magnitude[a] = std::max(magnitude[a], std::abs(position));
    }
  }
  if (!program.IsWithinReach(magnitude))
    throw Error(ErrorKind::kUsage, "--window",
                "reaches cells farther than 2^40 from the origin, where their fractions are lost");
}

bool WantsSlopes(Map map) { return MakerOf(map).wants_slopes; }

BandReport RenderBands(const Program& program, const HeightRange& range,
                       const RenderOptions& options, std::span<const BandOutput> outputs) {
  const Window window = WindowOf(program, options);
  CheckWindow(program, window);
  const MapSetup setup{program.recipe(), HeightScaleOf(program.recipe(), range),
                       program.impl().level->target};
  const BandPlan plan{program.impl(),
                      {setup, outputs},
                      window,
                      BandRows(window.width, window.height),
                      TileColumns(program.impl(), options),
                      options.statistics,
                      outputs};
  const int64_t bands = BandCount(window);
  const int threads = ThreadsOf(options.threads);
  std::vector<std::unique_ptr<BandJob>> jobs;
  for (int slot = 0; slot < SlotCount(bands, threads); ++slot)
    jobs.push_back(std::make_unique<BandJob>(plan));

  BandReport report;
  report.clamped.resize(outputs.size());
  ValueTally tally;
  const auto finish = [&](int slot, int64_t band) {
    BandJob& job = *jobs[static_cast<std::size_t>(slot)];
    job.Finish();
    tally.Add(job.tally());
    for (std::size_t o = 0; o < outputs.size(); ++o) report.clamped[o] += job.clamped()[o];
    if (options.progress)
      options.progress(static_cast<double>(band + 1) / static_cast<double>(bands));
  };
  const auto make = [&](int slot, int64_t band) {
    jobs[static_cast<std::size_t>(slot)]->Make(band);
  };
  InOrder(bands, threads, {.make = make, .encode = {}, .finish = finish});
  if (!options.statistics) return report;
  const auto samples = static_cast<double>(window.width) * static_cast<double>(window.height);
  report.statistics = {tally.least, tally.greatest, tally.sum / samples};
  return report;
}

HeightRange ResolveRange(const Program& program, const RenderOptions& options) {
  const Range& range = program.recipe().range;
  switch (range.mode) {
    case RangeMode::kNone:
      return {true, 0, 1};
    case RangeMode::kFixed:
      return {false, range.low, range.high};
    case RangeMode::kNatural:
      return {false, program.low(), program.high()};
    case RangeMode::kFit:
      break;
  }
  RenderOptions whole = options;
  whole.window = {};
  whole.statistics = true;
  const Statistics seen = RenderBands(program, {}, whole, {}).statistics;
  return {false, seen.least, seen.greatest};
}

}  // namespace cobble
