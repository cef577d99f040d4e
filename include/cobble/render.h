// Pixels and points of a compiled recipe.
#ifndef COBBLE_RENDER_H_
#define COBBLE_RENDER_H_

#include <functional>
#include <span>

#include "cobble/export.h"
#include "cobble/image.h"
#include "cobble/program.h"

namespace cobble {

struct RenderOptions {
  Window window{};          // empty: the recipe's own picture; no side is negative
  int threads = 0;          // 0: as many as this process may use
  int tile_columns = 0;     // at most so many in a tile, 0: as many as pays; a matter of speed
  bool statistics = false;  // whether they are wanted
  // Called now and then with the share of rows that are done, 0 to 1, one call at a time. May be
  // empty. Throwing ends the run with that exception.
  std::function<void(double)> progress{};
};

// What became of a run.
struct Statistics {
  double minimum = 0, maximum = 0, mean = 0;  // of the noise's own value, over the window
};

// The whole window of one map in memory: 2 channels for slope (h_x, h_y), 3 for normal, else 1. The
// program must be of kPixels, with slopes for normal, slope and curvature.
// Throws Error kUsage where the program cannot make the map or an option is out of range, Error
// kLimit where memory is short.
COBBLE_EXPORT Image RenderImage(const Program& program, Map map, const RenderOptions& options = {});

// The noise's value and slope with respect to P at any points, for a program of kPoints.
// In: x, y, z (recipe units), finite, all of one length. Out: float32 spans of that length, or
// empty ones, which are not written; slopes only of a program that has them. A point's result
// depends on nothing but the point. Throws Error kUsage where this does not hold, Error kRecipe,
// without a place, for a point farther than 2^40 cells from the origin. Nothing is written then.
struct PointResults {
  std::span<float> value, dx, dy, dz;
};
COBBLE_EXPORT void SamplePoints(const Program& program, std::span<const double> x,
                                std::span<const double> y, std::span<const double> z,
                                const PointResults& results);

}  // namespace cobble

#endif  // COBBLE_RENDER_H_
