// Admission: decides whether a job may start. Used by render, check and the library's calls.
#pragma once

#include <span>

#include "cobble/encode.h"
#include "cobble/program.h"
#include "jobs/job.h"

namespace cobble {

// Throws Error kUsage at the picture's name if its format cannot store its maps at its bits.
void CheckFormat(const PictureOutput& picture);

std::vector<PictureMap> MapsOf(std::span<const PictureOutput> pictures);

// Returns the options to compile a program for the pictures. In: simd, CompileOptions::simd.
CompileOptions OptionsFor(const Recipe& recipe, std::span<const PictureOutput> pictures,
                          const std::string& simd = "auto");

// Sets the limits of simulations, and their threads. Unless another limit of memory is set, that of
// simulations is the default of CompileOptions.
void LimitSimulations(const Limits& limits, int threads, CompileOptions* options);

// Throws Error kUsage if the program cannot make the pictures: it was compiled for points or
// without the slopes or maps they need, or heights may exceed the 0..1 that a format stores.
void CheckProgram(const Program& program, std::span<const PictureOutput> pictures);

// Returns whether the picture changes with the slice, or why not: none of its noises has 3
// dimensions, or it has no noise. Ignores `options` that the picture does not need. Throws like
// Program::Compile.
enum class Motion { kMoves, kStill, kConstant };
Motion MotionOf(const Recipe& recipe, const CompileOptions& options, const PictureOutput& picture);

// Returns the noise evaluations (Cost::evaluations) of all samples of a pixel.
double EvaluationsPerPixel(const Program& program);

// Returns the noise evaluations of all pixels that the job renders, with the halo of its maps, and
// of the whole picture if its range must be found.
double EvaluationsOf(const Program& program, const Job& job);

// Throws Error kLimit if the job needs more evaluations: at the key that costs most, or at what set
// the window if the number of pixels is the cause.
void CheckCost(const Program& program, const Job& job, double maximum);

// Throws Error if the job is too large. Checks, in this order:
//   pixels   kLimit: of the window, and of the whole picture if its range is "fit"
//   cost     kLimit: noise evaluations over those pixels
//   formats  kLimit: the maximum size of each format
//   position kUsage or kRecipe: the pixel and the cell farthest from the origin
//   memory   kLimit: needed by one thread
// Returns the number of threads, at most job.threads, whose memory is within the limit.
int Admit(const Program& program, const Job& job);

// Returns the option with the limit that is needed, in two digits, rounded up: "`max_cost` 2e14".
Phrase CostLimitFor(double evaluations);

}  // namespace cobble
