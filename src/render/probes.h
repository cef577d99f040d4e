// Samples of a recipe with the probes of its nodes (LimitProbe, ClipProbe), spread over a window.
#pragma once

#include <array>
#include <functional>

#include "cobble/program.h"
#include "core/window.h"
#include "program/program_impl.h"
#include "program/worker.h"

namespace cobble {

inline constexpr int kProbeSide = 64;  // samples per row and column

// Compiles the recipe of `program` for points, with the probes that `program` uses. Kernels do not
// count, so what is measured takes steps of its own.
void CompileProbes(const Program::Impl& program, Program::Impl* out);

// Compiles the value and the slopes of `program` for points, which have the z of the picture.
void CompileSlopes(const Program::Impl& program, Program::Impl* out);

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

// Evaluates a program that CompileProbes made at the samples of a window, which may be empty. Calls
// visit(worker) after each row.
void EvaluateProbes(const Program::Impl& probed, const Window& window,
                    const std::function<void(Worker&)>& visit);

}  // namespace cobble
