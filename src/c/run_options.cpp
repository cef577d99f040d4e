// Checks the options of calls that render.
#include "c/run_options.h"

#include <algorithm>
#include <exception>
#include <string>

#include "c/guard.h"
#include "c/structs.h"
#include "render/parallel.h"

namespace cobble::c {
namespace {

void CheckNotNegative(int64_t value, const char* field) {
  if (value < 0) Refuse(field, "must be 0 or more, got " + std::to_string(value));
}

// Only all zeros mean the whole picture: one side of 0 is probably a mistake.
Window WindowOf(const cobble_window& given, const Window& whole) {
  CheckNotNegative(given.width, "window.width");
  CheckNotNegative(given.height, "window.height");
  if (given.width == 0 && given.height == 0 && given.x == 0 && given.y == 0) return whole;
  if (given.width == 0 || given.height == 0)
    Refuse("window", "is empty", "set all of it to 0 for the whole picture");
  return {given.x, given.y, given.width, given.height};
}

}  // namespace

void Report(cobble_progress progress, void* user, double fraction) {
  int result = 0;
  try {
    result = progress(fraction, user);
  } catch (const std::exception& thrown) {
    Refuse("progress", std::string("threw an exception: ") + thrown.what());
  } catch (...) {
    Refuse("progress", "threw an exception");
  }
  if (result != 0) throw Stopped{};
}

int ThreadsAt(int64_t given) {
  CheckNotNegative(given, "threads");
  const int available = AvailableThreads();
  return given == 0 ? available : static_cast<int>(std::min<int64_t>(given, available));
}

RunOptions RunOptionsOf(const cobble_render_options* options, const Program& program) {
  return RunOptionsOf(options, {0, 0, program.recipe().width, program.recipe().height});
}

RunOptions RunOptionsOf(const cobble_render_options* options, const Window& whole) {
  const cobble_render_options given = OptionsAt(options, "options");
  RunOptions run{.render = {.window = WindowOf(given.window, whole)}, .max_cost = given.max_cost};
  run.render.threads = ThreadsAt(given.threads);
  if (!(given.max_cost >= 0)) Refuse("max_cost", "must be 0 or more");
  // std::function allocates no memory for two captured pointers.
  if (given.progress != nullptr)
    run.render.progress = [progress = given.progress, user = given.user](double fraction) {
      Report(progress, user, fraction);
    };
  return run;
}

}  // namespace cobble::c
