// The report of a run, written by --report.
#ifndef COBBLE_CLI_RENDER_REPORT_H_
#define COBBLE_CLI_RENDER_REPORT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/image.h"
#include "cobble/recipe.h"
#include "cobble/render.h"
#include "jobs/render_pass.h"
#include "render/clipping.h"
#include "render/render_bands.h"
#include "render/source_extremes.h"

namespace cobble {

struct RunReport {
  struct Picture {
    PictureOutput output;
    uint64_t bytes = 0, clamped_samples = 0;
    bool unchanged = false;  // --if-changed left it
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
  std::optional<World> world;
  double metres_per_pixel = 0;         // if there is a world
  std::array<double, 2> elevations{};  // likewise, of the minimum and maximum, in either order
  Statistics statistics;
  std::vector<LimitedDistances> limited;  // see LimitedNoises
  std::vector<ClippedCurvature> clipped;  // see ClippedCurvatures
  std::vector<std::string> unmeasured;    // see UnmeasuredNodes
  std::vector<SourceExtremes> eroded;     // see ExtremesOfSources
  std::vector<Picture> pictures;
};

// Returns the report of a run as JSON, with a trailing newline; a list if there are several runs.
std::string ReportText(std::span<const RunReport> reports);

// What a run would write.
struct RunPlan {
  struct Picture {
    PictureOutput output;
    Window window;       // of all frames together, for sprites
    uint64_t bytes = 0;  // of its samples, before compression
  };
  Window window;      // of a frame, for sprites
  double pixels = 0;  // of all frames
  double evaluations_per_pixel = 0;
  double total_evaluations = 0;  // of all pixels, with those to find the range
  std::vector<Picture> pictures;
};

// The same for a dry run.
std::string ReportText(std::span<const RunPlan> plans);

// Returns the report of a job of `cobble batch` as one line of JSON: "line" is the line of the
// list, "status" is "written", "unchanged", "planned" in a dry run or, with a message alone,
// "failed".
std::string ReportLine(const std::string& line, const RunReport& report);
std::string ReportLine(const std::string& line, const RunPlan& plan);
std::string FailureLine(const std::string& line, const std::string& message);

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_REPORT_H_
