// How far a run is, on standard error.
#ifndef COBBLE_CLI_PROGRESS_H_
#define COBBLE_CLI_PROGRESS_H_

#include <chrono>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace cobble {

// Writes at most ten times a second, and at the end of each stage: over one line of a terminal,
// which is wiped at last, or else a line each time.
class ProgressMeter {
 public:
  static constexpr std::string_view kModes[] = {"auto", "always", "never"};
  enum Mode { kAuto, kAlways, kNever };  // auto: on a terminal only

  ProgressMeter(std::ostream& err, Mode mode);
  ~ProgressMeter();
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  // What RenderOptions::progress takes; empty where nothing is to be shown.
  std::function<void(double)> Stage(std::string_view name);

 private:
  using Clock = std::chrono::steady_clock;

  void Show(const std::string& stage, double share);

  std::ostream& err_;
  bool is_terminal_;
  bool is_shown_;
  std::size_t width_ = 0;  // of what stands on the terminal's line
  Clock::time_point next_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_PROGRESS_H_
