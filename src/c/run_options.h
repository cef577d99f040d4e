// Windows, threads and progress of calls that render.
#pragma once

#include "cobble/cobble_c.h"
#include "cobble/program.h"
#include "cobble/render.h"

namespace cobble::c {

// Calls the caller's function. Throws Stopped if it says so, Error kUsage if it throws.
void Report(cobble_progress progress, void* user, double fraction);

// Returns 1 to AvailableThreads() threads. Throws Error kUsage for a negative number.
int ThreadsAt(int64_t given);

struct RunOptions {
  // The window is not empty, and there are 1 to AvailableThreads() threads. The progress function
  // throws Stopped if the caller's says so, Error kUsage if that throws.
  RenderOptions render;
  double max_cost = 0;  // 0: none given
};

// Throws Error kUsage for invalid options, which may be null. In: whole, the window by default; or
// a program, whose picture this is.
RunOptions RunOptionsOf(const cobble_render_options* options, const Window& whole);
RunOptions RunOptionsOf(const cobble_render_options* options, const Program& program);

}  // namespace cobble::c
