// Warnings about values that are clipped: curvatures at -1 and 1, masks in files at 0 and 1.
#ifndef COBBLE_CLI_RENDER_CLIP_WARNINGS_H_
#define COBBLE_CLI_RENDER_CLIP_WARNINGS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/program.h"
#include "cobble/recipe.h"
#include "core/maps.h"
#include "jobs/render_pass.h"
#include "render/clipping.h"
#include "render/render_bands.h"

namespace cobble {

// Returns the curvatures that are clipped anywhere in a window: of the nodes that the program
// computes, and of the map `curvature` if it is one of the maps. In: range, of the height.
std::vector<ClippedCurvature> ClippedCurvatures(const Program& program, const Window& window,
                                                std::span<const PictureMap> maps,
                                                const HeightRange& range);
// Returns a warning about the one of them that is clipped most often, if that is in more than 5 %
// of the window.
std::vector<Issue> ClipWarning(const Recipe& recipe, std::span<const ClippedCurvature> clipped);

// Returns a warning for each picture of a mask, which is a map of numbers of the recipe, of which
// more than a third is outside 0..1, which its format stores as 0 or 1. In: clamped, the number of
// such samples of each picture of the pass.
std::vector<Issue> MaskWarnings(const Program& program, const RenderPass& pass,
                                std::span<const uint64_t> clamped);

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_CLIP_WARNINGS_H_
