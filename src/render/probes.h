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
// count, so everything measured has steps of its own.
void CompileProbes(const Program::Impl& program, Program::Impl* out);

// Compiles the value and the slopes of `program` for points, which have the picture's z.
void CompileSlopes(const Program::Impl& program, Program::Impl* out);

// Returns the window to measure, in the unflipped picture; all of it if `window` is empty.
Window ProbedWindow(const Recipe& recipe, const Window& window);

// The positions P of one row of samples, each at a quasi-random place in one of kProbeSide x
// kProbeSide rectangles of the window. A regular grid could hit one place in all lattice cells.
struct ProbePoints {
  std::array<double, kProbeSide> x, y, z;
};
ProbePoints ProbePointsOf(const Program::Impl& program, const Window& window, int row);

// Evaluates a program from CompileProbes at the samples of a window, which may be empty. Calls
// visit(worker) after each row.
void EvaluateProbes(const Program::Impl& probed, const Window& window,
                    const std::function<void(Worker&)>& visit);

}  // namespace cobble
