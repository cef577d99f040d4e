// What --report tells of a run.
#ifndef COBBLE_CLI_REPORT_H_
#define COBBLE_CLI_REPORT_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/image.h"
#include "jobs/plan.h"
#include "render/render_bands.h"

namespace cobble {

// Seconds since it was made or last asked.
class Stopwatch {
 public:
  double Lap();

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

struct RunReport {
  struct Picture {
    PicturePlan plan;
    uint64_t bytes = 0, clamped = 0;
  };
  struct Seconds {
    double prepare = 0;  // reading, checking, compiling
    double range = 0;    // the first pass of the range "fit"
    double render = 0;   // rendering, encoding and writing
  } seconds;
  std::string_view simd;
  Window window;
  HeightRange range;
  Statistics statistics;
  std::vector<Picture> pictures;
};

// JSON, with a final newline.
std::string ReportText(const RunReport& report);

}  // namespace cobble

#endif  // COBBLE_CLI_REPORT_H_
