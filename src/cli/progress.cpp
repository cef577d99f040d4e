// Implements ProgressMeter.
#include "cli/progress.h"

#include <fmt/format.h>

#include <ostream>

#include "cli/streams.h"

namespace cobble {
namespace {

constexpr std::chrono::milliseconds kPause{100};

}  // namespace

ProgressMeter::ProgressMeter(std::ostream& err, Mode mode)
    : err_(err),
      is_terminal_(IsTerminal(err)),
      is_shown_(mode == kAlways || (mode == kAuto && is_terminal_)),
      next_(Clock::now()) {}

ProgressMeter::~ProgressMeter() {
  if (is_terminal_ && width_ > 0) err_ << '\r' << std::string(width_, ' ') << '\r' << std::flush;
}

std::function<void(double)> ProgressMeter::Stage(std::string_view name) {
  if (!is_shown_) return {};
  return [this, stage = std::string(name)](double fraction) { Show(stage, fraction); };
}

void ProgressMeter::Show(const std::string& stage, double fraction) {
  const auto now = Clock::now();
  if (now < next_ && fraction < 1) return;
  next_ = now + kPause;
  const std::string text = fmt::format("cobble: {} {:3.0f} %", stage, 100 * fraction);
  if (is_terminal_) {
    err_ << '\r' << text << std::flush;
    width_ = text.size();
  } else {
    err_ << text << std::endl;
  }
}

}  // namespace cobble
