// The maps that a recipe offers to pictures.
#ifndef COBBLE_RECIPE_FIELDS_PICTURE_MAPS_H_
#define COBBLE_RECIPE_FIELDS_PICTURE_MAPS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "core/maps.h"

namespace cobble {

// Returns the map called `name`: a built-in one, one of the recipe's maps or packs, or "@" and the
// name of a node. nullopt if there is none.
std::optional<PictureMap> FindPictureMap(const Recipe& recipe, std::string_view name);

// Returns the names of all maps of a recipe, except nodes.
std::vector<std::string_view> PictureMapNames(const Recipe& recipe);

// Returns the names of the maps and nodes that a program must compute for these maps, each once
// (CompileOptions::maps).
std::vector<std::string> ProgramMapsOf(const Recipe& recipe, std::span<const PictureMap> maps);

}  // namespace cobble

#endif  // COBBLE_RECIPE_FIELDS_PICTURE_MAPS_H_
