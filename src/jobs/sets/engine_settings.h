// What an engine needs of a recipe, and whether the recipe suits it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/recipe.h"
#include "cobble/recipe_io.h"
#include "cobble/series.h"
#include "engines/engines.h"
#include "output/formats.h"

namespace cobble {

// Returns the option `engine` with the engine's name, for messages.
Phrase NameOf(const EngineSpec& engine);

std::string_view SuffixOf(const SetPicture& picture, const Format& format);

// Adds the values that the engine needs, below the flags. If the recipe comes from a picture of
// another engine's set, `other` is that engine's name: the values that only that engine needed are
// set to their defaults. `origin` denotes the settings in messages.
void AddEngineSettings(const EngineSpec& engine, std::string_view other, const std::string& origin,
                       RecipeLayers* layers);

// Resolves the layers. Sets the engine's default size if the engine does not take the size and
// neither a file nor a flag set it. Throws Error kUsage if a flag contradicts the engine, or for a
// sphere if it shows flat ground.
Recipe ResolveForEngine(const EngineSpec& engine, const std::string& origin, RecipeLayers* layers);

// Throws Error if the engine does not take the size of this window, and names the nearest size that
// it takes: kRecipe if a file set the size, else kUsage; also if the window is a part of a sphere
// and the engine shows all of it. `option` is the one that set the window, "window" or "tiles";
// empty if it is the whole picture. In: tiles, of which the window is one.
void CheckEngineSize(const EngineSpec& engine, const Recipe& recipe, const Window& window,
                     const std::string& option, const TileGrid& tiles = {1, 1});

// Returns a warning if tiles of terrains that stand in one world do not share their borders. In:
// window, of a tile.
std::vector<Issue> GapWarning(const EngineSpec& engine, const Window& window,
                              const TileGrid& tiles);

}  // namespace cobble
