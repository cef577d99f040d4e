// The pictures of a set for an engine: their formats and bits.
#ifndef COBBLE_JOBS_SETS_SET_PICTURES_H_
#define COBBLE_JOBS_SETS_SET_PICTURES_H_

#include <span>
#include <string>
#include <vector>

#include "cobble/recipe.h"
#include "engines/engines.h"
#include "jobs/output_settings.h"
#include "jobs/render_pass.h"

namespace cobble {

struct SetPictureRequest {
  const SetPicture* picture = nullptr;
  std::string stem;  // its path without the format's suffix
  std::string map;   // the name of its map in the recipe
};

// Throws Error kUsage if a setting contradicts the engine.
std::vector<PictureOutput> PicturesOfSet(const Recipe& recipe, const EngineSpec& engine,
                                         std::span<const SetPictureRequest> requests,
                                         const OutputSettings& settings);

// Throws Error kUsage at `path` unless it has the form DIR/NAME.
void CheckSetPath(const EngineSpec& engine, const std::string& path);

// Returns the path as a set takes it, without what looks like a format's suffix.
std::string WithoutSuffix(const std::string& path);

}  // namespace cobble

#endif  // COBBLE_JOBS_SETS_SET_PICTURES_H_
