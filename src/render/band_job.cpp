// Renders a band tile by tile, row by row, from noise to quantised samples.
#include "render/band_job.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/size.h"

namespace cobble {

ValueTally::ValueTally()
    : minimum(std::numeric_limits<float>::infinity()),
      maximum(-std::numeric_limits<float>::infinity()),
      sum(0) {}

void ValueTally::Add(const float* values, int n) {
  constexpr std::size_t kPartial = 16;  // number of independent sums, the same at every SIMD level
  std::array<double, kPartial> sums{};
  for (int k = 0; k < n; ++k) {
    minimum = std::min(minimum, values[k]);
    maximum = std::max(maximum, values[k]);
    sums[static_cast<std::size_t>(k) % kPartial] += static_cast<double>(values[k]);
  }
  for (const double part : sums) sum += part;
}

void ValueTally::Add(const ValueTally& other) {
  minimum = std::min(minimum, other.minimum);
  maximum = std::max(maximum, other.maximum);
  sum += other.sum;
}

MapSet::MapSet(const MapSetup& setup, std::span<const BandOutput> outputs) {
  for (const BandOutput& output : outputs) {
    std::vector<Entry>& entries = by_output_.emplace_back();
    int channels = 0;
    for (const PictureMap& map : output.maps) {
      auto& function = functions_[{map.name, map.Source().scale}];
      if (!function) function = MakeMap(setup, map);
      entries.push_back({function.get(), map.channels});
      max_scratch_ = std::max(max_scratch_, channels + ScratchOf(map));
      channels += map.channels;
    }
  }
}

BandJob::BandJob(const BandSetup& setup)
    : setup_(setup),
      pixels_(setup.program, setup.tile_columns),
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
  for (const ProgramMap& map : setup.program.maps)
    map_planes_.resize(map_planes_.size() + map.buffers.size());
}

void BandJob::Make(int64_t index) noexcept {
  RunTiles(index, setup_.tile_columns, &BandJob::MakeTile);
}

void BandJob::MakeBlock(int64_t block) noexcept {
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

void BandJob::MapBand(int64_t index) noexcept {
  RunTiles(index, setup_.map_columns, &BandJob::MapTile);
}

void BandJob::RunTiles(int64_t index, int64_t columns, TileFunction tile) {
  const BandRange band = BandOf(index);
  ResetStatistics();
  for (int64_t column = 0; column < setup_.window.width; column += columns)
    (this->*tile)(band, column);
  Encode(index, band);
}

void BandJob::Finish() {
  for (std::size_t o = 0; o < rows_.size(); ++o)
    setup_.outputs[o].sink->Write(rows_[o].band, *rows_[o].chunk);
}

BandJob::BandRange BandJob::BandOf(int64_t index) const {
  const int64_t height = setup_.window.height, first_row = index * setup_.band_rows;
  const int64_t rows = std::min(setup_.band_rows, height - first_row);
  const bool flip = setup_.program.recipe.flip;
  return {first_row, rows, flip ? height - first_row - rows : first_row, flip};
}

void BandJob::ResetStatistics() {
  tally_ = ValueTally();
  std::fill(clamped_samples_.begin(), clamped_samples_.end(), 0);
}

// Makes rows of a tile in ascending order, even for a flipped picture.
void BandJob::MakeTile(const BandRange& band, int64_t first_column) {
  const auto columns =
      static_cast<int>(std::min<int64_t>(setup_.tile_columns, setup_.window.width - first_column));
  Run run{setup_.window.x + first_column, 0, columns};
  pixels_.BeginTile({run.i, columns});
  for (int64_t k = 0; k < band.rows; ++k) {
    run.j = setup_.window.y + band.noise_row + k;
    const auto [noise, maps] = pixels_.Make(run);
    const MapInput in{
        .value = noise.value, .slope = {noise.slope[0], noise.slope[1]}, .maps = maps};
    PutRun(in, band.RowOf(k), first_column, columns);
  }
}

// Like MakeTile, but reads rows that are already in the ring.
void BandJob::MapTile(const BandRange& band, int64_t first_column) {
  const auto columns =
      static_cast<int>(std::min<int64_t>(setup_.map_columns, setup_.window.width - first_column));
  const HaloRing& ring = *setup_.ring;
  MapInput in{.maps = map_planes_.data(), .ring = &ring, .column = first_column};
  for (int64_t k = 0; k < band.rows; ++k) {
    in.row = band.noise_row + k;
    in.value = ring.Value(in.row, first_column);
    if (ring.shape().slopes) {
      in.slope[0] = ring.SlopeX(in.row, first_column);
      in.slope[1] = ring.SlopeY(in.row, first_column);
    }
    for (std::size_t plane = 0; plane < map_planes_.size(); ++plane)
      map_planes_[plane] = ring.MapPlane(static_cast<int>(plane), in.row, first_column);
    PutRun(in, band.RowOf(k), first_column, columns);
  }
}

void BandJob::Encode(int64_t index, const BandRange& range) {
  for (std::size_t o = 0; o < rows_.size(); ++o) {
    Rows& rows = rows_[o];
    rows.band = {index, range.first_row, range.rows, rows.data.get(), rows.stride};
    setup_.outputs[o].sink->Encode(rows.band, *rows.chunk);
  }
}

// Computes the maps of one run and quantises them into every output.
void BandJob::PutRun(const MapInput& in, int64_t row, int64_t column, int n) {
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

const float* const* BandJob::ComputePlanes(std::size_t output, const MapInput& in, int n) {
  std::size_t next = 0;
  for (const auto& [function, channels] : setup_.maps.Of(output)) {
    function->Run(in, n, scratch_.data() + next, planes_.data() + next);
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

}  // namespace cobble
