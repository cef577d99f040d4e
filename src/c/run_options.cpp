// Implements RunOptions.
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
Window WindowOf(const cobble_window& given, const Program& program) {
  CheckNotNegative(given.width, "window.width");
  CheckNotNegative(given.height, "window.height");
  if (given.width == 0 && given.height == 0 && given.x == 0 && given.y == 0)
    return {0, 0, program.recipe().width, program.recipe().height};
  if (given.width == 0 || given.height == 0)
    Refuse("window", "is empty", "set all of it to 0 for the whole picture");
  return {given.x, given.y, given.width, given.height};
}

}  // namespace

RunOptions::RunOptions(const cobble_render_options* options, const Program& program)
    : given_(OptionsAt(options, "options")), window_(WindowOf(given_.window, program)) {
  CheckNotNegative(given_.threads, "threads");
  if (!(given_.max_cost >= 0)) Refuse("max_cost", "must be 0 or more");
  const int available = AvailableThreads();
  threads_ = given_.threads == 0 ? available : std::min<int>(given_.threads, available);
  // std::function allocates no memory for one captured pointer.
  if (given_.progress != nullptr) progress_ = [this](double fraction) { Report(fraction); };
}

void RunOptions::Report(double fraction) const {
  int result = 0;
  try {
    result = given_.progress(fraction, given_.user);
  } catch (const std::exception& thrown) {
    Refuse("progress", std::string("threw an exception: ") + thrown.what());
  } catch (...) {
    Refuse("progress", "threw an exception");
  }
  if (result != 0) throw Stopped{};
}

}  // namespace cobble::c
