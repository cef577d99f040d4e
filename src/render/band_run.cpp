// Implements BandRun: a job per slot, and the statistics so far.
#include "render/band_run.h"

#include <algorithm>

#include "core/bands.h"
#include "program/program_impl.h"
#include "program/worker.h"
#include "render/pixel_rows.h"

namespace cobble {
namespace {

// Returns the columns that are mapped per tile of the ring, where rows are aligned to kPad.
int MapColumns(const Program::Impl& program) {
  return std::max(Worker::MaxColumns(program) / kPad, 1) * kPad;
}

std::optional<HaloRing> MakeRing(const HaloRing::Shape& shape, int slots) {
  std::optional<HaloRing> ring;
  if (shape.halo > 0) ring.emplace(shape, slots);
  return ring;
}

BandSetup SetupOf(const Program& program, const HeightRange& range, const RenderOptions& options,
                  std::span<const BandOutput> outputs, const HaloRing::Shape& shape,
                  HaloRing* ring) {
  const MapSetup setup{program.recipe(),
                       program.impl().maps,
                       HeightScaleOf(program.recipe(), range),
                       range,
                       {program.low(), program.high()},
                       program.impl().level->target};
  return {.program = program.impl(),
          .maps = {setup, outputs},
          .window = UnflippedWindow(program.recipe(), options.window),
          .band_rows = shape.band_rows,
          .tile_columns = TileColumns(program.impl(), options),
          .tally = options.statistics && program.impl().options.value,
          .outputs = outputs,
          .ring = ring,
          .map_columns = MapColumns(program.impl())};
}

int64_t BandCount(const HaloRing::Shape& shape) {
  return (shape.window.height + shape.band_rows - 1) / shape.band_rows;
}

}  // namespace

int TileColumns(const Program::Impl& program, const RenderOptions& options) {
  const int maximum = PixelRows::MaxColumns(program);
  return options.tile_columns > 0 ? std::min(options.tile_columns, maximum) : maximum;
}

HaloRing::Shape RingShape(const Program& program, const Window& window,
                          std::span<const PictureMap> maps) {
  int planes = 0;
  for (const ProgramMap& map : program.impl().maps) planes += static_cast<int>(map.buffers.size());
  return {.window = window,
          .band_rows = BandRows(window.width, window.height),
          .halo = HaloOf(program.recipe(), maps).pixels,
          .slopes = std::ranges::any_of(maps, &NeedsSlopes),
          .maps = planes,
          .flip = program.recipe().flip};
}

int64_t ItemCount(const HaloRing::Shape& shape) {
  return BandCount(shape) + 2 * shape.halo_blocks();
}

std::vector<PictureMap> MapsOf(std::span<const BandOutput> outputs) {
  std::vector<PictureMap> maps;
  for (const BandOutput& output : outputs)
    maps.insert(maps.end(), output.maps.begin(), output.maps.end());
  return maps;
}

BandRun::BandRun(const Program& program, const HeightRange& range, const RenderOptions& options,
                 std::span<const BandOutput> outputs)
    : threads_(options.threads),
      statistics_(options.statistics),
      shape_(RingShape(program, options.window, MapsOf(outputs))),
      items_(ItemCount(shape_)),
      lead_(2 * shape_.halo_blocks()),
      ring_(MakeRing(shape_, SlotCount(items_, threads_))),
      setup_(SetupOf(program, range, options, outputs, shape_, ring_ ? &*ring_ : nullptr)) {
  report_.clamped_samples.resize(outputs.size());
  for (int slot = 0; slot < SlotCount(items_, threads_); ++slot)
    jobs_.push_back(std::make_unique<BandJob>(setup_));
}

const BandReport& BandRun::Render(int64_t x, int64_t y,
                                  const std::function<void(double)>& progress) {
  Window window = shape_.window;
  window.x = x;
  window.y = y;
  setup_.window = UnflippedWindow(setup_.program.recipe, window);
  progress_ = &progress;
  std::ranges::fill(report_.clamped_samples, 0);
  tally_ = ValueTally();
  InOrder(items_, threads_, Steps());
  if (!statistics_) return report_;
  const auto samples = static_cast<double>(window.width) * static_cast<double>(window.height);
  report_.statistics = {tally_.minimum, tally_.maximum, tally_.sum / samples};
  return report_;
}

ItemSteps BandRun::Steps() {
  ItemSteps steps;
  steps.finish = [this](int slot, int64_t item) { Finish(slot, item); };
  if (!ring_) {
    steps.make = [this](int slot, int64_t item) { JobIn(slot).Make(item); };
    return steps;
  }
  steps.make = [this](int slot, int64_t item) { JobIn(slot).MakeBlock(item); };
  steps.encode = [this](int slot, int64_t item) {
    if (item >= lead_) JobIn(slot).MapBand(item - lead_);
  };
  return steps;
}

void BandRun::Finish(int slot, int64_t item) {
  if (item >= lead_) {
    BandJob& job = JobIn(slot);
    job.Finish();
    tally_.Add(job.tally());
    for (std::size_t o = 0; o < report_.clamped_samples.size(); ++o)
      report_.clamped_samples[o] += job.clamped_samples()[o];
  }
  if (*progress_) (*progress_)(static_cast<double>(item + 1) / static_cast<double>(items_));
}

}  // namespace cobble
