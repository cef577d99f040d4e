// The run of a picture, and the range it needs to know first.
#include "render/render_bands.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "cobble/error.h"
#include "core/bands.h"
#include "program/program_impl.h"
#include "render/band_job.h"
#include "render/halo_ring.h"
#include "render/maps/table.h"
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

// Of the ring that these maps need; its halo is 0 where they need none.
HaloRing::Shape RingShape(const Recipe& recipe, const Window& window, std::span<const Map> maps) {
  return {.window = window,
          .band_rows = BandRows(window.width, window.height),
          .halo = HaloOf(recipe, maps).pixels,
          .slopes = std::ranges::any_of(maps, &WantsSlopes)};
}

// Throws Error kUsage where the window and a map's halo around it reach what CheckWindow refuses.
void CheckReach(const Program::Impl& program, const Window& window, const Halo& halo) {
  const auto refuse = [&](const std::string& what) {
    std::string reaches = "reaches";
    if (halo.pixels > 0)
      reaches += ", with the " + std::to_string(halo.pixels) + " pixels around it for " +
                 std::string(Name(halo.map)) + ",";
    throw Error(ErrorKind::kUsage, "--window", reaches + what);
  };
  const int64_t starts[2] = {window.x - halo.pixels, window.y - halo.pixels};
  const int64_t ends[2] = {window.x + window.width + halo.pixels,
                           window.y + window.height + halo.pixels};
  Vector3 magnitude{0, 0, std::abs(program.pixel_origin[2])};
  for (std::size_t a = 0; a < 2; ++a) {
    const double start = static_cast<double>(starts[a]), end = static_cast<double>(ends[a]);
    if (std::max(std::abs(start), std::abs(end)) > kFarthestPixel)
      refuse(" pixels farther than 2^53 from the first");
    for (const double pixel : {start, end - 1}) {
      const double position = program.pixel_origin[a] + pixel * program.pixel_step[a];
      magnitude[a] = std::max(magnitude[a], std::abs(position));
    }
  }
  if (!program.IsWithinReach(magnitude))
    refuse(" cells farther than 2^40 from the origin, where their fractions are lost");
}

// A block of a ring is an item before it is a band.
int64_t ItemCount(const HaloRing::Shape& shape) {
  return BandCount(shape.window) + 2 * shape.blocks();
}

Size RingBytes(const HaloRing::Shape& shape, int slots) {
  return shape.halo > 0 ? HaloRing::Bytes(shape, slots) : Size();
}

std::vector<Map> MapsOf(std::span<const BandOutput> outputs) {
  std::vector<Map> maps;
  for (const BandOutput& output : outputs)
    maps.insert(maps.end(), output.maps.begin(), output.maps.end());
  return maps;
}

}  // namespace

bool WantsSlopes(Map map) { return MakerOf(map).wants_slopes; }

Halo HaloOf(const Recipe& recipe, std::span<const Map> maps) {
  Halo halo;
  for (const Map map : maps) {
    const MapMaker& maker = MakerOf(map);
    const int64_t pixels = maker.halo ? maker.halo(recipe) : 0;
    if (pixels > halo.pixels) halo = {pixels, map, maker.halo_field};
  }
  return halo;
}

Size HaloBytes(const Program& program, const RenderOptions& options, std::span<const Map> maps) {
  return RingBytes(RingShape(program.recipe(), WindowOf(program, options), maps), 1);
}

int ThreadsWithin(const Program& program, const RenderOptions& options, std::span<const Map> maps,
                  Size band_bytes, Size most) {
  const HaloRing::Shape shape = RingShape(program.recipe(), WindowOf(program, options), maps);
  int64_t items = ItemCount(shape);
  if (program.recipe().range.mode == RangeMode::kFit)  // which looks at the whole picture first
    items = std::max(items, BandCount(WindowOf(program, {})));
  const Size job =
      band_bytes + Size(Worker::Bytes(program.impl(), TileColumns(program.impl(), options)));
  const auto bytes = [&](int slots) { return Size(slots) * job + RingBytes(shape, slots); };
  int threads = ThreadsOf(options.threads);
  while (threads > 0 && bytes(SlotCount(items, threads)) > most) --threads;
  return threads;
}

void CheckWindow(const Program& compiled, const Window& window, std::span<const Map> maps) {
  const Program::Impl& program = compiled.impl();
  const double starts[2] = {static_cast<double>(window.x), static_cast<double>(window.y)};
  const double sides[2] = {static_cast<double>(window.width), static_cast<double>(window.height)};
  if (std::max(std::abs(starts[0]), std::abs(starts[1])) > kFarthestCorner ||
      std::max(sides[0], sides[1]) > kMostSide)
    throw Error(ErrorKind::kUsage, "--window", "is farther or larger than pixels are counted");
  if (program.recipe.tiling) return;  // it repeats long before
  CheckReach(program, window, {});
  if (const Halo halo = HaloOf(program.recipe, maps); halo.pixels > 0)
    CheckReach(program, window, halo);
}

BandReport RenderBands(const Program& program, const HeightRange& range,
                       const RenderOptions& options, std::span<const BandOutput> outputs) {
  const Window window = WindowOf(program, options);
  const std::vector<Map> maps = MapsOf(outputs);
  CheckWindow(program, window, maps);
  const HaloRing::Shape shape = RingShape(program.recipe(), window, maps);
  const int64_t items = ItemCount(shape), lead = 2 * shape.blocks();  // items before the first band
  const int threads = ThreadsOf(options.threads);
  const int slots = SlotCount(items, threads);
  std::optional<HaloRing> ring;
  if (shape.halo > 0) ring.emplace(shape, slots);

  const MapSetup setup{program.recipe(), HeightScaleOf(program.recipe(), range),
                       program.impl().level->target};
  const int most_columns = Worker::MostColumns(program.impl());
  const BandPlan plan{program.impl(),
                      {setup, outputs},
                      window,
                      shape.band_rows,
                      TileColumns(program.impl(), options),
                      options.statistics,
                      outputs,
                      ring ? &*ring : nullptr,
                      std::max(most_columns / kPad, 1) * kPad};
  std::vector<std::unique_ptr<BandJob>> jobs;
  for (int slot = 0; slot < slots; ++slot) jobs.push_back(std::make_unique<BandJob>(plan));
  const auto job = [&](int slot) -> BandJob& { return *jobs[static_cast<std::size_t>(slot)]; };

  BandReport report;
  report.clamped.resize(outputs.size());
  ValueTally tally;
  ItemSteps steps;
  if (ring) {
    steps.make = [&](int slot, int64_t item) { job(slot).MakeBlock(item); };
    steps.encode = [&](int slot, int64_t item) {
      if (item >= lead) job(slot).MapBand(item - lead);
    };
  } else {
    steps.make = [&](int slot, int64_t item) { job(slot).Make(item); };
  }
  steps.finish = [&](int slot, int64_t item) {
    if (item >= lead) {
      job(slot).Finish();
      tally.Add(job(slot).tally());
      for (std::size_t o = 0; o < outputs.size(); ++o) report.clamped[o] += job(slot).clamped()[o];
    }
    if (options.progress)
      options.progress(static_cast<double>(item + 1) / static_cast<double>(items));
  };
  InOrder(items, threads, steps);
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
