// Computes control maps of landscapes.
// Based on: Terrain3D 1.0, "Control Map Format" (terrain3d.readthedocs.io).
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "render/maps/table.h"

namespace cobble {
namespace {

constexpr int kBaseBit = 27, kOverlayBit = 22, kBlendBit = 14;
constexpr float kMaxBlend = 255;
constexpr float kMaxLayer = 1e37F;  // so that sums are finite

// Returns the control of a pixel. In: layers[c][k], the layers of pixel k.
float ControlOf(const float* const* layers, std::size_t count, int k) {
  const auto at = [&](std::size_t c) { return std::clamp(layers[c][k], 0.0F, kMaxLayer); };
  std::size_t base = 0, overlay = 1;
  if (at(1) > at(0)) std::swap(base, overlay);
  for (std::size_t c = 2; c < count; ++c) {
    if (at(c) > at(base))
      overlay = std::exchange(base, c);
    else if (at(c) > at(overlay))
      overlay = c;
  }
  const float sum = at(base) + at(overlay);
  const float share = sum > 0 ? at(overlay) / sum : 0;
  const auto blend = static_cast<uint32_t>(share * kMaxBlend + 0.5F);
  return std::bit_cast<float>(static_cast<uint32_t>(base) << kBaseBit |
                              static_cast<uint32_t>(overlay) << kOverlayBit | blend << kBlendBit);
}

}  // namespace

MapFunction MakeControl(const MapSetup& setup, const PictureMap& map) {
  const MapFunction whole = MakeMap(setup, *map.whole);
  const auto count = static_cast<std::size_t>(map.whole->channels);
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    std::array<const float*, kMaxMapChannels> layers{};
    whole(in, n, scratch, layers.data());
    for (int k = 0; k < n; ++k) scratch[0][k] = ControlOf(layers.data(), count, k);
    planes[0] = scratch[0];
  };
}

}  // namespace cobble
