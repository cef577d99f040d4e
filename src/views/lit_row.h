// The maps that the light of the map lit is computed from, and rows of their samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "core/maps.h"
#include "render/aligned_floats.h"
#include "render/maps/lit.h"

namespace cobble {

// Returns the maps that light is computed from: normal, ao, value, then the recipe's material.
std::vector<PictureMap> LitMaps(const Recipe& recipe);
inline constexpr std::size_t kLitNormal = 0, kLitAo = 3, kLitValue = 4, kLitMaterial = 5;

// Compiles the recipe for maps. Throws as Program::Compile does.
Program CompileFor(const Recipe& recipe, std::span<const PictureMap> maps, const std::string& simd);

// A row of samples of LitMaps, by channel, and their light.
class LitRow {
 public:
  // In: has_sun, whether sun() says how much of the sun is seen; if not, all of it is.
  LitRow(std::span<const PictureMap> maps, int64_t width, bool has_sun);

  float* At(std::size_t channel) { return memory_.get() + channel * stride_; }
  float* sun() { return At(channels_ + 3); }
  std::size_t channels() const { return channels_; }
  const LitInput& input() const { return input_; }
  float* const* light() const { return light_; }

 private:
  std::size_t channels_, stride_;
  AlignedFloats memory_;
  LitInput input_;
  float* light_[3];
};

}  // namespace cobble
