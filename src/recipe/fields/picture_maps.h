// The maps that a recipe offers to pictures.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "core/maps.h"

namespace cobble {

// Returns a map: a built-in one, one of the recipe's maps or packs, "@" and the name of a node or a
// JSON pointer to one ("@rock", "@/noise/a"); a channel of any of these ("normal.y", "orm.r"); or
// one of a single channel inverted ("invert:normal.y"); or the control map of a pack
// ("control:splat"). nullopt if it does not exist.
std::optional<PictureMap> FindPictureMap(const Recipe& recipe, std::string_view name);

// The same, with what is wrong if the map exists but its channel does not, or it has no inverse.
// The message is empty if the map is found or unknown.
struct MapLookup {
  std::optional<PictureMap> map{};
  std::string message{};
  Phrase hint{};
};
enum class MapKinds { kAll, kWithoutPacks };
MapLookup LookUpMap(const Recipe& recipe, std::string_view name, MapKinds kinds = MapKinds::kAll);

// Returns whether a part of a pack is 1 everywhere: the map ao of a sphere.
bool CountsAs1(const Recipe& recipe, std::string_view part);

// The parts of a map's name: "invert:", "normal" and ".y". The prefix and the channel, which may be
// any word, may be empty.
struct MapWords {
  std::string_view prefix{}, map{}, channel{};
};
MapWords SplitMapName(std::string_view name);

// Returns the name that is near to this one, or means the same in other programs, or whose map
// does: "normal" of "nrm", "color" of "albedo", "normal.y" of "norml.y". Else empty.
std::string NearestMap(std::string_view name, std::span<const std::string_view> names);

// Returns the JSON pointer to the node that a map "@..." shows.
std::string PointerOfMap(std::string_view map);

// Return the hint for a map "@..." if the recipe has no such node, and for any unknown map: the
// nearest name, if one is near.
Phrase NodeMapHint(const Recipe& recipe, std::string_view map);
Phrase NearMapHint(const Recipe& recipe, std::string_view map);

// Returns the names of all maps of a recipe, except nodes.
std::vector<std::string_view> PictureMapNames(const Recipe& recipe);

// Returns the maps and nodes to compute for these maps, each once (CompileOptions::maps).
std::vector<std::string> ProgramMapsOf(const Recipe& recipe, std::span<const PictureMap> maps);

}  // namespace cobble
