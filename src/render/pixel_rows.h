// Computes rows of pixels. A pixel is one sample, or the mean of n x n samples (Recipe::samples).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/size.h"
#include "noise/kernel.h"
#include "program/worker.h"
#include "render/aligned_floats.h"
#include "render/sphere.h"

namespace cobble {

// A run of pixels: the noise, with the slopes that the program was compiled with, and the planes of
// the program's maps, in order. Arrays are aligned and padded like a Slot's.
struct PixelRow {
  Slot noise;
  const float* const* maps = nullptr;
};

class PixelRows {
 public:
  // Returns the maximum width of a tile, in pixels.
  static int MaxColumns(const Program::Impl& program);
  // Returns the bytes of memory for tiles of `columns` columns.
  static Size Bytes(const Program::Impl& program, int columns);

  // Allocates memory for tiles of at most `columns` columns (1 to MaxColumns).
  PixelRows(const Program::Impl& program, int columns);

  // In: a tile in pixels. Its rows must then be made in ascending order.
  void BeginTile(const Tile& tile) noexcept;
  // In: a run in pixels, as wide as the tile. The result is valid until the next call. A mean is
  // the sum of the samples in double, row by row, divided by their number. It does not depend on
  // tiles or SIMD levels, and lies between the samples' minimum and maximum.
  // In: pictures, for a second program, the rows that it reads, as long as the run.
  PixelRow Make(const Run& run, const PictureRows& pictures = {}) noexcept;

 private:
  PixelRow SampleRow(const Run& run) noexcept;
  Slot SphereRow(const Run& run) noexcept;
  PictureRows SamplesOf(const PictureRows& pictures, int n) noexcept;
  void AddRow(const PixelRow& row, int n);
  PixelRow Mean(const PixelRow& last, int n);

  const int samples_;  // per pixel, along each axis
  std::optional<SphereRows> sphere_;
  std::vector<double> points_;  // of a row of its samples, by axis
  Worker worker_;
  std::vector<int> map_buffers_;
  std::vector<const float*> maps_;  // the planes of the current run
  // With more than one sample: by plane, the sums of the run's columns of samples, and their means.
  // The planes are the value, its slopes, and the maps' planes.
  std::size_t sum_size_ = 0, mean_size_ = 0;
  std::vector<double> sums_;
  AlignedFloats means_;
  std::array<AlignedFloats, kPictureMaps.size()> picture_samples_;
};

}  // namespace cobble
