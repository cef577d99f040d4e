// What --for sets in the recipe, and whether the recipe suits the engine.
#ifndef COBBLE_CLI_RENDER_ENGINE_SETTINGS_H_
#define COBBLE_CLI_RENDER_ENGINE_SETTINGS_H_

#include <string>
#include <string_view>

#include "cobble/image.h"
#include "cobble/recipe.h"
#include "cobble/recipe_io.h"
#include "engines/engines.h"
#include "output/formats.h"

namespace cobble {

// Returns "--for unreal", for messages.
std::string ForFlag(const Engine& engine);

// Returns the suffix of a picture's file: ".png".
std::string_view SuffixOf(const SetPicture& picture, const Format& format);

// Adds the values that the engine needs. Call after the layers below the flags, before the flags.
// If the recipe comes from a picture of another engine's set, `other` is that engine's name: the
// values that only that engine needed are set to their defaults.
void AddEngineSettings(const Engine& engine, std::string_view other, RecipeLayers* layers);

// Call after all layers. Resolves them; if the engine does not take the size, and neither a file
// nor a flag set it, sets the engine's default size. Throws Error kUsage if a flag contradicts the
// engine.
Recipe ResolveForEngine(const Engine& engine, RecipeLayers* layers);

// Throws Error if the engine does not take pictures of the size of this window, naming the nearest
// size that it takes: kRecipe if a file set the size, else kUsage. `flag` is the one that set the
// window, "--window" or "--tiles"; empty if it is the whole picture.
void CheckEngineSize(const Engine& engine, const Recipe& recipe, const Window& window,
                     const std::string& flag);

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_ENGINE_SETTINGS_H_
