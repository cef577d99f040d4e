// The report of a run, written by --report.
#ifndef COBBLE_CLI_RENDER_REPORT_H_
#define COBBLE_CLI_RENDER_REPORT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/image.h"
#include "cobble/render.h"
#include "jobs/render_pass.h"
#include "render/clipping.h"
#include "render/render_bands.h"

namespace cobble {

struct RunReport {
  struct Picture {
    PictureOutput output;
    uint64_t bytes = 0, clamped_samples = 0;
  };
  struct Seconds {
    double prepare = 0;  // reading, checking, compiling
    double range = 0;    // the extra pass that range "fit" needs to find the minimum and maximum
    double render = 0;   // rendering, encoding and writing
  } seconds;
  std::string_view simd;
  Window window;
  int samples = 1;         // see Recipe
  double evaluations = 0;  // per pixel
  HeightRange range;
  Statistics statistics;
  std::vector<LimitedDistances> limited;  // see LimitedNoises
  std::vector<ClippedCurvature> clipped;  // see ClippedCurvatures
  std::vector<Picture> pictures;
};

// Returns the report of a run as JSON, with a trailing newline; a list if there are several runs.
std::string ReportText(std::span<const RunReport> reports);

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_REPORT_H_
