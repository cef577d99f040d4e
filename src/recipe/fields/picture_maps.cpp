// Finds maps by name.
#include "recipe/fields/picture_maps.h"

#include <algorithm>

#include "recipe/fields/node_kind.h"

namespace cobble {
namespace {

// A map of the recipe, or a node: a colour or a number.
PictureMap MapOfNode(const Recipe& recipe, std::string_view name, const Node& node) {
  PictureMap map;
  map.name = name;
  map.is_color = IsColor(recipe, node);
  map.channels = map.is_color ? 3 : 1;
  if (map.IsNode() && !map.is_color) map.bits = 16;
  return map;
}

// Returns nullopt if the pack has an unknown map.
std::optional<PictureMap> MapOfPack(const Recipe& recipe, std::string_view name,
                                    const std::vector<PackPart>& parts) {
  PictureMap map;
  map.name = name;
  map.channels = 0;
  for (const PackPart& part : parts) {
    PictureMap each;
    if (part.map.empty()) {
      each.number = part.value;
    } else {
      auto found = FindPictureMap(recipe, part.map);
      if (!found) return std::nullopt;
      each = *std::move(found);
      each.invert = part.invert;
      each.weight = part.weight;
    }
    map.channels += each.channels;
    map.parts.push_back(std::move(each));
  }
  return map;
}

}  // namespace

std::optional<PictureMap> FindPictureMap(const Recipe& recipe, std::string_view name) {
  if (Map map{}; FromName(name, &map)) return PictureMap(map);
  const bool is_node = name.starts_with('@');
  const auto& nodes = is_node ? recipe.nodes : recipe.maps;
  if (const auto node = nodes.find(is_node ? name.substr(1) : name); node != nodes.end())
    return MapOfNode(recipe, name, node->second);
  if (const auto pack = recipe.packs.find(name); pack != recipe.packs.end())
    return MapOfPack(recipe, name, pack->second);
  return std::nullopt;
}

std::vector<std::string_view> PictureMapNames(const Recipe& recipe) {
  const auto built_in = Names<Map>();
  std::vector<std::string_view> names(built_in.begin(), built_in.end());
  for (const auto& [name, node] : recipe.maps) names.push_back(name);
  for (const auto& [name, parts] : recipe.packs) names.push_back(name);
  return names;
}

std::vector<std::string> ProgramMapsOf(const Recipe& recipe, std::span<const PictureMap> maps) {
  std::vector<std::string> names;
  const auto add_name = [&](std::string_view name) {
    if (std::ranges::count(names, name) == 0) names.emplace_back(name);
  };
  const auto add = [&](const PictureMap& map) {
    if (!map.built_in && !map.number) add_name(map.name);
    if (!map.built_in) return;
    for (const std::string_view name : InfoOf(*map.built_in).reads)
      if (recipe.maps.contains(name)) add_name(name);
  };
  for (const PictureMap& map : maps) ForParts(map, add);
  return names;
}

}  // namespace cobble
