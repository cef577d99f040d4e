// The pictures of a set for an engine: their formats and bits.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cobble/recipe.h"
#include "engines/engines.h"
#include "jobs/job.h"
#include "jobs/output_settings.h"

namespace cobble {

struct SetPictureRequest {
  const SetPicture* picture = nullptr;
  std::string stem;  // its path without the format's suffix
  std::string map;   // the name of its map in the recipe
};

// Returns a picture that the engine imports, as far as the settings suit it.
PictureOutput PictureOfSet(const Recipe& recipe, const EngineSpec& engine,
                           const SetPictureRequest& request, const OutputSettings& settings);

// Throws Error kUsage if a setting contradicts the engine. In: rows, of the pictures; added, all
// other pictures that the settings apply to.
void CheckSetSettings(const Recipe& recipe, const EngineSpec& engine,
                      std::span<const SetPicture* const> rows,
                      std::span<const PictureOutput> pictures, const OutputSettings& settings,
                      std::span<const PictureOutput> added);

// Returns the picture of a map that is added to a set, without its path, in a format that engines
// import. Throws Error kUsage at the label if none holds the map.
PictureOutput AddedPicture(const EngineSpec& engine, const PictureMap& map,
                           const OutputSettings& settings, OptionValue label);

// Throw Error kUsage at `path` unless it has the form DIR/NAME or, for a set in memory, NAME.
void CheckSetName(const EngineSpec& engine, const std::string& name);
void CheckSetPath(const EngineSpec& engine, const std::string& path);

// Returns the path without what looks like a format's suffix.
std::string WithoutSuffix(const std::string& path);

}  // namespace cobble
