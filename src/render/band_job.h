// One band of a picture in the making: a worker, the rows of every output, and what was seen.
#ifndef COBBLE_RENDER_BAND_JOB_H_
#define COBBLE_RENDER_BAND_JOB_H_

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/maps.h"
#include "program/worker.h"
#include "render/maps/table.h"
#include "render/render_bands.h"

namespace cobble {

// Least, greatest and sum of the noise's value. The sum goes by fixed steps (a run, then runs in
// their order), so that it does not depend on threads or SIMD levels.
struct ValueTally {
  float minimum, maximum;
  double sum;

  ValueTally();
  void Add(const float* values, int n);
  void Add(const ValueTally& other);
};

// One of each map that some output holds.
class MapSet {
 public:
  MapSet(const MapSetup& setup, std::span<const BandOutput> outputs);
  const MapFunction& Of(Map map) const { return *functions_[static_cast<std::size_t>(map)]; }

 private:
  std::array<std::unique_ptr<const MapFunction>, kMapCount> functions_;
};

// What all jobs of a run have in common.
struct BandPlan {
  const Program::Impl& program;
  MapSet maps;
  Window window;
  int64_t band_rows;
  int tile_columns;
  bool tally;
  std::span<const BandOutput> outputs;
  // Where a map has a halo: the rows that bands share, and the columns that are mapped at a time.
  HaloRing* ring = nullptr;
  int map_columns = kRunLength;
};

class BandJob {
 public:
  explicit BandJob(const BandPlan& plan);

  // Renders band `index` and encodes it for every output.
  void Make(int64_t index) noexcept;
  // With a ring, in two steps: renders a block of it, and makes a band of its rows.
  void MakeBlock(int64_t block) noexcept;
  void MapBand(int64_t index) noexcept;
  // Hands the encoded band to every sink. Throws what they throw.
  void Finish();

  const ValueTally& tally() const { return tally_; }
  const std::vector<uint64_t>& clamped() const { return clamped_; }

 private:
  // One output's rows of the band, quantised.
  struct Rows {
    RowFormat format;
    std::size_t stride = 0;
    std::unique_ptr<std::byte[]> data;
    std::unique_ptr<Chunk> chunk;
  };

  struct BandRange {
    int64_t first_row, rows;
  };
  BandRange BandOf(int64_t index) const;
  void Begin();
  void MakeTile(int64_t first_row, int64_t rows, int64_t first_column);
  void MapTile(int64_t first_row, int64_t rows, int64_t first_column);
  void Encode(int64_t index, int64_t first_row, int64_t rows);
  void Put(const MapInput& in, int64_t row, int64_t column, int n);
  const float* const* Planes(const std::vector<Map>& maps, const MapInput& in, int n);

  // Of all maps in one file, each once.
  static constexpr std::size_t kMaxPlanes = [] {
    std::size_t planes = 0;
    for (const MapInfo& map : kMapTable) planes += static_cast<std::size_t>(map.channels);
    return planes;
  }();

  const BandPlan& plan_;
  Worker worker_;
  std::vector<Rows> rows_;
  ValueTally tally_;
  std::vector<uint64_t> clamped_;
  alignas(kAlign) float plane_memory_[kMaxPlanes][kRunLength + kPad];
  const float* planes_[kMaxPlanes];
};

}  // namespace cobble

#endif  // COBBLE_RENDER_BAND_JOB_H_
