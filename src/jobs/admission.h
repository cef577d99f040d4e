// Whether a run of pictures may begin: one check for render, for check and for the library's calls.
#ifndef COBBLE_JOBS_ADMISSION_H_
#define COBBLE_JOBS_ADMISSION_H_

#include <span>

#include "cobble/encode.h"
#include "cobble/program.h"
#include "jobs/plan.h"

namespace cobble {

// Throws Error kUsage, at the picture's name, where its format cannot hold its maps at its bits.
void CheckFormat(const PicturePlan& picture);

// Whether any of the pictures shows slopes, so that its program must be compiled with them.
bool NeedSlopes(std::span<const PicturePlan> pictures);

// Throws Error kUsage where the program has not what the pictures show: no pixels or slopes, or
// values outside of 0..1 for a format of integers.
void CheckProgram(const Program& program, std::span<const PicturePlan> pictures);

// Throws Error where a run asks for too much, in this order:
//   kLimit  pixels of the window, or of the whole picture where its range is to be found
//   kLimit  evaluations of noise in all of those
//   kLimit  a window that a format cannot hold
//   kUsage, kRecipe  a window beyond what positions can be counted in
//   kLimit  memory, even with one thread
// Returns with how many threads, at most as many as are planned, it stays within its memory.
int Admit(const Program& program, const RunPlan& plan, const Limits& limits);

}  // namespace cobble

#endif  // COBBLE_JOBS_ADMISSION_H_
