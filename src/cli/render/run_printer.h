// What a run prints and reports: plans, warnings, checksums.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/render/render_command.h"
#include "cli/terminal/streams.h"
#include "jobs/outside_warnings.h"
#include "jobs/report.h"
#include "jobs/run.h"
#include "jobs/run_jobs.h"
#include "jobs/shared_warnings.h"
#include "platform/clock.h"

namespace cobble {

// Prints for a run while its jobs are rendered, and writes its report and its depfile.
class RunPrinter {
 public:
  // In: watch, started before the command line was resolved; writes_stdout, whether checksums go to
  // standard error, since this run or another of the batch writes a picture to standard output.
  RunPrinter(const CommandRun& run, Streams& streams, Stopwatch watch, bool writes_stdout);

  // Print what a dry run would write, unless quiet or printing checksums, and write its report.
  void PrintPlan(bool has_total = true);
  void WritePlan();

  // Returns the report of a job that was rendered for reports: see CommandRun::JobsToRender.
  JsonTree ReportOf(std::size_t index, const JobResult& result) const;

  // Names what --if-changed left alone, unless quiet.
  void PrintUnchanged(std::size_t index, const JobResult& result);

  // Prints a warning if the first job reaches the limit of a noise's distances.
  void PrintLimits();

  // Returns warnings about what is complete: clipped curvatures, of each variation's first job, and
  // clamped samples of all.
  std::vector<Issue> Warnings();

  // See RunRules. In: index, of the job in its run.
  void Complete(std::size_t index, const JobResult& result);
  void Committed(std::size_t index, const JobResult& result);

 private:
  bool HasReport() const { return !run_.flags.report.empty(); }
  std::vector<LimitedDistances> LimitedIn(std::size_t index) const;
  std::vector<ClippedCurvature> ClippedIn(std::size_t index, const JobResult& result) const;
  void FinishFiles();
  void PrintChecksums(std::size_t index, const JobResult& result);

  const CommandRun& run_;
  Streams& streams_;
  Stopwatch watch_;
  const bool writes_stdout_;
  std::optional<std::vector<LimitedDistances>> limited_{};  // of the first job, once known
  std::optional<std::vector<ClippedCurvature>> clipped_{};  // of the first job, once it is complete
  SharedWarnings clips_;
  OutsideTally outside_;  // of all jobs
  double prepare_seconds_ = 0;
  std::vector<JsonTree> reports_;  // of all jobs so far, if there is a --report
  RunFiles files_;                 // the files that are not pictures
};

}  // namespace cobble
