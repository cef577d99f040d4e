// Prints the progress of a run to standard error.
#ifndef COBBLE_CLI_PROGRESS_H_
#define COBBLE_CLI_PROGRESS_H_

#include <chrono>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace cobble {

// Prints at most ten times a second, and at the end of each stage. On a terminal it overwrites one
// line and erases it on destruction; elsewhere it prints a new line each time.
class ProgressMeter {
 public:
  static constexpr std::string_view kModes[] = {"auto", "always", "never"};
  enum Mode { kAuto, kAlways, kNever };  // auto: only on a terminal

  ProgressMeter(std::ostream& err, Mode mode);
  ~ProgressMeter();
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  // Returns a callback for RenderOptions::progress; empty if progress is not shown.
  std::function<void(double)> Stage(std::string_view name);

 private:
  using Clock = std::chrono::steady_clock;

  void Show(const std::string& stage, double fraction);

  std::ostream& err_;
  bool is_terminal_;
  bool is_shown_;
  std::size_t width_ = 0;  // of the text on the terminal's line
  Clock::time_point next_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_PROGRESS_H_
