// Prints the progress of a run to standard error.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "platform/clock.h"

namespace cobble {

// Prints at most ten times a second, and at the end of each stage. On a terminal it draws a bar on
// one line, overwrites it, and erases it on destruction. Elsewhere it prints a new line each time:
// "cobble: render  45 %". Not thread-safe.
class ProgressMeter {
 public:
  static constexpr std::string_view kModes[] = {"auto", "always", "never"};
  enum Mode { kAuto, kAlways, kNever };  // auto: only on a terminal

  ProgressMeter(std::ostream& err, Mode mode);
  ~ProgressMeter();
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  // Starts a stage and returns a callback for RenderOptions::progress; empty if progress is not
  // shown. In: pixels, of the whole stage, in one picture or several; 0 for no rate.
  std::function<void(double)> Stage(std::string_view name, double pixels = 0);

  // Returns a callback for RunRules::progress that starts a stage whenever its name changes.
  std::function<void(std::string_view stage, double fraction)> Stages(double pixels = 0);

  // Erases the bar, before other messages. It appears again at the next call of the callback.
  void Erase();

 private:
  void Start(std::string_view stage, double pixels);
  void Show(double fraction);

  std::ostream& err_;
  bool is_terminal_;
  bool is_shown_;
  std::size_t width_ = 0;  // of the text on the terminal's line
  std::string stage_;
  double pixels_ = 0;
  Clock::time_point begin_, next_;  // of the stage; of printing
};

struct Progress {
  std::string_view stage;
  double fraction = 0;  // 0..1
  double pixels = 0;    // of the whole stage; 0: unknown
  double seconds = 0;   // since the stage began
};

// Returns the line for a terminal, at most `columns` wide, without leading or trailing spaces:
// "cobble: render [#########-----------]  45 %  212 Mpx/s  0:12 left". On a narrow terminal, leaves
// out the bar, then the rate and the time left.
std::string BarLine(const Progress& progress, std::size_t columns);

}  // namespace cobble
