// The map `ao`, ambient occlusion: the mean over directions of 1 / (1 + t^2), where t >= 0 is the
// steepest slope of strength * h from the pixel to another in that direction. As t is the tangent
// of the horizon's elevation, 1 / (1 + t^2) = cos^2 is the share of sky light above the horizon.
// Based on: Louis Bavoil, Miguel Sainz and Rouslan Dimitrov, Image-Space Horizon-Based Ambient
// Occlusion, 2008.
// Departs: pixels share directions and distances, without random jitter, so samples depend on
// heights only; the surface's tangent angle is not subtracted; light does not fade with distance.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/ao.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cobble/error.h"
#include "core/math.h"
#include "core/simd-inl.h"
#include "recipe/fields/picture_steps.h"
#include "render/maps/map.h"
#include "render/maps/table.h"

#ifndef COBBLE_RENDER_MAPS_AO_ONCE_
#define COBBLE_RENDER_MAPS_AO_ONCE_
namespace cobble {

// A neighbour at a fixed offset. `value` points to the noise value of the first pixel's neighbour.
// `rise` converts a difference of values to the surface's slope towards it (height over distance).
struct AoSample {
  const float* value;
  float rise;
};

// Samples are sorted by direction; ends[k] is the end of direction k.
struct AoInput {
  const float* value;
  const AoSample* samples;
  const int* ends;
  int directions;
};

}  // namespace cobble
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Noise values are below 1e30, so differences do not overflow. A product may become infinite, which
// makes the direction's light 0. NaN does not occur.
void AoRow(const AoInput& in, int n, float* out) {
  const F32 d;
  const VF one = Broadcast(1.0f), directions = Broadcast(static_cast<float>(in.directions));
  for (int k = 0; k < n; k += static_cast<int>(hn::MaxLanes(d))) {
    const VF here = hn::Load(d, in.value + k);
    VF sky = hn::Zero(d);
    const AoSample* sample = in.samples;
    for (int direction = 0; direction < in.directions; ++direction) {
      const AoSample* const end = in.samples + in.ends[direction];
      VF t = hn::Zero(d);
      for (; sample != end; ++sample)
        t = hn::Max(t, (hn::LoadU(d, sample->value + k) - here) * Broadcast(sample->rise));
      sky = sky + one / Fma(t, t, one);
    }
    hn::Store(sky / directions, d, out + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {
namespace {

// Distances halve from the radius, below 2^31 pixels, down to 1 pixel.
constexpr int kMaxDistances = 32, kMaxDirections = 16;

// The distance from one pixel to another, in pixels.
struct Offset {
  int64_t x, y;
  bool operator==(const Offset&) const = default;
};

// Rounds to the nearest integer, ties away from 0. Values within 1e-9 of a tie count as ties. That
// is far above a sine's error, so the sine's last bit never matters.
int64_t NearestPixel(double x) {
  const auto magnitude = static_cast<int64_t>(std::floor(std::abs(x) + (0.5 + 1e-9)));
  return x < 0 ? -magnitude : magnitude;
}

// Returns the pixels nearest to the points in this direction at distances radius, radius / 2,
// radius / 4, ... (while above 1) and 1, without duplicates.
std::vector<Offset> OffsetsIn(double degrees, int64_t radius) {
  const SinCos direction = SinCosDegrees(degrees);
  std::vector<Offset> offsets;
  const auto add = [&](double distance) {
    const Offset offset{NearestPixel(distance * direction.cos),
                        NearestPixel(distance * direction.sin)};
    if (std::ranges::find(offsets, offset) == offsets.end()) offsets.push_back(offset);
  };
  for (double distance = static_cast<double>(radius); distance > 1; distance /= 2) add(distance);
  add(1);
  return offsets;
}

// The pixels that the map reads, sorted by direction; `rises` and `ends` as in AoSample, AoInput.
struct AoOffsets {
  std::vector<Offset> offsets{};
  std::vector<float> rises{};
  std::vector<int> ends{};
};

AoOffsets AllOffsets(const MapSetup& setup) {
  const Recipe& recipe = setup.recipe;
  if (recipe.ao.directions > kMaxDirections)
    throw Error(ErrorKind::kBug, "/ao/directions",
                "exceeds the map's maximum number of directions");
  // Converts heights from picture widths to pixels.
  const double rise =
      recipe.normal.strength * setup.heights.rise * static_cast<double>(StepsOf(recipe).x);
  AoOffsets all;
  for (int k = 0; k < recipe.ao.directions; ++k) {
    for (const Offset& offset : OffsetsIn(360.0 * k / recipe.ao.directions, AoHalo(recipe))) {
      const double x = static_cast<double>(offset.x), y = static_cast<double>(offset.y);
      all.offsets.push_back(offset);
      all.rises.push_back(ToFloat(rise / std::sqrt(x * x + y * y)));
    }
    all.ends.push_back(static_cast<int>(all.offsets.size()));
  }
  return all;
}

}  // namespace

int64_t AoHalo(const Recipe& recipe) { return RadiusInPixels(recipe.ao.radius, recipe); }

MapFunction MakeAo(const MapSetup& setup) {
  const AoOffsets all = AllOffsets(setup);
  const auto row = COBBLE_SELECT(AoRow, setup.simd_target);
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    if ((planes[0] = in.PictureOf(Map::kAo)) != nullptr) return;
    std::array<AoSample, std::size_t{kMaxDistances} * kMaxDirections> samples;
    for (std::size_t k = 0; k < all.offsets.size(); ++k) {
      const auto& [x, y] = all.offsets[k];
      samples[k] = {in.ring->Value(in.row + y, in.column + x), all.rises[k]};
    }
    const auto directions = static_cast<int>(all.ends.size());
    row({in.value, samples.data(), all.ends.data(), directions}, n, scratch[0]);
    planes[0] = scratch[0];
  };
}

}  // namespace cobble
#endif  // HWY_ONCE
