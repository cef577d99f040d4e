// Finds maps by name.
#include "recipe/fields/picture_maps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>

#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/node_kind.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"
#include "recipe/fields/world.h"
#include "recipe/hints/trade_words.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/sphere.h"

namespace cobble {
namespace {

// The maps of the picture on which a node depends, and the nodes seen on the way to them.
struct PictureMapsRead {
  bool ao = false, curvature = false;
  std::set<const Node*> seen{};

  void Add(const Recipe& recipe, const Node& node) {
    if (node.type == kRefType && node.Has("ref")) AddRef(recipe, node.Text("ref"));
    for (const auto& [key, inputs] : node.inputs)
      for (const Node& input : inputs) Add(recipe, input);
  }

  void AddRef(const Recipe& recipe, const std::string& name) {
    if (const Node* const named = NodeOfRef(recipe, name)) {
      if (seen.insert(named).second) Add(recipe, *named);
    } else {
      ao = ao || name == Name(Map::kAo);
      curvature = curvature || name == Name(Map::kCurvature);
    }
  }
};

// For a map of the recipe, or a node shown as a map.
PictureMap MapOfNode(const Recipe& recipe, std::string_view name, const Node& node) {
  PictureMap map;
  map.name = name;
  map.is_color = IsColor(recipe, node);
  map.channels = map.is_color ? 3 : 1;
  if (map.IsNode() && !map.is_color) map.bits = 16;
  PictureMapsRead read;
  read.Add(recipe, node);
  if (read.ao) map.reads.push_back(Map::kAo);
  if (read.curvature) map.reads.push_back(Map::kCurvature);
  return map;
}

constexpr std::string_view kPointerStart = "@/";

// Returns the node that a map "@..." shows, or null.
const Node* NodeOfMap(const Recipe& recipe, std::string_view map) {
  if (map.starts_with(kPointerStart)) return NodeAt(recipe, map.substr(1));
  const auto named = map.starts_with('@') ? recipe.nodes.find(map.substr(1)) : recipe.nodes.end();
  return named == recipe.nodes.end() ? nullptr : &named->second;
}

// Returns whether a map is in metres, which only a world gives.
bool LacksWorld(const Recipe& recipe, std::string_view map) {
  return !recipe.world && map == InfoOf(Map::kElevation).name;
}

// Returns a map that is not a pack.
std::optional<PictureMap> FindMap(const Recipe& recipe, std::string_view name) {
  if (Map map{}; FromName(name, &map)) return PictureMap(map);
  if (const Node* const node = NodeOfMap(recipe, name)) return MapOfNode(recipe, name, *node);
  if (const auto map = recipe.maps.find(name); map != recipe.maps.end())
    return MapOfNode(recipe, name, map->second);
  return std::nullopt;
}

// Returns a channel of a map with several channels, or a map with one, as a map of its own.
PictureMap AsChannel(PictureMap map, int channel) {
  if (map.whole) return map;
  PictureMap one = map;
  one.channels = 1;
  one.built_in.reset();
  one.is_mipmapped = false;
  one.number.reset();
  one.channel = channel;
  one.whole = std::make_shared<const PictureMap>(std::move(map));
  return one;
}

// Returns the pack of all weights of a pack: the share of one depends on the others.
PictureMap WeightsOf(const PictureMap& pack) {
  PictureMap weights = pack;
  std::erase_if(weights.parts, [](const PictureMap& part) { return !part.weight; });
  weights.channels = static_cast<int>(weights.parts.size());
  return weights;
}

PictureMap ChannelOfPack(const PictureMap& pack, int channel) {
  int first = 0, weights = 0;
  for (const PictureMap& part : pack.parts) {
    if (channel >= first + part.channels) {
      first += part.channels;
      weights += part.weight ? 1 : 0;
      continue;
    }
    PictureMap one =
        part.weight ? AsChannel(WeightsOf(pack), weights) : AsChannel(part, channel - first);
    one.parts.clear();
    one.bits = pack.bits;
    return one;
  }
  return {};
}

// Returns nullopt if the pack has an unknown map.
std::optional<PictureMap> MapOfPack(const Recipe& recipe, std::string_view name,
                                    const std::vector<PackPart>& parts) {
  PictureMap map;
  map.name = name;
  for (const PackPart& part : parts) {
    PictureMap each;
    const bool counts_as_1 = CountsAs1(recipe, part.map);
    if (part.map.empty() || counts_as_1) {
      const double ao = part.invert ? 0 : 1;
      each.number = counts_as_1 ? ao : part.value;
    } else {
      auto found = LookUpMap(recipe, (part.invert ? std::string(kInvertPrefix) : "") + part.map,
                             MapKinds::kWithoutPacks);
      if (!found.map) return std::nullopt;
      each = *std::move(found.map);
      each.weight = part.weight;
      // The share is a number from 0 to 1, whatever the map is.
      if (part.weight) {
        each.range = SampleRange::kUnit;
        each.is_color = false;
      }
    }
    map.parts.push_back(std::move(each));
  }
  map.channels = TotalChannels(map.parts);
  return map;
}

// Returns the one of `names` that a word means in other programs, perhaps inverted, or that is near
// to it.
std::string_view MeantMap(std::string_view word, std::span<const std::string_view> names) {
  for (const std::string_view each : MapNamesOfWord(word))
    if (std::ranges::count(names, SplitMapName(each).map) > 0) return each;
  return Nearest(word, names);
}

// Returns the name with "invert:" instead of a word near it, as in "inverted:height"; else empty.
std::string WithInvert(std::string_view name) {
  const std::string_view invert = kInvertPrefix.substr(0, kInvertPrefix.size() - 1);
  const std::size_t colon = std::min(name.find(':'), name.size());
  const std::string_view word = name.substr(0, colon);
  const bool is_near = word.starts_with("inv") || !Nearest(word, {&invert, 1}).empty();
  if (colon == name.size() || word == invert || !is_near) return {};
  return std::string(kInvertPrefix) + std::string(name.substr(colon + 1));
}

std::string_view LettersOf(const PictureMap& map) {
  const bool is_direction = map.built_in == Map::kNormal || map.built_in == Map::kSlope;
  return is_direction ? "xyz" : "rgba";
}

// Returns the hint for a channel that the map lacks.
std::string ChannelsHint(const PictureMap& map) {
  if (map.channels == 1) return "it has one channel: write " + Quoted(map.name);
  std::vector<std::string> letters;
  const std::string_view all = LettersOf(map);
  for (std::size_t c = 0; c < std::min(all.size(), static_cast<std::size_t>(map.channels)); ++c)
    letters.emplace_back(1, all[c]);
  return "its channels are " + ListText(letters, " and ");
}

// Returns the index of the channel x, y, z, r, g, b or a, or -1.
int ChannelOf(std::string_view word) {
  constexpr std::array<std::string_view, 4> kLetters{"xr", "yg", "zb", "a"};
  const auto has = [&](std::string_view letters) { return letters.find(word) != letters.npos; };
  if (word.size() != 1) return -1;
  const auto found = std::ranges::find_if(kLetters, has);
  return found == kLetters.end() ? -1 : static_cast<int>(found - kLetters.begin());
}

// In: words, with a channel or a prefix.
MapLookup ChannelNamed(const PictureMap& whole, const MapWords& words, std::string_view name) {
  const std::string_view letter = words.channel.empty() ? "" : words.channel.substr(1);
  const int channel = words.channel.empty() ? 0 : ChannelOf(letter);
  const bool is_inverted = !words.prefix.empty();
  if (channel < 0 || channel >= whole.channels)
    return {.message = fmt::format("the map {} has no channel {}", whole.name, Quoted(letter)),
            .hint = ChannelsHint(whole)};
  if (words.channel.empty() && whole.channels > 1)
    return {.message = Quoted(whole.name) + " cannot be inverted: it has more than one channel",
            .hint = fmt::format("invert a channel, as in \"{}{}.{}\"", kInvertPrefix, whole.name,
                                LettersOf(whole)[1])};
  if (is_inverted && whole.range == SampleRange::kUnbounded)
    return {.message = Quoted(whole.name) + " cannot be inverted: its values have no range",
            .hint = Phrase(whole.channels == 1 ? "use \"height\"" : "")};
  PictureMap one = whole.parts.empty() ? AsChannel(whole, channel) : ChannelOfPack(whole, channel);
  one.name = name;
  one.invert = one.invert != is_inverted;
  return {.map = std::move(one)};
}

// Returns whether the map compares pixels around each pixel, or is for tiles.
bool IsFlat(Map map) {
  return map == Map::kAo || map == Map::kCurvature || map == Map::kBumpslopes;
}

// In: whole, what the recipe has by the name after the prefix.
MapLookup ControlNamed(std::optional<PictureMap> whole, std::string_view name) {
  if (!whole) return {};
  if (whole->parts.empty())
    return {.message = Quoted(name) + " needs a pack, whose channels are the layers of a landscape",
            .hint = R"(as in "pack": {"splat": ["weight:rock", "weight:grass"]})"};
  PictureMap control;
  control.name = name;
  control.range = SampleRange::kUnbounded;
  control.whole = std::make_shared<const PictureMap>(*std::move(whole));
  control.control = true;
  return {.map = std::move(control)};
}

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

}  // namespace

std::string PointerOfMap(std::string_view map) {
  map.remove_prefix(1);
  return map.starts_with('/') ? std::string(map) : ChildPointer("/nodes", map);
}

Phrase NodeMapHint(const Recipe& recipe, std::string_view name) {
  const auto [prefix, map, channel] = SplitMapName(name);
  const bool is_pointer = map.starts_with(kPointerStart);
  std::vector<std::string> known;
  if (is_pointer)
    VisitNodes(recipe, [&](const Node&, const std::string& at) { known.push_back(at); });
  else
    for (const auto& [each, node] : recipe.nodes) known.push_back(each);
  const std::vector<std::string_view> words(known.begin(), known.end());
  if (const std::string_view nearest = Nearest(name.substr(1), words); !nearest.empty())
    return DidYouMean("@" + std::string(nearest));
  if (const std::string_view nearest = Nearest(map.substr(1), words); !nearest.empty())
    return DidYouMean(fmt::format("{}@{}{}", prefix, nearest, channel));
  if (is_pointer) return InputsHint(recipe, map.substr(1));
  return "write the name of a node in \"nodes\" after @";
}

Phrase NearMapHint(const Recipe& recipe, std::string_view map) {
  if (SplitMapName(map).map.starts_with('@')) return NodeMapHint(recipe, map);
  return DidYouMean(NearestMap(map, PictureMapNames(recipe)));
}

MapWords SplitMapName(std::string_view name) {
  MapWords words;
  if (name.starts_with(kInvertPrefix)) words.prefix = name.substr(0, kInvertPrefix.size());
  name.remove_prefix(words.prefix.size());
  const std::size_t dot = name.rfind('.');
  words.map = name.substr(0, dot);
  if (dot != name.npos) words.channel = name.substr(dot);
  return words;
}

std::string NearestMap(std::string_view name, std::span<const std::string_view> names) {
  if (const std::string inverted = WithInvert(name); !inverted.empty())
    return NearestMap(inverted, names);
  const MapWords words = SplitMapName(name);
  const std::string channel = LowerCase(words.channel);
  const bool has_channel = !channel.empty() && ChannelOf(channel.substr(1)) >= 0;
  if (has_channel && words.map.size() < 2) return {};  // "a.b" is not near to "ao.b"
  if (!has_channel && !words.channel.empty())
    return words.prefix.empty() ? std::string(Nearest(name, names)) : "";
  std::string_view nearest = MeantMap(words.map, names), prefix = words.prefix;
  if (!prefix.empty() && nearest.starts_with(prefix)) {  // the inverse of an inverse
    nearest.remove_prefix(prefix.size());
    prefix = {};
  }
  return nearest.empty() ? "" : fmt::format("{}{}{}", prefix, nearest, channel);
}

MapLookup LookUpMap(const Recipe& recipe, std::string_view name, MapKinds kinds) {
  if (LacksWorld(recipe, SplitMapName(name).map))
    return {
        .message = fmt::format("the map {} needs a world, which says how high the ground is", name),
        .hint = "as in " + ExampleOfWorld(recipe)};
  const auto find = [&](std::string_view each) {
    auto map = FindMap(recipe, each);
    const auto pack = recipe.packs.find(each);
    if (map || kinds == MapKinds::kWithoutPacks || pack == recipe.packs.end()) return map;
    return MapOfPack(recipe, each, pack->second);
  };
  if (auto map = find(name)) {
    if (!recipe.domain.IsSphere() || !map->built_in || !IsFlat(*map->built_in))
      return {.map = std::move(map)};
    return {.message = fmt::format("the map {} needs a plane: it {}", name, SurfaceMisfit(recipe)),
            .hint = map->built_in == Map::kAo ? "in lit and packs, it counts as 1" : ""};
  }
  if (name.starts_with(kWeightPrefix))
    return {.message = "weights are parts of packs, got " + Quoted(name),
            .hint = "write a channel of a pack that has it, as in \"splat.r\""};
  MapWords words = SplitMapName(name);
  if (name.starts_with(kControlPrefix) && kinds == MapKinds::kAll) {
    MapLookup control = ControlNamed(find(words.map.substr(kControlPrefix.size())), words.map);
    if (!control.map || words.channel.empty()) return control;
    return ChannelNamed(*control.map, words, name);
  }
  auto whole = find(name.substr(words.prefix.size()));
  if (whole)
    words.channel = {};
  else if (!words.channel.empty())
    whole = find(words.map);
  if (!whole) return {};
  return ChannelNamed(*whole, words, name);
}

bool CountsAs1(const Recipe& recipe, std::string_view part) {
  return recipe.domain.IsSphere() && part == Name(Map::kAo);
}

std::optional<PictureMap> FindPictureMap(const Recipe& recipe, std::string_view name) {
  return LookUpMap(recipe, name).map;
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
  for (const PictureMap& map : maps) ForSources(map, add);
  return names;
}

}  // namespace cobble
