// Finds the maps of a material, lays out their samples, and shades them.
#include "views/lit_row.h"

#include <algorithm>
#include <string_view>

#include "cobble/render.h"
#include "core/simd_level.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/reading/sphere.h"

namespace cobble {
namespace {

std::vector<PictureMap> LitMaps(const Recipe& recipe) {
  std::vector<PictureMap> maps{Map::kNormal, Map::kAo, Map::kValue};
  for (const std::string_view name : InfoOf(Map::kLit).reads)
    if (const auto map = FindPictureMap(recipe, name)) maps.push_back(*map);
  return maps;
}

Program CompileLit(const Recipe& recipe, std::span<const PictureMap> maps,
                   const std::string& simd) {
  if (!recipe.domain.IsSphere()) return CompileFor(recipe, maps, simd);
  CompileOptions options{.simd = simd, .positions = CompileOptions::kPoints};
  for (const PictureMap& map : maps)
    if (!map.built_in) options.maps.push_back(map.name);
  return Program::Compile(recipe, options);
}

// The rows of the picture of a sphere whose range is the one to fit.
constexpr int64_t kRangeRows = 512;

// Programs of points have no picture, whose range may be the one to fit.
HeightRange RangeOf(const Recipe& recipe, const Program& program, const RenderOptions& options) {
  if (!recipe.domain.IsSphere()) return ResolveRange(program, options);
  Recipe small = recipe;
  SetRows(std::min(recipe.height, kRangeRows), &small);
  return ResolveRange(
      Program::Compile(small, {.simd = std::string(program.simd()), .slopes = false}), options);
}

}  // namespace

Program CompileFor(const Recipe& recipe, std::span<const PictureMap> maps,
                   const std::string& simd) {
  std::vector<MapName> names;
  names.reserve(maps.size());
  for (const PictureMap& map : maps) names.emplace_back(map.name);
  CompileOptions options = OptionsFor(recipe, names);
  options.simd = simd;
  return Program::Compile(recipe, options);
}

LitProgram::LitProgram(const Recipe& recipe, const std::string& simd, const RenderOptions& options)
    : maps(LitMaps(recipe)),
      program(CompileLit(recipe, maps, simd)),
      range(RangeOf(recipe, program, options)),
      scene(LitSceneOf(recipe, range, {program.low(), program.high()})),
      shade(SelectShadeRow(FindSimdLevel(program.simd())->target)) {}

LitRow::LitRow(const LitProgram& lit, int64_t width, bool has_sun)
    : lit_(lit),
      width_(static_cast<std::size_t>(width)),
      channels_(static_cast<std::size_t>(TotalChannels(lit.maps))),
      stride_((width_ + kPad - 1) / kPad * kPad),
      memory_(MakeAlignedFloats((channels_ + 4) * stride_)) {
  for (std::size_t c = 0; c < 3; ++c) {
    input_.normal[c] = At(kLitNormal + c);
    light_[c] = At(channels_ + c);
  }
  input_.ao = At(kLitAo);
  input_.value = At(kLitValue);
  if (has_sun) input_.sun = sun();
  std::size_t first = kLitMaterial;
  for (const PictureMap& map : lit.maps) {
    if (map.built_in) continue;
    input_.SetMaterial(map.name, map.channels,
                       [&](int c) { return At(first + static_cast<std::size_t>(c)); });
    first += static_cast<std::size_t>(map.channels);
  }
}

void LitRow::Shade(float* out) const {
  lit_.shade(lit_.scene, input_, static_cast<int>(width_), light_);
  for (std::size_t k = 0; k < width_; ++k)
    for (const float* const channel : light_) *out++ = channel[k];
}

}  // namespace cobble
