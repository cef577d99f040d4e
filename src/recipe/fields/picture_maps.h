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

// Returns a map: a built-in one, one of the recipe's maps or packs, or "@" and the name of a node
// or a JSON pointer to one ("@rock", "@/noise/a"). nullopt if it does not exist.
std::optional<PictureMap> FindPictureMap(const Recipe& recipe, std::string_view name);

// Returns the JSON pointer to the node that a map "@..." shows.
std::string PointerOfMap(std::string_view map);

// Returns the hint for a map "@..." if the recipe has no such node.
Phrase NodeMapHint(const Recipe& recipe, std::string_view map);

// Returns the names of all maps of a recipe, except nodes.
std::vector<std::string_view> PictureMapNames(const Recipe& recipe);

// Returns the maps and nodes to compute for these maps, each once (CompileOptions::maps).
std::vector<std::string> ProgramMapsOf(const Recipe& recipe, std::span<const PictureMap> maps);

}  // namespace cobble
