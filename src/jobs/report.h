// Reports of jobs as JSON: what they wrote and measured, or what they would write.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cobble/image.h"
#include "core/json/tree.h"
#include "jobs/job.h"
#include "jobs/run_jobs.h"
#include "render/probes.h"

namespace cobble {

// Measures that warnings use too.
struct JobMeasures {
  double prepare_seconds = 0;             // reading, checking, compiling
  std::vector<LimitedDistances> limited;  // see LimitedNoises
  std::vector<ClippedCurvature> clipped;  // see ClippedCurvatures
};
JsonTree ReportOf(const Job& job, const JobResult& result, const JobMeasures& measures);

struct JobPlan {
  struct Picture {
    PictureOutput output;
    Window window;       // of all frames together, for sprites
    uint64_t bytes = 0;  // of its samples, before compression
  };
  Window window;      // of a frame, for sprites
  double pixels = 0;  // of all frames
  double evaluations_per_pixel = 0;
  // Of all pixels, including those that find the range, and of all simulations.
  double total_evaluations = 0;
  Cost cost{};
  std::vector<Picture> pictures;
};
JobPlan PlanOf(const Job& job);
// Returns the evaluations and bytes of simulations; 0 without any.
JsonTree SimulationJson(const Cost& cost);
JsonTree ReportOf(const JobPlan& plan);

// Returns a report as text with a trailing newline: one object, or a list of several.
std::string ReportText(const std::vector<JsonTree>& reports);

// Returns the report of a job of `cobble batch` as one line of JSON. "line" is the line of the
// list; "status" is "written", "unchanged", "planned" (dry run) or, with only a message, "failed".
std::string ReportLine(const std::string& line, const JsonTree& report);
std::string FailureLine(const std::string& line, const std::string& message);

}  // namespace cobble
