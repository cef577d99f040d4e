// Samples of a recipe with the probes of its nodes (LimitProbe, ClipProbe), spread over a window.
#ifndef COBBLE_RENDER_PROBES_H_
#define COBBLE_RENDER_PROBES_H_

#include <array>

#include "cobble/program.h"
#include "core/window.h"
#include "program/program_impl.h"

namespace cobble {

inline constexpr int kProbeSide = 64;  // samples per row and column

// Compiles the recipe of `program` for points, with the probes that `program` uses. Kernels do not
// count, so what is measured takes steps of its own.
void CompileProbes(const Program::Impl& program, Program::Impl* out);

// Returns the window to measure: the whole picture if `window` is empty. As of an unflipped
// picture.
Window ProbedWindow(const Recipe& recipe, const Window& window);

// The positions P of one row of samples: one at a quasi-random place in each of kProbeSide x
// kProbeSide rectangles of the window. On a regular grid, all could be at the same place in their
// lattice cells.
struct ProbePoints {
  std::array<double, kProbeSide> x, y, z;
};
ProbePoints ProbePointsOf(const Program::Impl& program, const Window& window, int row);

}  // namespace cobble

#endif  // COBBLE_RENDER_PROBES_H_
