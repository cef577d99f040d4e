// The noise around a window, for maps that look at neighbouring pixels: rows that are rendered once
// and shared by all bands, in memory that does not grow with the window's height.
//
// Blocks are as high as bands. L = ceil(halo / band rows) of them hold the halo above or below a
// band. Blocks are numbered from L above the window, so that band b is block b + L. Item k of a run
// makes block k and then, once all blocks up to k are made, maps band k - 2 L:
//
//   item           0   1   2   3   4   5   6   7       L = 2
//   makes block    0   1   2   3   4   5   6   7
//   maps band      -   -   -   -   0   1   2   3       band 1 is block 3 and needs blocks 1 to 5
//
// Band b needs blocks b to b + 2 L, so the last item that needs block k is k + 2 L. At most `slots`
// items are under way, and an item begins only after the one `slots` before it is finished. With a
// ring of R = 2 L + slots blocks, block k + R takes the place of block k: item k + R begins after
// item k + R - slots = k + 2 L is finished, when nobody needs block k any more.
#ifndef COBBLE_RENDER_HALO_RING_H_
#define COBBLE_RENDER_HALO_RING_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "cobble/image.h"
#include "core/size.h"
#include "noise/kernel.h"

namespace cobble {

class HaloRing {
 public:
  struct Shape {
    Window window;
    int64_t band_rows = 1;
    int64_t halo = 0;  // pixels on every side of the window; at least 1
    bool slopes = false;

    // L, the blocks that hold the halo above or below a band.
    int64_t blocks() const { return (halo + band_rows - 1) / band_rows; }
  };

  // What a ring takes.
  static Size Bytes(const Shape& shape, int slots);

  // Throws std::bad_alloc, or Error kLimit for what no memory could hold.
  HaloRing(const Shape& shape, int slots);

  const Shape& shape() const { return shape_; }

  // The rows of a block that are looked at, counted from the window's first; may be none.
  struct RowRange {
    int64_t first, end;
  };
  RowRange RowsOf(int64_t block) const;

  // Where the row's pixel in column `column` is. In: rows from -halo to height + halo - 1, and as
  // many columns; the row must be one of the blocks that the ring holds. From an aligned column of
  // the window on, n samples are readable up to n rounded up to kPad, and moved by up to the halo.
  const float* Value(int64_t row, int64_t column) const { return Plane(0, row, column); }
  const float* SlopeX(int64_t row, int64_t column) const { return Plane(1, row, column); }
  const float* SlopeY(int64_t row, int64_t column) const { return Plane(2, row, column); }

  // Keeps what the noise has made of a run that begins at that pixel.
  void Put(int64_t row, int64_t column, int n, const Slot& slot);

 private:
  // In floats: a row's beginning is `left` before the window's first column, which is aligned.
  struct Layout {
    int64_t left;
    std::size_t stride, rows, planes;
  };
  static Layout LayoutOf(const Shape& shape, int slots);

  std::size_t Place(int plane, int64_t row, int64_t column) const;
  const float* Plane(int plane, int64_t row, int64_t column) const {
    return samples_.get() + Place(plane, row, column);
  }

  struct Free {
    void operator()(float* samples) const {
      ::operator delete[](samples, std::align_val_t{kAlign});
    }
  };
  const Shape shape_;
  const Layout layout_;
  std::unique_ptr<float[], Free> samples_;
};

}  // namespace cobble

#endif  // COBBLE_RENDER_HALO_RING_H_
