// Renders one band at a time in each slot: noise, maps and quantised rows of every output, tile by
// tile, row by row; adds up the statistics.
#include "render/band_run.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/bands.h"
#include "program/program_impl.h"
#include "program/worker.h"
#include "render/aligned_floats.h"
#include "render/halo_ring.h"
#include "render/maps/table.h"
#include "render/parallel.h"
#include "render/pixel_rows.h"

namespace cobble {
namespace {

// Minimum, maximum and sum of the noise's value. The order of summation is fixed (within each run,
// then run by run), so the sum does not depend on threads or SIMD levels.
struct ValueTally {
  float minimum = std::numeric_limits<float>::infinity(), maximum = -minimum;
  double sum = 0;

  void Add(const float* values, int n) {
    constexpr std::size_t kPartial = 16;  // independent sums, the same at every SIMD level
    std::array<double, kPartial> sums{};
    for (int k = 0; k < n; ++k) {
      minimum = std::min(minimum, values[k]);
      maximum = std::max(maximum, values[k]);
      sums[static_cast<std::size_t>(k) % kPartial] += static_cast<double>(values[k]);
    }
    for (const double part : sums) sum += part;
  }

  void Add(const ValueTally& other) {
    minimum = std::min(minimum, other.minimum);
    maximum = std::max(maximum, other.maximum);
    sum += other.sum;
  }
};

// The functions of the maps of all outputs.
class MapSet {
 public:
  MapSet(const MapSetup& setup, std::span<const BandOutput> outputs) {
    for (const BandOutput& output : outputs) {
      std::vector<Entry>& entries = by_output_.emplace_back();
      int channels = 0;
      for (const PictureMap& map : output.maps) {
        auto& function = functions_[{map.name, map.Source().scale}];
        if (!function) function = MakeMap(setup, map);
        entries.push_back({&function, map.channels});
        max_scratch_ = std::max(max_scratch_, channels + ScratchOf(map));
        channels += map.channels;
      }
    }
  }

  // The maps of an output, in order.
  struct Entry {
    const MapFunction* function;
    int channels;
  };
  const std::vector<Entry>& Of(std::size_t output) const { return by_output_[output]; }
  // The maximum number of planes that an output needs.
  int max_scratch() const { return max_scratch_; }

 private:
  // By the map's name, and how nodes are stored.
  std::map<std::pair<std::string, NodeScale>, MapFunction> functions_;
  std::vector<std::vector<Entry>> by_output_;
  int max_scratch_ = 0;
};

// The data that all jobs of a run share.
struct BandSetup {
  const Program::Impl& program;
  MapSet maps;
  // What the second program reads; null where it reads nothing.
  std::array<MapFunction, kPictureMaps.size()> pictures;
  Window window;  // of the noise: if flipped, see UnflippedWindow
  int64_t band_rows;
  int tile_columns;
  bool tally;
  std::span<const BandOutput> outputs;
  // Only for maps with a halo: the rows that bands share, and the columns that are mapped per tile,
  // a multiple of kPad, to which rows are aligned.
  HaloRing* ring = nullptr;
  int map_columns = kRunLength;
};

// Renders one band at a time: a worker, the quantised rows of every output, and statistics.
class BandJob {
 public:
  explicit BandJob(const BandSetup& setup)
      : setup_(setup),
        pixels_(setup.program, setup.tile_columns),
        second_(SecondRows(setup)),
        clamped_samples_(setup.outputs.size()) {
    const int64_t max_rows = std::min(setup.band_rows, setup.window.height);
    for (const BandOutput& output : setup.outputs) {
      Rows rows;
      rows.format = output.sink->row_format();
      const Size pixel = Size(rows.format.channels) * Size(rows.format.sample_bytes);
      rows.stride = (Size(setup.window.width) * pixel).bytes();
      rows.data.reset(new std::byte[(Size(rows.stride) * Size(max_rows)).bytes()]);
      rows.chunk = output.sink->NewChunk(max_rows);
      rows_.push_back(std::move(rows));
    }
    constexpr std::size_t kPlane = kRunLength + kPad;
    const auto planes = static_cast<std::size_t>(setup.maps.max_scratch());
    plane_memory_ = MakeAlignedFloats(planes * kPlane);
    for (std::size_t c = 0; c < planes; ++c) scratch_.push_back(plane_memory_.get() + c * kPlane);
    planes_.resize(planes);
    for (const ProgramMap& map : AllMapsOf(setup.program))
      map_planes_.resize(map_planes_.size() + map.buffers.size());
    if (second_) picture_memory_ = MakeAlignedFloats(kPictureMaps.size() * kPlane);
  }

  // Renders band `index` and encodes it for every output.
  void Make(int64_t index) noexcept { RunTiles(index, setup_.tile_columns, &BandJob::MakeTile); }

  // With a ring, Make is split: MakeBlock renders noise into it, MapBand maps and encodes a band.
  void MakeBlock(int64_t block) noexcept {
    HaloRing& ring = *setup_.ring;
    const HaloRing::RowRange rows = ring.RowsOf(block);
    const int64_t halo = ring.shape().halo, end = setup_.window.width + halo;
    for (int64_t column = -halo; column < end; column += setup_.tile_columns) {
      const auto columns = static_cast<int>(std::min<int64_t>(setup_.tile_columns, end - column));
      Run run{setup_.window.x + column, 0, columns};
      pixels_.BeginTile({run.i, columns});
      for (int64_t row = rows.first; row < rows.end; ++row) {
        run.j = setup_.window.y + row;
        const PixelRow pixels = pixels_.Make(run);
        ring.Put(row, column, columns, pixels.noise, pixels.maps);
      }
    }
  }

  void MapBand(int64_t index) noexcept { RunTiles(index, setup_.map_columns, &BandJob::MapTile); }

  // Passes the encoded band to every sink. Rethrows their exceptions.
  void Finish() {
    for (std::size_t o = 0; o < rows_.size(); ++o)
      setup_.outputs[o].sink->Write(rows_[o].band, *rows_[o].chunk);
  }

  const ValueTally& tally() const { return tally_; }
  const std::vector<uint64_t>& clamped_samples() const { return clamped_samples_; }

 private:
  // One output's rows of the band, quantised.
  struct Rows {
    RowFormat format;
    std::size_t stride = 0;
    std::unique_ptr<std::byte[]> data;
    Band band{};  // as it was encoded
    std::unique_ptr<Chunk> chunk;
  };

  // The rows of a band: from first_row in the picture and noise_row in the window. In a flipped
  // picture, row 0 of the band is the last of these rows of the noise.
  struct BandRange {
    int64_t first_row, rows, noise_row;
    bool flip;

    // Returns the row of the band that shows its row `k` of the noise.
    int64_t RowOf(int64_t k) const { return flip ? rows - 1 - k : k; }
  };

  BandRange BandOf(int64_t index) const {
    const int64_t height = setup_.window.height, first_row = index * setup_.band_rows;
    const int64_t rows = std::min(setup_.band_rows, height - first_row);
    const bool flip = setup_.program.recipe.flip;
    return {first_row, rows, flip ? height - first_row - rows : first_row, flip};
  }

  // Computes a band, tile by tile, each `columns` pixels wide or less, and encodes it.
  using TileFunction = void (BandJob::*)(const BandRange& band, int64_t first_column);

  void RunTiles(int64_t index, int64_t columns, TileFunction tile) {
    const BandRange band = BandOf(index);
    tally_ = ValueTally();
    std::ranges::fill(clamped_samples_, 0);
    for (int64_t column = 0; column < setup_.window.width; column += columns)
      (this->*tile)(band, column);
    Encode(index, band);
  }

  // Makes rows of a tile in ascending order, even for a flipped picture.
  void MakeTile(const BandRange& band, int64_t first_column) {
    const auto columns = static_cast<int>(
        std::min<int64_t>(setup_.tile_columns, setup_.window.width - first_column));
    Run run{setup_.window.x + first_column, 0, columns};
    pixels_.BeginTile({run.i, columns});
    for (int64_t k = 0; k < band.rows; ++k) {
      run.j = setup_.window.y + band.noise_row + k;
      const auto [noise, maps] = pixels_.Make(run);
      const MapInput in{.value = noise.value,
                        .slope = {noise.slope[0], noise.slope[1], noise.slope[2]},
                        .i = run.i,
                        .j = run.j,
                        .maps = maps};
      PutRun(in, band.RowOf(k), first_column, columns);
    }
  }

  static std::optional<PixelRows> SecondRows(const BandSetup& setup) {
    const auto& second = setup.program.second;
    return second && setup.ring
               ? std::optional<PixelRows>(std::in_place, *second, setup.map_columns)
               : std::nullopt;
  }

  // Like MakeTile, but reads rows that are already in the ring.
  void MapTile(const BandRange& band, int64_t first_column) {
    const auto columns =
        static_cast<int>(std::min<int64_t>(setup_.map_columns, setup_.window.width - first_column));
    const HaloRing& ring = *setup_.ring;
    MapInput in{.maps = map_planes_.data(), .ring = &ring, .column = first_column};
    if (second_) second_->BeginTile({setup_.window.x + first_column, columns});
    for (int64_t k = 0; k < band.rows; ++k) {
      in.row = band.noise_row + k;
      in.value = ring.Value(in.row, first_column);
      if (ring.shape().slopes) {
        in.slope[0] = ring.SlopeX(in.row, first_column);
        in.slope[1] = ring.SlopeY(in.row, first_column);
      }
      for (int plane = 0; plane < ring.shape().maps; ++plane)
        map_planes_[static_cast<std::size_t>(plane)] = ring.MapPlane(plane, in.row, first_column);
      if (second_) MakeSecond(columns, &in);
      PutRun(in, band.RowOf(k), first_column, columns);
    }
  }

  // Computes the maps that need others of the picture, which stay in `in`.
  void MakeSecond(int columns, MapInput* in) {
    in->pictures = {};
    PictureRows pictures{};
    for (std::size_t k = 0; k < pictures.size(); ++k) {
      float* const memory = picture_memory_.get() + k * (kRunLength + kPad);
      if (setup_.pictures[k]) setup_.pictures[k](*in, columns, &memory, &pictures[k]);
    }
    in->pictures = pictures;
    const Run run{setup_.window.x + in->column, setup_.window.y + in->row, columns};
    const PixelRow row = second_->Make(run, pictures);
    const auto first = static_cast<std::size_t>(setup_.ring->shape().maps);
    std::copy_n(row.maps, map_planes_.size() - first,
                map_planes_.begin() + static_cast<std::ptrdiff_t>(first));
  }

  void Encode(int64_t index, const BandRange& range) {
    for (std::size_t o = 0; o < rows_.size(); ++o) {
      Rows& rows = rows_[o];
      rows.band = {index, range.first_row, range.rows, rows.data.get(), rows.stride};
      setup_.outputs[o].sink->Encode(rows.band, *rows.chunk);
    }
  }

  // Computes the maps of one run and quantises them into every output.
  void PutRun(const MapInput& in, int64_t row, int64_t column, int n) {
    if (setup_.tally) tally_.Add(in.value, n);
    for (std::size_t o = 0; o < rows_.size(); ++o) {
      const Rows& rows = rows_[o];
      const float* const* planes = ComputePlanes(o, in, n);
      const auto pixel = static_cast<std::size_t>(rows.format.channels * rows.format.sample_bytes);
      std::byte* const out = rows.data.get() + static_cast<std::size_t>(row) * rows.stride +
                             static_cast<std::size_t>(column) * pixel;
      clamped_samples_[o] += rows.format.quantize(planes, rows.format.channels, n, out);
    }
  }

  const float* const* ComputePlanes(std::size_t output, const MapInput& in, int n) {
    std::size_t next = 0;
    for (const auto& [function, channels] : setup_.maps.Of(output)) {
      (*function)(in, n, scratch_.data() + next, planes_.data() + next);
      next += static_cast<std::size_t>(channels);
    }
    const std::vector<Transfer>& transfers = rows_[output].format.transfers;
    for (std::size_t c = 0; c < transfers.size(); ++c) {
      if (transfers[c] == nullptr) continue;
      transfers[c](planes_[c], n, scratch_[c]);
      planes_[c] = scratch_[c];
    }
    return planes_.data();
  }

  const BandSetup& setup_;
  PixelRows pixels_;
  std::optional<PixelRows> second_;  // of the second program
  AlignedFloats picture_memory_;     // for the maps that it reads
  std::vector<Rows> rows_;
  ValueTally tally_;
  std::vector<uint64_t> clamped_samples_;  // by output
  AlignedFloats plane_memory_;
  // By channel of the current output: memory for a plane, and the plane itself.
  std::vector<float*> scratch_;
  std::vector<const float*> planes_;
  std::vector<const float*> map_planes_;  // of the program's maps, in the ring
};

int TileColumns(const Program::Impl& program, const RenderOptions& options) {
  const int maximum = PixelRows::MaxColumns(program);
  return options.tile_columns > 0 ? std::min(options.tile_columns, maximum) : maximum;
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

// Returns the number of items: one per block of the ring. The first 2 L map no band (halo_ring.h).
int64_t ItemCount(const HaloRing::Shape& shape) {
  const int64_t bands = (shape.window.height + shape.band_rows - 1) / shape.band_rows;
  return bands + 2 * shape.halo_blocks();
}

std::optional<HaloRing> MakeRing(const HaloRing::Shape& shape, int slots) {
  std::optional<HaloRing> ring;
  if (shape.halo > 0) ring.emplace(shape, slots);
  return ring;
}

BandSetup SetupOf(const Recipe& recipe, const Program::Impl& program, const HeightRange& range,
                  const RenderOptions& options, std::span<const BandOutput> outputs,
                  const HaloRing::Shape& shape, HaloRing* ring) {
  const std::vector<ProgramMap> maps = AllMapsOf(program);
  const MapSetup setup{recipe, maps,           HeightScaleOf(recipe, range),
                       range,  program.bounds, program.level->target};
  int columns = Worker::MaxColumns(program);
  std::array<MapFunction, kPictureMaps.size()> pictures;
  if (program.second) {
    columns = std::min(columns, PixelRows::MaxColumns(*program.second));
    for (std::size_t k = 0; k < pictures.size(); ++k)
      if (program.second->reads_picture[k]) pictures[k] = MakeMap(setup, kPictureMaps[k]);
  }
  return {.program = program,
          .maps = {setup, outputs},
          .pictures = std::move(pictures),
          .window = UnflippedWindow(recipe, options.window),
          .band_rows = shape.band_rows,
          .tile_columns = TileColumns(program, options),
          .tally = options.statistics && program.options.value,
          .outputs = outputs,
          .ring = ring,
          .map_columns = std::max(columns / kPad, 1) * kPad};
}

// The value alone does not depend on the range, which may not be known yet.
std::shared_ptr<const Program::Impl> ProgramFor(const Program& program, const HeightRange& range,
                                                std::span<const BandOutput> outputs) {
  if (outputs.empty()) return {std::shared_ptr<void>(), &program.impl()};
  return WithFitted(program.impl(), {range.low, range.high});
}

}  // namespace

std::vector<PictureMap> MapsOf(std::span<const BandOutput> outputs) {
  std::vector<PictureMap> maps;
  for (const BandOutput& output : outputs)
    maps.insert(maps.end(), output.maps.begin(), output.maps.end());
  return maps;
}

Size BytesOfRun(const Program& program, const RenderOptions& options,
                std::span<const PictureMap> maps, Size band_bytes, int threads) {
  const HaloRing::Shape shape = RingShape(program, options.window, maps);
  int64_t items = ItemCount(shape);
  const Recipe& recipe = program.recipe();
  if (recipe.range.mode == RangeMode::kFit)  // renders the whole picture first
    items = std::max(items, ItemCount(RingShape(program, {0, 0, recipe.width, recipe.height}, {})));
  const int slots = SlotCount(items, threads);
  Size pixels = PixelRows::Bytes(program.impl(), TileColumns(program.impl(), options));
  if (const auto& second = program.impl().second; second && shape.halo > 0)
    pixels = pixels + PixelRows::Bytes(*second, kRunLength);
  const Size ring = shape.halo > 0 ? HaloRing::Bytes(shape, slots) : Size();
  return Size(slots) * (band_bytes + pixels) + ring;
}

struct BandRun::State {
  State(const Program& program, const HeightRange& range, const RenderOptions& options,
        std::span<const BandOutput> outputs)
      : compiled(ProgramFor(program, range, outputs)),
        threads(options.threads),
        statistics(options.statistics),
        shape(RingShape(program, options.window, MapsOf(outputs))),
        items(ItemCount(shape)),
        lead(2 * shape.halo_blocks()),
        ring(MakeRing(shape, SlotCount(items, threads))),
        setup(SetupOf(program.recipe(), *compiled, range, options, outputs, shape,
                      ring ? &*ring : nullptr)) {
    report.clamped_samples.resize(outputs.size());
    for (int slot = 0; slot < SlotCount(items, threads); ++slot)
      jobs.push_back(std::make_unique<BandJob>(setup));
  }

  BandJob& JobIn(int slot) { return *jobs[static_cast<std::size_t>(slot)]; }

  ItemSteps Steps() {
    ItemSteps steps;
    steps.finish = [this](int slot, int64_t item) { Finish(slot, item); };
    if (!ring) {
      steps.make = [this](int slot, int64_t item) { JobIn(slot).Make(item); };
      return steps;
    }
    steps.make = [this](int slot, int64_t item) { JobIn(slot).MakeBlock(item); };
    steps.encode = [this](int slot, int64_t item) {
      if (item >= lead) JobIn(slot).MapBand(item - lead);
    };
    return steps;
  }

  void Finish(int slot, int64_t item) {
    if (item >= lead) {
      BandJob& job = JobIn(slot);
      job.Finish();
      tally.Add(job.tally());
      for (std::size_t o = 0; o < report.clamped_samples.size(); ++o)
        report.clamped_samples[o] += job.clamped_samples()[o];
    }
    if (*progress) (*progress)(static_cast<double>(item + 1) / static_cast<double>(items));
  }

  const std::shared_ptr<const Program::Impl> compiled;
  const int threads;
  const bool statistics;
  const HaloRing::Shape shape;
  const int64_t items, lead;  // lead: items before the one that maps the first band
  std::optional<HaloRing> ring;
  BandSetup setup;
  std::vector<std::unique_ptr<BandJob>> jobs{};
  // Of the current window:
  const std::function<void(double)>* progress = nullptr;
  BandReport report{};
  ValueTally tally{};
};

BandRun::BandRun(const Program& program, const HeightRange& range, const RenderOptions& options,
                 std::span<const BandOutput> outputs)
    : state_(std::make_unique<State>(program, range, options, outputs)) {}

BandRun::~BandRun() = default;

const BandReport& BandRun::Render(int64_t x, int64_t y,
                                  const std::function<void(double)>& progress) {
  State& run = *state_;
  Window window = run.shape.window;
  window.x = x;
  window.y = y;
  run.setup.window = UnflippedWindow(run.setup.program.recipe, window);
  run.progress = &progress;
  std::ranges::fill(run.report.clamped_samples, 0);
  run.tally = ValueTally();
  InOrder(run.items, run.threads, run.Steps());
  if (!run.statistics) return run.report;
  const auto samples = static_cast<double>(window.width) * static_cast<double>(window.height);
  run.report.statistics = {run.tally.minimum, run.tally.maximum, run.tally.sum / samples};
  return run.report;
}

}  // namespace cobble
