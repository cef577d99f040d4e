// The map `ao`, ambient occlusion: the mean over directions of 1 / (1 + t^2), where t is the
// steepest rise of strength * h from the pixel to another one in that direction, or 0. That is the
// share of the sky's light, cos^2 of the horizon's height, that a horizon so high lets through.
//
// Based on: Louis Bavoil, Miguel Sainz and Rouslan Dimitrov, Image-Space Horizon-Based Ambient
//   Occlusion, 2008.
// Departs: the directions and distances are the same for all pixels, without noise, so that a
//   sample depends on nothing but heights; no surface normal is taken off; what is near counts as
//   much as what is far.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/ao.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "core/math.h"
#include "core/simd-inl.h"
#include "render/maps/map.h"
#include "render/maps/table.h"

#ifndef COBBLE_RENDER_MAPS_AO_ONCE_
#define COBBLE_RENDER_MAPS_AO_ONCE_
namespace cobble {

// Another pixel that is looked at: where its value is for the first pixel of a run, and by how much
// the surface rises towards it, height over distance, where the noise's value there is 1 higher.
struct AoSample {
  const float* value;
  float rise;
};

// Directions follow each other in `samples`; ends[k] is where direction k ends.
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

// Values are below 1e30, so that no difference overflows; a product may, to infinity, where no sky
// is left. There is no NaN.
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

HWY_EXPORT(AoRow);

// Distances halve from the radius down to a pixel: of 31 bits, and 1.
constexpr int kMaxDistances = 32, kMaxDirections = 16;

// A pixel by how far it is from another.
struct Offset {
  int64_t x, y;
  bool operator==(const Offset&) const = default;
};

// The nearest whole number, in ties the one farther from 0. A tie counts as one within 1e-9, far
// above the error of a sine, so that the last bit of that decides nothing.
int64_t NearestPixel(double x) {
  const auto size = static_cast<int64_t>(std::floor(std::abs(x) + (0.5 + 1e-9)));
  return x < 0 ? -size : size;
}

// The pixels nearest to the points at `radius` and halves of it, above 1, and at 1, in that
// direction, each once.
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

class AoMap final : public MapFunction {
 public:
  explicit AoMap(const MapSetup& setup) : row_(COBBLE_SELECT(AoRow, setup.simd_target)) {
    const Recipe& recipe = setup.recipe;
    const int64_t radius = AoHalo(recipe);
    if (recipe.ao.directions > kMaxDirections)
      throw Error(ErrorKind::kBug, "/ao/directions", "more than the map has room for");
    // Heights of 1 in pixels, which are 1 / width wide in both directions.
    const double rise =
        recipe.normal.strength * setup.heights.rise * static_cast<double>(recipe.width);
    for (int k = 0; k < recipe.ao.directions; ++k) {
      for (const Offset& offset : OffsetsIn(360.0 * k / recipe.ao.directions, radius))
        Add(offset, rise);
      ends_.push_back(static_cast<int>(offsets_.size()));
    }
  }

  void Run(const MapInput& in, int n, float* const* room,
           const float** planes) const noexcept override {
    std::array<AoSample, std::size_t{kMaxDistances} * kMaxDirections> samples;
    for (std::size_t k = 0; k < offsets_.size(); ++k) {
      const auto& [x, y] = offsets_[k];
      samples[k] = {in.around->Value(in.row + y, in.column + x), rises_[k]};
    }
    row_({in.value, samples.data(), ends_.data(), static_cast<int>(ends_.size())}, n, room[0]);
    planes[0] = room[0];
  }

 private:
  void Add(const Offset& offset, double rise) {
    const double x = static_cast<double>(offset.x), y = static_cast<double>(offset.y);
    offsets_.push_back(offset);
    rises_.push_back(LimitedToFloat(rise / std::sqrt(x * x + y * y)));
  }

  std::vector<Offset> offsets_;
  std::vector<float> rises_;  // of each offset: AoSample
  std::vector<int> ends_;
  void (*row_)(const AoInput& in, int n, float* out);
};

}  // namespace

int64_t AoHalo(const Recipe& recipe) {
  const double radius = recipe.ao.radius * static_cast<double>(recipe.width);
  return std::max<int64_t>(std::llround(radius), 1);
}

std::unique_ptr<const MapFunction> MakeAo(const MapSetup& setup) {
  return std::make_unique<AoMap>(setup);
}

}  // namespace cobble
#endif  // HWY_ONCE
