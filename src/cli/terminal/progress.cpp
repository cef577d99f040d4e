// Implements ProgressMeter.
#include "cli/terminal/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <utility>

#include "cli/terminal/streams.h"

namespace cobble {
namespace {

constexpr std::chrono::milliseconds kPause{100};
constexpr std::size_t kMinBar = 10, kMaxBar = 40;  // columns
constexpr double kMinSeconds = 0.3;                // before the rate and the time left are known

// Returns "0:07", "12:34" or "3:00:00".
std::string TimeText(double seconds) {
  const auto whole = static_cast<int64_t>(std::ceil(std::min(seconds, 1e9)));
  const int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60)
                   : fmt::format("{}:{:02}", minutes, whole % 60);
}

// Returns "  212 Mpx/s  0:12 left", as far as known.
std::string RateText(const Progress& progress) {
  if (progress.seconds < kMinSeconds || progress.fraction <= 0) return {};
  std::string text;
  if (progress.pixels > 0) {
    const double rate = progress.fraction * progress.pixels / progress.seconds / 1e6;
    text = fmt::format("  {:.{}f} Mpx/s", rate, rate < 10 ? 1 : 0);
  }
  const double left = progress.seconds * (1 - progress.fraction) / progress.fraction;
  return text + fmt::format("  {} left", TimeText(left));
}

}  // namespace

std::string BarLine(const Progress& progress, std::size_t columns) {
  const std::string head = fmt::format("cobble: {}", progress.stage);
  const std::string percent = fmt::format("{:3.0f} %", std::floor(100 * progress.fraction));
  std::string rate = RateText(progress);
  if (head.size() + 1 + percent.size() + rate.size() > columns) rate.clear();
  const std::size_t used = head.size() + percent.size() + rate.size() + 4;  // [ ] and two spaces
  if (used + kMinBar > columns) return (head + ' ' + percent + rate).substr(0, columns);
  const std::size_t length = std::min(columns - used, kMaxBar);
  const auto done = static_cast<std::size_t>(std::clamp(progress.fraction, 0.0, 1.0) *
                                             static_cast<double>(length));
  return fmt::format("{} [{:-<{}}] {}{}", head, std::string(done, '#'), length, percent, rate);
}

ProgressMeter::ProgressMeter(std::ostream& err, Mode mode)
    : err_(err),
      is_terminal_(IsTerminal(err)),
      is_shown_(mode == kAlways || (mode == kAuto && is_terminal_)),
      begin_(Clock::now()),
      next_(begin_) {}

ProgressMeter::~ProgressMeter() { Erase(); }

void ProgressMeter::Erase() {
  if (width_ > 0) err_ << '\r' << std::string(width_, ' ') << '\r' << std::flush;
  width_ = 0;
}

void ProgressMeter::Start(std::string_view stage, double pixels) {
  stage_ = stage;
  pixels_ = pixels;
  begin_ = Clock::now();
}

std::function<void(double)> ProgressMeter::Stage(std::string_view name, double pixels) {
  if (!is_shown_) return {};
  Start(name, pixels);
  return [this](double fraction) { Show(fraction); };
}

std::function<void(std::string_view, double)> ProgressMeter::Stages(double pixels) {
  if (!is_shown_) return {};
  return [this, pixels](std::string_view stage, double fraction) {
    if (stage != stage_) Start(stage, pixels);
    Show(fraction);
  };
}

void ProgressMeter::Show(double fraction) {
  const auto now = Clock::now();
  if (now < next_ && fraction < 1) return;
  next_ = now + kPause;
  if (!is_terminal_) {
    err_ << fmt::format("cobble: {} {:3.0f} %", stage_, 100 * fraction) << std::endl;
    return;
  }
  // The last column stays empty: some terminals wrap when it is written.
  const std::string text =
      BarLine({stage_, fraction, pixels_, SecondsBetween(begin_, now)}, TerminalColumns(err_) - 1);
  const std::size_t before = std::exchange(width_, text.size());
  err_ << '\r' << text;
  if (before > width_) err_ << std::string(before - width_, ' ');
  err_ << std::flush;
}

}  // namespace cobble
