// What the calls of cobble/render.h demand of their arguments.
#ifndef COBBLE_RENDER_CALL_CHECKS_H_
#define COBBLE_RENDER_CALL_CHECKS_H_

#include <span>

#include "cobble/render.h"

namespace cobble {

// Throws Error kUsage for a negative number of threads or columns, or a window of a negative side.
void CheckRenderOptions(const RenderOptions& options);

// Throws Error kUsage where the program cannot make the map, or an option is out of range. Whether
// the window can be reached, CheckWindow (render_bands.h) says.
void CheckImageCall(const Program& program, Map map, const RenderOptions& options);

// Throws Error kUsage where the program is not one of points, spans differ in length, slopes are
// asked of a program without them or a point is not finite; Error kRecipe where a point lies
// farther than 2^40 cells from the origin.
void CheckSampleCall(const Program& program, std::span<const double> x, std::span<const double> y,
                     std::span<const double> z, const PointResults& results);

}  // namespace cobble

#endif  // COBBLE_RENDER_CALL_CHECKS_H_
