// Checks the arguments of the calls in cobble/render.h.
#pragma once

#include <span>

#include "cobble/render.h"
#include "core/maps.h"

namespace cobble {

// Throws Error kUsage for a negative number of threads or columns, or a negative window side.
void CheckRenderOptions(const RenderOptions& options);

// Returns the map of this name. Throws Error kUsage at `option` if there is none.
PictureMap MapNamed(const Recipe& recipe, const MapName& map, std::string_view option);

// Throws Error kUsage at "program" if it was compiled for points, or without the slopes, value or
// maps that these maps need.
void CheckProgramComputes(const Program& program, std::span<const PictureMap> maps);

// Throws Error kUsage if the program was not compiled for points or these results, spans differ in
// length, or a point is not finite; Error kRecipe for points over 2^40 cells from the origin.
void CheckSampleCall(const Program& program, std::span<const double> x, std::span<const double> y,
                     std::span<const double> z, const PointResults& results);

}  // namespace cobble
