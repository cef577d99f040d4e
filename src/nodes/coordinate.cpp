// coordinate: where a sample is.
#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "nodes/shared/noise.h"
#include "noise/coordinate/coordinate.h"

namespace cobble::nodes {
namespace {

// In the order of CoordinateArgs::Axis.
constexpr std::string_view kAxes[] = {"x", "y", "z", "radius", "angle"};

CoordinateArgs::Axis AxisOf(const Node& node) {
  return ChoiceOf<CoordinateArgs::Axis>(node.Text("axis"), kAxes);
}

Lattice LatticeOfCoordinate(const Node& node) {
  constexpr int kDimensions[] = {1, 2, 3, 2, 2};
  return {.dimensions = kDimensions[AxisOf(node)], .has_cells = false};
}

// Returns the bounds of the distance from the origin in the box.
Bounds RadiusWithin(const PictureBox& box) {
  Bounds squares;
  for (std::size_t a = 0; a < 2; ++a) {
    const double nearest = std::max({box.low[a], -box.high[a], 0.0});
    const double farthest = std::max(-box.low[a], box.high[a]);
    squares.low += nearest * nearest;
    squares.high += farthest * farthest;
  }
  return {std::sqrt(squares.low), std::sqrt(squares.high)};
}

// The bounds are floats, so that rounded values are within them.
Bounds BoundsWithin(const Node& node, const PictureBox& box) {
  const CoordinateArgs::Axis axis = AxisOf(node);
  if (axis == CoordinateArgs::kAngle) return {0, 1};
  const bool is_radius = axis == CoordinateArgs::kRadius;
  const Bounds bounds = is_radius ? RadiusWithin(box) : Bounds{box.low[axis], box.high[axis]};
  // Samples' positions are rounded differently.
  const double margin = 0x1p-40 * std::max(std::abs(bounds.low), std::abs(bounds.high));
  const double low = bounds.low - margin;
  return {ToFloat(is_radius ? std::max(low, 0.0) : low), ToFloat(bounds.high + margin)};
}

NoiseKernel MakeCoordinate(const Node& node, KernelRequest request) {
  auto args = std::make_shared<CoordinateArgs>();
  args->axis = AxisOf(node);
  args->repetition = RepetitionOf(request.box);
  const Bounds limits = BoundsWithin(node, request.box);
  args->low = limits.low;
  args->high = limits.high;
  return Select(std::move(args), std::move(request), &SelectCoordinate);
}

constexpr Detail kCoordinateDetails[] = {
    {"outside",
     "beyond the edges of the picture, x, y, z and radius go on for a quarter of its width, as far "
     "as maps read, and exceed their bounds; farther out, in windows and samples, they keep the "
     "lowest or highest value reached there; z has half a unit above and below the slice"},
    {"tiling",
     "a tiled picture repeats: positions are first moved into the picture, by whole periods"},
};

constexpr Detail kAxisDetails[] = {
    {"x", "to the right; 0 in the middle of the picture, which is 1 unit wide by default"},
    {"y", "downwards"},
    {"z", "the slice"},
    {"radius", "the distance from the origin"},
    {"angle", "in turns, 0 along x and 0.25 along y; jumps from 1 to 0 at x"},
};

}  // namespace

NodeType Coordinate() {
  return {
      .spec = {.name = "coordinate",
               .summary = "where the position is: ramps, cones, fans, masks by place",
               .value = "x, y, z: that coordinate of P, in units; radius: sqrt(x^2 + y^2); angle: "
                        "the angle of (x, y), in turns from 0 to 1",
               .bounds = "x, y, z, radius: as in the picture; angle: 0..1",
               .details = kCoordinateDetails,
               .arguments = {"axis"},
               .fields = {ChoiceField("axis", kAxes, "\"x\"", "which coordinate", kAxisDetails)}},
      .noise = NoiseType{
          .lattice = &LatticeOfCoordinate, .bounds = &BoundsWithin, .make = &MakeCoordinate}};
}

}  // namespace cobble::nodes
