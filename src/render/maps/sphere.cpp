// Computes maps of spheres from slopes along the axes of P. Plain doubles: the frames cost more
// than the maps.
#include "render/maps/sphere.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "noise/kernel.h"
#include "render/sphere.h"

namespace cobble {
namespace {

double Dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

std::array<double, 3> SlopeAt(const MapInput& in, int k) {
  return {double{in.slope[0][k]}, double{in.slope[1][k]}, double{in.slope[2][k]}};
}

// (d - strength * slope), normalised, in the axes of cube maps, of which y points north.
MapFunction ObjectNormal(const MapSetup& setup) {
  const SphereSamples samples(setup.recipe, 1);
  const double strength = setup.recipe.normal.strength * setup.heights.rise;
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    for (int k = 0; k < n; ++k) {
      const auto direction = DirectionAt(samples, in.i + k, in.j);
      const auto slope = SlopeAt(in, k);
      std::array<double, 3> normal;
      for (std::size_t a = 0; a < 3; ++a) normal[a] = direction[a] - strength * slope[a];
      const double length = std::sqrt(Dot(normal, normal));
      scratch[0][k] = static_cast<float>(normal[0] / length);
      scratch[1][k] = static_cast<float>(-normal[1] / length + 0.0);
      scratch[2][k] = static_cast<float>(normal[2] / length);
    }
    for (int c = 0; c < 3; ++c) planes[c] = scratch[c];
  };
}

struct alignas(kAlign) SlopeRows {
  std::array<std::array<float, kRunLength + kPad>, 2> slope{};
};

// In: slopes, which computes two slopes from those along the axes of P at a pixel.
template <typename Slopes>
MapFunction WithSlopes(MapFunction flat, const Slopes& slopes) {
  return [flat = std::move(flat), slopes](const MapInput& in, int n, float* const* scratch,
                                          const float** planes) {
    SlopeRows rows;
    for (int k = 0; k < n; ++k) {
      const std::array<double, 2> both = slopes(SlopeAt(in, k), in.i + k, in.j);
      for (std::size_t a = 0; a < 2; ++a)
        rows.slope[a][static_cast<std::size_t>(k)] = static_cast<float>(both[a]);
    }
    MapInput own = in;
    for (std::size_t a = 0; a < 2; ++a) own.slope[a] = rows.slope[a].data();
    flat(own, n, scratch, planes);
  };
}

}  // namespace

MapFunction OnSphere(const MapSetup& setup, Map map, MapFunction flat) {
  const bool is_normal = map == Map::kNormal;
  if (is_normal && setup.recipe.normal.space == NormalSpace::kObject) return ObjectNormal(setup);
  if (map == Map::kLit)
    return WithSlopes(std::move(flat), [](const auto& slope, int64_t, int64_t) {
      return std::array{std::sqrt(Dot(slope, slope)), 0.0};
    });
  if (!is_normal && map != Map::kSlope) return flat;
  const SphereSamples samples(setup.recipe, 1);
  return WithSlopes(std::move(flat), [samples](const auto& slope, int64_t i, int64_t j) {
    const SphereFrame frame = FrameAt(samples, i, j);
    return std::array{Dot(slope, frame.right), Dot(slope, frame.down)};
  });
}

}  // namespace cobble
