// Finds maps by name.
#include "recipe/fields/picture_maps.h"

#include <algorithm>

#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/node_kind.h"
#include "recipe/fields/node_tree.h"
#include "recipe/reading/faults.h"

namespace cobble {
namespace {

// For a map of the recipe, or a node shown as a map.
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
    map.parts.push_back(std::move(each));
  }
  map.channels = TotalChannels(map.parts);
  return map;
}

constexpr std::string_view kPointerStart = "@/";

// Returns the hint for a pointer to a missing node: the inputs of the last node on the way.
std::string InputsHint(const Recipe& recipe, std::string_view pointer) {
  const Node* node = nullptr;
  while (!node && !pointer.empty()) {
    pointer = pointer.substr(0, pointer.rfind('/'));
    node = NodeAt(recipe, pointer);
  }
  if (!node) return "write the JSON pointer to a node after @, as in " + Quoted("@/noise");
  std::vector<std::string_view> keys;
  for (const auto& [key, inputs] : node->inputs) keys.push_back(key);
  const std::string at = Quoted(pointer);
  if (keys.empty()) return "the node " + at + " has no inputs";
  return "the inputs of the node " + at + " are " + ListText(keys, " and ");
}

// Returns the node that a map "@..." shows, or null.
const Node* NodeOfMap(const Recipe& recipe, std::string_view map) {
  if (map.starts_with(kPointerStart)) return NodeAt(recipe, map.substr(1));
  const auto named = map.starts_with('@') ? recipe.nodes.find(map.substr(1)) : recipe.nodes.end();
  return named == recipe.nodes.end() ? nullptr : &named->second;
}

}  // namespace

std::string PointerOfMap(std::string_view map) {
  map.remove_prefix(1);
  return map.starts_with('/') ? std::string(map) : ChildPointer("/nodes", map);
}

Phrase NodeMapHint(const Recipe& recipe, std::string_view map) {
  const bool is_pointer = map.starts_with(kPointerStart);
  std::vector<std::string> known;
  if (is_pointer)
    VisitNodes(recipe, [&](const Node&, const std::string& at) { known.push_back(at); });
  else
    for (const auto& [name, node] : recipe.nodes) known.push_back(name);
  const std::vector<std::string_view> words(known.begin(), known.end());
  const std::string_view nearest = Nearest(map.substr(1), words);
  if (!nearest.empty()) return DidYouMean("@" + std::string(nearest));
  if (is_pointer) return InputsHint(recipe, map.substr(1));
  return "write the name of a node in \"nodes\" after @";
}

std::optional<PictureMap> FindPictureMap(const Recipe& recipe, std::string_view name) {
  if (Map map{}; FromName(name, &map)) return PictureMap(map);
  if (const Node* const node = NodeOfMap(recipe, name)) return MapOfNode(recipe, name, *node);
  if (const auto map = recipe.maps.find(name); map != recipe.maps.end())
    return MapOfNode(recipe, name, map->second);
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
