// Warnings and hints about pictures: clipped or flattened values, misleading names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/program.h"
#include "cobble/recipe.h"
#include "cobble/render.h"
#include "core/bounds.h"
#include "core/maps.h"
#include "jobs/job.h"
#include "jobs/run.h"
#include "render/probes.h"
#include "render/render_bands.h"

namespace cobble {

// Returns the warnings about a recipe and its pictures that are known before they are rendered. In:
// has_free_size, see ImageWarnings.
std::vector<Issue> PictureWarnings(const Program& program, const Window& window,
                                   std::span<const PictureOutput> pictures, bool has_free_size);

// Returns the warnings known before a run starts: about each variation and the names of its files.
std::vector<Issue> WarningsOf(const RenderRun& run);

// Returns the curvatures that are clipped anywhere in a window: of the program's nodes, and of the
// map `curvature` if it is one of the maps. In: range, of the height.
std::vector<ClippedCurvature> ClippedCurvatures(const Program& program, const Window& window,
                                                std::span<const PictureMap> maps,
                                                const HeightRange& range);
// Returns a warning about the one clipped most often, if that is in more than its IgnoredShare of
// the window.
std::vector<Issue> ClipWarning(const Recipe& recipe, std::span<const ClippedCurvature> clipped);

// Returns the warnings about what will be clamped: ClipWarning and OutsideWarnings.
std::vector<Issue> ClampWarnings(const Program& program, const Window& window,
                                 std::span<const PictureOutput> pictures, const HeightRange& range);
// The same for the first recipe of jobs that have not run.
std::vector<Issue> ClampWarnings(std::span<const Job> jobs);
// Returns the same and PictureWarnings for a map that is only looked at. If the recipe cannot show
// it, returns those of recipe_warnings.h. In: map, a name; empty: lit. node_range, see LookOptions.
std::vector<Issue> LookWarnings(const Recipe& recipe, const std::string& map,
                                const std::optional<Bounds>& node_range = std::nullopt);

// Returns a hint for each picture, without named maps, whose name has another map: "a_normal.png",
// or "a_albedo.png" of a recipe with the map color.
std::vector<Issue> MapNameHints(const Recipe& recipe, std::span<const PictureOutput> pictures);

// Returns the noises whose distances reach their limit in more than 1 % of the window.
std::vector<LimitedDistances> LimitedNoises(const Program& program, const Window& window);
// Returns a warning about the one that reaches its limit most often, if any.
std::vector<Issue> LimitWarning(const Recipe& recipe, std::span<const LimitedDistances> limited);

// Returns whether a RangeHint can help: the job writes the height of the whole picture in a range
// that "fit" could improve and that is a default or a preset's.
bool WantsRangeHint(const Recipe& recipe, const Job& job);
// Returns a hint if the heights of these values use less than 70 % of 0..1.
std::vector<Issue> RangeHint(const Statistics& values, const HeightRange& range);

}  // namespace cobble
