// Finds the maps of a material, and lays out their samples for the shading of lit.
#include "views/lit_row.h"

#include <string_view>

#include "cobble/render.h"
#include "recipe/fields/picture_maps.h"

namespace cobble {
namespace {

std::size_t ChannelsOf(std::span<const PictureMap> maps) {
  std::size_t channels = 0;
  for (const PictureMap& map : maps) channels += static_cast<std::size_t>(map.channels);
  return channels;
}

}  // namespace

std::vector<PictureMap> LitMaps(const Recipe& recipe) {
  std::vector<PictureMap> maps{Map::kNormal, Map::kAo, Map::kValue};
  for (const std::string_view name : InfoOf(Map::kLit).reads)
    if (const auto map = FindPictureMap(recipe, name)) maps.push_back(*map);
  return maps;
}

Program CompileFor(const Recipe& recipe, std::span<const PictureMap> maps,
                   const std::string& simd) {
  std::vector<MapName> names;
  names.reserve(maps.size());
  for (const PictureMap& map : maps) names.emplace_back(map.name);
  CompileOptions options = OptionsFor(recipe, names);
  options.simd = simd;
  return Program::Compile(recipe, options);
}

LitRow::LitRow(std::span<const PictureMap> maps, int64_t width, bool has_sun)
    : channels_(ChannelsOf(maps)),
      stride_((static_cast<std::size_t>(width) + kPad - 1) / kPad * kPad),
      memory_(MakeAlignedFloats((channels_ + 4) * stride_)) {
  for (std::size_t c = 0; c < 3; ++c) {
    input_.normal[c] = At(kLitNormal + c);
    light_[c] = At(channels_ + c);
  }
  input_.ao = At(kLitAo);
  input_.value = At(kLitValue);
  if (has_sun) input_.sun = sun();
  std::size_t first = kLitMaterial;
  for (const PictureMap& map : maps) {
    if (map.built_in) continue;
    input_.SetMaterial(map.name, map.channels,
                       [&](int c) { return At(first + static_cast<std::size_t>(c)); });
    first += static_cast<std::size_t>(map.channels);
  }
}

}  // namespace cobble
