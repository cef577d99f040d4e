// Sets of positions: those of the pixels, and affine maps of others. Each is worked out once.
#include "program/compile.h"
#include "program/pixel_frame.h"

namespace cobble {

int Compiler::PositionsOf(const Site& site) {
  if (site.positions >= 0) return PositionsThrough(site.positions, site.map);
  const auto [entry, is_new] = positions_.try_emplace(WhereOf(-1, site.map), -1);
  if (is_new) {
    Frame frame = PixelFrame(program_, site.map);
    frame.kind = Frame::kAffine;
    entry->second = NewPositions();
    Emit(PixelPositionsStep{frame, entry->second});
  }
  return entry->second;
}

// All three axes, so that noises of different dimensions share them.
int Compiler::PositionsThrough(int base, const Affine& map) {
  if (map == Affine()) return base;
  const auto [entry, is_new] = positions_.try_emplace(WhereOf(base, map), -1);
  if (is_new) {
    entry->second = NewPositions();
    Emit(TransformStep{map, base, entry->second});
  }
  return entry->second;
}

}  // namespace cobble
