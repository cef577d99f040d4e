// A ring buffer of noise rows, halo included, for maps that read neighbouring pixels. Each row is
// rendered once and shared by all bands; the memory does not grow with the window's height.
//
// Blocks and bands have the same number of rows. L = ceil(halo / band rows) blocks hold the halo
// above or below a band. Numbering starts L blocks above the window, so band b is block b + L. Item
// k makes block k; once all blocks up to k are made, it computes the maps of band k - 2 L:
//
//   item           0   1   2   3   4   5   6   7       L = 2
//   makes block    0   1   2   3   4   5   6   7
//   maps of band   -   -   -   -   0   1   2   3       band 1 is block 3; it needs blocks 1 to 5
//
// Band b needs blocks b to b + 2 L, so the last item that needs block k is k + 2 L. At most `slots`
// items are in flight: item k starts only after item k - slots has finished. In a ring of R = 2 L +
// slots blocks, block k + R overwrites block k. This is safe because item k + R starts only after
// item k + R - slots = k + 2 L, the last one that needs block k, has finished.
//
// Rows are the noise's. In a flipped picture (Recipe::flip) blocks follow each other from its
// bottom to its top: numbering starts L blocks below the window.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cobble/image.h"
#include "core/size.h"
#include "noise/kernel.h"
#include "render/aligned_floats.h"

namespace cobble {

class HaloRing {
 public:
  struct Shape {
    Window window;
    int64_t band_rows = 1;
    int64_t halo = 0;  // pixels on every side of the window; a ring needs at least 1
    bool slopes = false;
    int maps = 0;  // planes of the program's maps
    bool flip = false;

    // L, the number of blocks that hold the halo above or below a band.
    int64_t halo_blocks() const { return (halo + band_rows - 1) / band_rows; }
  };

  static Size Bytes(const Shape& shape, int slots);

  // Throws std::bad_alloc, or Error kLimit if the size overflows.
  HaloRing(const Shape& shape, int slots);

  const Shape& shape() const { return shape_; }

  // A block's rows of the noise, relative to the window's first row. The range may be empty.
  struct RowRange {
    int64_t first, end;
  };
  // Returns the rows of `block` that the maps read.
  RowRange RowsOf(int64_t block) const;

  // Return a pointer to the sample at (row, column) of the window. In: row from -halo to height +
  // halo - 1, column from -halo to width + halo - 1; the row's block must be in the ring. If
  // `column` is within `halo` of a multiple of kPad, n samples may be read, rounded up to a
  // multiple of kPad.
  const float* Value(int64_t row, int64_t column) const { return Plane(0, row, column); }
  const float* SlopeX(int64_t row, int64_t column) const { return Plane(1, row, column); }
  const float* SlopeY(int64_t row, int64_t column) const { return Plane(2, row, column); }
  const float* MapPlane(int plane, int64_t row, int64_t column) const {
    return Plane((shape_.slopes ? 3 : 1) + plane, row, column);
  }

  // Stores n samples of the noise and of the program's maps, starting at pixel (row, column).
  void Put(int64_t row, int64_t column, int n, const Slot& slot, const float* const* maps);

 private:
  // Sizes in floats. A row begins `left` floats before the window's first column, which is aligned.
  struct Layout {
    int64_t left;
    std::size_t stride, rows, planes;
  };
  static Layout LayoutOf(const Shape& shape, int slots);

  // Returns the number of a row, from 0, in the order of the blocks.
  int64_t OrderOf(int64_t row) const;
  std::size_t IndexOf(int plane, int64_t row, int64_t column) const;
  const float* Plane(int plane, int64_t row, int64_t column) const {
    return samples_.get() + IndexOf(plane, row, column);
  }

  const Shape shape_;
  const Layout layout_;
  AlignedFloats samples_;
};

}  // namespace cobble
