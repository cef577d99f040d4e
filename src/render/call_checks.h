// Checks the arguments of the calls in cobble/render.h.
#ifndef COBBLE_RENDER_CALL_CHECKS_H_
#define COBBLE_RENDER_CALL_CHECKS_H_

#include <span>

#include "cobble/render.h"

namespace cobble {

// Throws Error kUsage for a negative number of threads or columns, or a negative window side.
void CheckRenderOptions(const RenderOptions& options);

// Throws Error kUsage if the program cannot make the map or an option is out of range. Does not
// check the extent of the window: CheckWindow (render_bands.h) does.
void CheckImageCall(const Program& program, Map map, const RenderOptions& options);

// Throws Error kUsage if the program was not compiled for points, spans differ in length, slopes
// are requested from a program compiled without them, or a point is not finite; Error kRecipe if a
// point is farther than 2^40 cells from the origin.
void CheckSampleCall(const Program& program, std::span<const double> x, std::span<const double> y,
                     std::span<const double> z, const PointResults& results);

}  // namespace cobble

#endif  // COBBLE_RENDER_CALL_CHECKS_H_
