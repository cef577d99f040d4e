// Implements HaloRing: its memory layout.
#include "render/halo_ring.h"

#include <algorithm>
#include <array>

namespace cobble {

HaloRing::Layout HaloRing::LayoutOf(const Shape& shape, int slots) {
  const Size left = Size(shape.halo).RoundUpTo(kPad);
  const Size right = Size(shape.window.width).RoundUpTo(kPad) + Size(shape.halo);
  // The stride is an odd number of cache lines: with a power of two, rows that a map reads together
  // would compete for a few cache sets.
  const Size lines = (left + right).DivideUp(kPad);
  const std::size_t stride = (lines.bytes() | 1) * kPad;

  const Size ring = (Size(2 * shape.halo_blocks()) + Size(slots)) * Size(shape.band_rows);
  const Size all = Size(shape.window.height) + Size(2 * shape.halo);
  return {static_cast<int64_t>(left.bytes()), stride, std::min(ring, all).bytes(),
          static_cast<std::size_t>((shape.slopes ? 3 : 1) + shape.maps)};
}

Size HaloRing::Bytes(const Shape& shape, int slots) {
  const Layout layout = LayoutOf(shape, slots);
  return Size(layout.stride) * Size(layout.rows) * Size(layout.planes) * Size(sizeof(float));
}

// Zeroes the memory, since maps also compute (and discard) the padding lanes beyond the last pixel.
HaloRing::HaloRing(const Shape& shape, int slots) : shape_(shape), layout_(LayoutOf(shape, slots)) {
  samples_ = MakeAlignedFloats(Bytes(shape, slots).bytes() / sizeof(float));
}

HaloRing::RowRange HaloRing::RowsOf(int64_t block) const {
  const int64_t height = shape_.window.height;
  const int64_t start = (block - shape_.halo_blocks()) * shape_.band_rows;
  const int64_t first = std::max(start, -shape_.halo);
  const int64_t end = std::min(start + shape_.band_rows, height + shape_.halo);
  if (shape_.flip) return {height - end, height - first};
  return {first, end};
}

int64_t HaloRing::OrderOf(int64_t row) const {
  return (shape_.flip ? shape_.window.height - 1 - row : row) + shape_.halo;
}

// Rows wrap around the ring like blocks: the row after the last overwrites the first.
std::size_t HaloRing::IndexOf(int plane, int64_t row, int64_t column) const {
  const auto slot = static_cast<std::size_t>(OrderOf(row)) % layout_.rows;
  return (static_cast<std::size_t>(plane) * layout_.rows + slot) * layout_.stride +
         static_cast<std::size_t>(column + layout_.left);
}

void HaloRing::Put(int64_t row, int64_t column, int n, const Slot& slot, const float* const* maps) {
  const std::array<const float*, 3> noise{slot.value, slot.slope[0], slot.slope[1]};
  const int noise_planes = shape_.slopes ? 3 : 1;
  for (int plane = 0; plane < static_cast<int>(layout_.planes); ++plane) {
    const float* const from =
        plane < noise_planes ? noise[static_cast<std::size_t>(plane)] : maps[plane - noise_planes];
    std::copy_n(from, n, samples_.get() + IndexOf(plane, row, column));
  }
}

}  // namespace cobble
