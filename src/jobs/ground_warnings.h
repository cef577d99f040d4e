// Warnings about images of the ground: their holes, their heights, and places that are lost.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "jobs/job.h"

namespace cobble {

// Returns what is doubtful about the images that a recipe shows, whatever is made of it.
std::vector<Issue> GroundWarnings(const Recipe& recipe);

// Returns a warning if pictures that could say where they are on the ground do not, although the
// image that they show has a place. In: has_vrt, whether a virtual dataset is written, too.
std::vector<Issue> PlaceWarnings(const Recipe& recipe, std::span<const PictureOutput> pictures,
                                 const std::optional<GroundAnchor>& given, bool has_vrt);

}  // namespace cobble
