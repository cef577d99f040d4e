// Whether a run of pictures may begin: one check for render, check and the library's calls.
#ifndef COBBLE_JOBS_ADMISSION_H_
#define COBBLE_JOBS_ADMISSION_H_

#include <span>

#include "cobble/encode.h"
#include "cobble/program.h"
#include "jobs/plan.h"

namespace cobble {

// Throws Error kUsage, with the picture's name as its place, if the format cannot hold its maps at
// its bits.
void CheckFormat(const PicturePlan& picture);

// Whether any picture needs slopes; then its program must be compiled with them.
bool NeedSlopes(std::span<const PicturePlan> pictures);

// Throws Error kUsage if the program cannot make the pictures: it is compiled for points or without
// the slopes they need, or keeps values that an integer format cannot hold.
void CheckProgram(const Program& program, std::span<const PicturePlan> pictures);

// Throws Error if the run is too large. Checks, in this order:
//   pixels   kLimit: of the window, and of the whole picture if its range is "fit"
//   cost     kLimit: evaluations of noise over those pixels
//   formats  kLimit: what each can hold
//   place    kUsage or kRecipe: how far from the origin pixels and cells can be counted
//   memory   kLimit: with one thread
// Returns the number of threads, at most plan.threads, that stay within the memory.
int Admit(const Program& program, const RunPlan& plan, const Limits& limits);

}  // namespace cobble

#endif  // COBBLE_JOBS_ADMISSION_H_
