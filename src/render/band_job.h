// Renders one band at a time: a worker, the quantised rows of every output, and statistics.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/maps.h"
#include "render/aligned_floats.h"
#include "render/maps/table.h"
#include "render/pixel_rows.h"
#include "render/render_bands.h"

namespace cobble {

// Minimum, maximum and sum of the noise's value. The order of summation is fixed (within each run,
// then run by run), so the sum does not depend on threads or SIMD levels.
struct ValueTally {
  float minimum, maximum;
  double sum;

  ValueTally();
  void Add(const float* values, int n);
  void Add(const ValueTally& other);
};

// The functions of the maps of all outputs.
class MapSet {
 public:
  MapSet(const MapSetup& setup, std::span<const BandOutput> outputs);

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
  std::map<std::pair<std::string, NodeScale>, std::unique_ptr<const MapFunction>> functions_;
  std::vector<std::vector<Entry>> by_output_;
  int max_scratch_ = 0;
};

// The data that all jobs of a run share.
struct BandSetup {
  const Program::Impl& program;
  MapSet maps;
  Window window;  // of the noise: if flipped, see UnflippedWindow
  int64_t band_rows;
  int tile_columns;
  bool tally;
  std::span<const BandOutput> outputs;
  // Only for maps with a halo: the rows that bands share, and the columns that are mapped per tile.
  HaloRing* ring = nullptr;
  int map_columns = kRunLength;
};

class BandJob {
 public:
  explicit BandJob(const BandSetup& setup);

  // Renders band `index` and encodes it for every output.
  void Make(int64_t index) noexcept;
  // With a ring, Make is split: MakeBlock renders noise into it, MapBand maps and encodes a band.
  void MakeBlock(int64_t block) noexcept;
  void MapBand(int64_t index) noexcept;
  // Passes the encoded band to every sink. Rethrows their exceptions.
  void Finish();

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
  BandRange BandOf(int64_t index) const;
  void ResetStatistics();
  // Computes a band, tile by tile, each `columns` pixels wide or less, and encodes it.
  using TileFunction = void (BandJob::*)(const BandRange& band, int64_t first_column);
  void RunTiles(int64_t index, int64_t columns, TileFunction tile);
  void MakeTile(const BandRange& band, int64_t first_column);
  void MapTile(const BandRange& band, int64_t first_column);
  void Encode(int64_t index, const BandRange& range);
  void PutRun(const MapInput& in, int64_t row, int64_t column, int n);
  const float* const* ComputePlanes(std::size_t output, const MapInput& in, int n);

  const BandSetup& setup_;
  PixelRows pixels_;
  std::vector<Rows> rows_;
  ValueTally tally_;
  std::vector<uint64_t> clamped_samples_;  // by output
  AlignedFloats plane_memory_;
  // By channel of the current output: memory for a plane, and the plane itself.
  std::vector<float*> scratch_;
  std::vector<const float*> planes_;
  std::vector<const float*> map_planes_;  // of the program's maps, in the ring
};

}  // namespace cobble
