// Emits the steps that compute position sets: the positions of the pixels, and affine maps of other
// sets. Each distinct set is computed once: position_sets_ maps (base, affine map) to its number.
// Displaced positions come from nodes/warp.cpp.
//
//   PositionsOf(site)                          emits
//     base = pixels, from_base = M             PixelPositionsStep: set = M(P of the pixels)
//     base = set k,  from_base = M             TransformStep:      set = M(set k)
//     base = set k,  from_base = identity      nothing: the set is k
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "program/compile.h"
#include "program/pixel_frame.h"
#include "program/position_axes.h"
#include "recipe/reading/faults.h"

namespace cobble {

int Compiler::PositionsOf(const Site& site) {
  if (site.base >= 0) return TransformedPositions(site.base, site.from_base);
  const auto [entry, is_new] = position_sets_.try_emplace(KeyOf(-1, site.from_base), -1);
  if (is_new) {
    Frame frame = PixelFrame(program_, site.from_base);
    frame.kind = Frame::kAffine;
    entry->second = NewPositions();
    Emit(PixelPositionsStep{.frame = frame, .to = entry->second});
  }
  return entry->second;
}

double Compiler::AreaOfSample(const Site& site) const {
  if (program_.options.positions == CompileOptions::kPoints || site.is_in_batches)
    return std::numeric_limits<double>::infinity();
  const auto& m = site.from_picture.m;
  return std::abs((m[0][0] * m[1][1] - m[0][1] * m[1][0]) * program_.sample_step[0] *
                  program_.sample_step[1]);
}

void Compiler::NoteFineWaves(const NodeContext& context, std::span<const double> waves) {
  const double pixel = std::sqrt(AreaOfSample(context.site)) * recipe_.samples;
  if (!std::isfinite(pixel)) return;
  const auto coarse = std::ranges::count_if(waves, [&](double each) { return each * pixel <= 1; });
  if (coarse == std::ssize(waves)) return;
  const FineWaves fine{ChildPointer(context.pointer, "octaves"),
                       1 / (pixel * std::ranges::max(waves)), static_cast<int>(coarse)};
  // Of the sites of a node, such as the octaves of a fractal, the finest counts.
  const auto known = std::ranges::find(program_.fine_waves, fine.pointer, &FineWaves::pointer);
  if (known == program_.fine_waves.end())
    program_.fine_waves.push_back(fine);
  else if (fine.pixels < known->pixels)
    *known = fine;
}

bool Compiler::VariesInZ(const Site& site) const {
  const Vector3& z = site.from_picture.m[2];
  const bool are_any =
      program_.options.positions == CompileOptions::kPoints && !program_.points_share_z;
  return are_any || site.IsInStamp() || z[0] != 0 || z[1] != 0 || site.bound.displacement[2] != 0;
}

bool Compiler::ReadsAxis(int positions, std::size_t axis, std::size_t first) const {
  return AxesRead(program_, positions, first)[axis];
}

// Noises with different dimensions share the set: FindPositionAxes adds up the axes they need.
int Compiler::TransformedPositions(int base, const Affine& map) {
  if (map == Affine()) return base;
  const auto [entry, is_new] = position_sets_.try_emplace(KeyOf(base, map), -1);
  if (is_new) {
    entry->second = NewPositions();
    Emit(TransformStep{.map = map, .from = base, .to = entry->second});
  }
  return entry->second;
}

}  // namespace cobble
