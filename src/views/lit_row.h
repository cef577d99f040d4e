// The light of the map lit, computed from maps that it shades: a program for these, and rows of
// their samples.
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
#include "render/render_bands.h"

namespace cobble {

inline constexpr std::size_t kLitNormal = 0, kLitAo = 3, kLitValue = 4, kLitMaterial = 5;

// Compiles the recipe for maps. Throws as Program::Compile does.
Program CompileFor(const Recipe& recipe, std::span<const PictureMap> maps, const std::string& simd);

// Computes what light is computed from: of a plane, at its pixels; of a sphere, at points, without
// ao, which spheres lack, and normals, which follow from the slopes. Throws as Program::Compile and
// ResolveRange do.
struct LitProgram {
  LitProgram(const Recipe& recipe, const std::string& simd, const RenderOptions& options);

  std::vector<PictureMap> maps;  // normal, ao, value, then the recipe's material
  Program program;
  HeightRange range;
  LitScene scene;
  ShadeRow shade;
};

// A row of samples of LitProgram::maps, by channel.
class LitRow {
 public:
  // In: has_sun, whether sun() says how much of the sun is seen; if not, all of it is. `lit` must
  // outlive the row.
  LitRow(const LitProgram& lit, int64_t width, bool has_sun);

  float* At(std::size_t channel) { return memory_.get() + channel * stride_; }
  float* sun() { return At(channels_ + 3); }
  std::size_t channels() const { return channels_; }
  // Computes the light of the row: linear red, green and blue, interleaved.
  void Shade(float* out) const;

 private:
  const LitProgram& lit_;
  std::size_t width_, channels_, stride_;
  AlignedFloats memory_;
  LitInput input_;
  float* light_[3];
};

}  // namespace cobble
