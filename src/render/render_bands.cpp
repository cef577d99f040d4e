// Renders a picture, after resolving its range of values.
#include "render/render_bands.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "cobble/error.h"
#include "core/bands.h"
#include "core/window.h"
#include "program/program_impl.h"
#include "render/band_job.h"
#include "render/halo_ring.h"
#include "render/maps/table.h"
#include "render/parallel.h"
#include "render/pixel_rows.h"

namespace cobble {
namespace {

// Up to this index, doubles represent all indices of samples exactly, including the padding of a
// run.
constexpr double kMaxSampleIndex = 0x1p53 - 2 * kShortRun;

Window WindowOf(const Program& program, const RenderOptions& options) {
  if (options.window.width > 0 && options.window.height > 0) return options.window;
  return {0, 0, program.recipe().width, program.recipe().height};
}

int TileColumns(const Program::Impl& program, const RenderOptions& options) {
  const int maximum = PixelRows::MaxColumns(program);
  return options.tile_columns > 0 ? std::min(options.tile_columns, maximum) : maximum;
}

// Returns the columns that are mapped per tile of the ring, where rows are aligned to kPad.
int MapColumns(const Program::Impl& program) {
  return std::max(Worker::MaxColumns(program) / kPad, 1) * kPad;
}

int ThreadsOf(int threads) { return threads > 0 ? threads : AvailableThreads(); }

int64_t BandCount(const Window& window) {
  const int64_t rows = BandRows(window.width, window.height);
  return (window.height + rows - 1) / rows;
}

// Returns the shape of the ring that these maps need; its halo is 0 if they need no ring.
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

// Throws Error kUsage if the window, extended by the halo, reaches too far (see CheckWindow).
void CheckReach(const Program::Impl& program, const Window& window, const Halo& halo) {
  const auto refuse = [&](const std::string& what) {
    std::string reaches = "reaches ";
    if (halo.pixels > 0)
      reaches = "with a halo of " + std::to_string(halo.pixels) + " pixels for the map " +
                halo.map + ", reaches ";
    throw Error::At(ErrorKind::kUsage, "window", reaches + what);
  };
  const int64_t starts[2] = {window.x - halo.pixels, window.y - halo.pixels};
  const int64_t ends[2] = {window.x + window.width + halo.pixels,
                           window.y + window.height + halo.pixels};
  const double samples = program.recipe.samples;
  Vector3 magnitude{0, 0, std::abs(program.sample_origin[2])};
  for (std::size_t a = 0; a < 2; ++a) {
    const double start = static_cast<double>(starts[a]) * samples;
    const double end = static_cast<double>(ends[a]) * samples;
    if (std::max(std::abs(start), std::abs(end)) > kMaxSampleIndex)
      refuse(samples == 1 ? "pixels more than 2^53 pixels from the origin"
                          : "samples more than 2^53 samples from the origin");
    for (const double sample : {start, end - 1}) {
      const double position = program.sample_origin[a] + sample * program.sample_step[a];
      magnitude[a] = std::max(magnitude[a], std::abs(position));
    }
  }
  if (!program.IsWithinPositionLimits(magnitude))
    refuse("cells more than 2^40 cells from the origin, where fractional positions lose precision");
}

// Returns the number of items: one per block of the ring. The first 2 L items do not map a band
// (see halo_ring.h).
int64_t ItemCount(const HaloRing::Shape& shape) {
  return BandCount(shape.window) + 2 * shape.halo_blocks();
}

Size RingBytes(const HaloRing::Shape& shape, int slots) {
  return shape.halo > 0 ? HaloRing::Bytes(shape, slots) : Size();
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

std::vector<PictureMap> MapsOf(std::span<const BandOutput> outputs) {
  std::vector<PictureMap> maps;
  for (const BandOutput& output : outputs)
    maps.insert(maps.end(), output.maps.begin(), output.maps.end());
  return maps;
}

// One run: a job per slot, and the statistics so far.
class BandRun {
 public:
  // The window and threads in `options` must be resolved: no 0 for a default.
  BandRun(const Program& program, const HeightRange& range, const RenderOptions& options,
          std::span<const BandOutput> outputs);
  BandReport Run();

 private:
  BandJob& JobIn(int slot) { return *jobs_[static_cast<std::size_t>(slot)]; }
  ItemSteps Steps();
  void Finish(int slot, int64_t item);

  const RenderOptions& options_;
  const HaloRing::Shape shape_;
  const int64_t items_, lead_;  // lead_: number of items before the one that maps the first band
  std::optional<HaloRing> ring_;
  const BandSetup setup_;
  std::vector<std::unique_ptr<BandJob>> jobs_;
  BandReport report_;
  ValueTally tally_;
};

BandRun::BandRun(const Program& program, const HeightRange& range, const RenderOptions& options,
                 std::span<const BandOutput> outputs)
    : options_(options),
      shape_(RingShape(program, options.window, MapsOf(outputs))),
      items_(ItemCount(shape_)),
      lead_(2 * shape_.halo_blocks()),
      ring_(MakeRing(shape_, SlotCount(items_, options.threads))),
      setup_(SetupOf(program, range, options, outputs, shape_, ring_ ? &*ring_ : nullptr)) {
  report_.clamped_samples.resize(outputs.size());
  for (int slot = 0; slot < SlotCount(items_, options.threads); ++slot)
    jobs_.push_back(std::make_unique<BandJob>(setup_));
}

BandReport BandRun::Run() {
  InOrder(items_, options_.threads, Steps());
  if (!options_.statistics) return report_;
  const Window& window = options_.window;
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
  if (options_.progress)
    options_.progress(static_cast<double>(item + 1) / static_cast<double>(items_));
}

// The memory of a run, by number of threads.
class RunMemory {
 public:
  RunMemory(const Program& program, const RenderOptions& options, std::span<const PictureMap> maps,
            Size band_bytes)
      : shape_(RingShape(program, WindowOf(program, options), maps)),
        items_(ItemCount(shape_)),
        job_(band_bytes + PixelRows::Bytes(program.impl(), TileColumns(program.impl(), options))) {
    if (program.recipe().range.mode == RangeMode::kFit)  // renders the whole picture first
      items_ = std::max(items_, BandCount(WindowOf(program, {})));
  }

  Size Bytes(int threads) const {
    const int slots = SlotCount(items_, threads);
    return Size(slots) * job_ + RingBytes(shape_, slots);
  }

 private:
  HaloRing::Shape shape_;
  int64_t items_;
  Size job_;
};

}  // namespace

bool NeedsSlopes(const PictureMap& map) {
  return AnyPart(map, [](const PictureMap& part) {
    return part.built_in && InfoOf(*part.built_in).needs_slopes;
  });
}

bool NeedsValue(const PictureMap& map) {
  return AnyPart(map, [](const PictureMap& part) { return part.built_in.has_value(); });
}

Halo HaloOf(const Recipe& recipe, std::span<const PictureMap> maps) {
  Halo halo;
  for (const PictureMap& map : maps) {
    ForParts(map, [&](const PictureMap& part) {
      if (!part.built_in) return;
      const MapMaker& maker = MakerOf(*part.built_in);
      const int64_t pixels = maker.halo ? maker.halo(recipe) : 0;
      if (pixels > halo.pixels) halo = {pixels, part.name, maker.halo_field};
    });
  }
  return halo;
}

int ThreadsWithin(const Program& program, const RenderOptions& options,
                  std::span<const PictureMap> maps, Size band_bytes, Size maximum) {
  const RunMemory memory(program, options, maps, band_bytes);
  int threads = ThreadsOf(options.threads);
  while (threads > 0 && memory.Bytes(threads) > maximum) --threads;
  return threads;
}

Size BytesOfOneThread(const Program& program, const RenderOptions& options,
                      std::span<const PictureMap> maps, Size band_bytes) {
  return RunMemory(program, options, maps, band_bytes).Bytes(1);
}

void CheckWindow(const Program& compiled, const Window& window, std::span<const PictureMap> maps) {
  const Program::Impl& program = compiled.impl();
  if (!IsWithinWindowLimits(window))
    throw Error::At(ErrorKind::kUsage, "window",
                    "is too large or too far from the origin for pixel coordinates");
  if (program.recipe.tiling) return;  // coordinates wrap
  const Window noise = UnflippedWindow(program.recipe, window);
  CheckReach(program, noise, {});
  if (const Halo halo = HaloOf(program.recipe, maps); halo.pixels > 0)
    CheckReach(program, noise, halo);
}

Window UnflippedWindow(const Recipe& recipe, const Window& window) {
  return recipe.flip ? MirroredWindow(recipe, window) : window;
}

Window MirroredWindow(const Recipe& recipe, const Window& window) {
  return {window.x, recipe.height - window.y - window.height, window.width, window.height};
}

BandReport RenderBands(const Program& program, const HeightRange& range,
                       const RenderOptions& options, std::span<const BandOutput> outputs) {
  RenderOptions resolved = options;
  resolved.window = WindowOf(program, options);
  resolved.threads = ThreadsOf(options.threads);
  CheckWindow(program, resolved.window, MapsOf(outputs));
  return BandRun(program, range, resolved, outputs).Run();
}

HeightRange RangeWithin(const Range& range, const Bounds& bounds) {
  switch (range.mode) {
    case RangeMode::kNone:
      return {true, 0, 1};
    case RangeMode::kFixed:
      return {false, range.low, range.high};
    case RangeMode::kNatural:
    case RangeMode::kFit:
      break;
  }
  return {false, bounds.low, bounds.high};
}

HeightRange RangeOf(const Program& program, std::span<const PictureMap> maps,
                    const HeightRange& height) {
  const auto is_built_in = [](const PictureMap& part) { return part.built_in.has_value(); };
  for (const PictureMap& map : maps)
    if (AnyPart(map, is_built_in)) return height;
  for (const PictureMap& map : maps)
    for (const ProgramMap& each : program.impl().maps)
      if (each.name == map.name && map.IsNode() && !map.is_color)
        return RangeWithin(program.recipe().range, each.bounds);
  return {};
}

HeightRange ResolveRange(const Program& program, const RenderOptions& options) {
  if (!program.impl().options.value) return {};  // unused
  const Range& range = program.recipe().range;
  if (range.mode != RangeMode::kFit) return RangeWithin(range, {program.low(), program.high()});
  RenderOptions whole = options;
  whole.window = {};
  whole.statistics = true;
  const Statistics statistics = RenderBands(program, {}, whole, {}).statistics;
  return {false, statistics.minimum, statistics.maximum};
}

}  // namespace cobble
