// What a run prints and reports: plans, warnings, checksums.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/render/command_run.h"
#include "cli/terminal/streams.h"
#include "jobs/report.h"
#include "jobs/run.h"
#include "jobs/run_jobs.h"
#include "platform/clock.h"

namespace cobble {

// Prints for a run while its jobs are rendered, and writes its report and its depfile.
class RunPrinter {
 public:
  // `watch` was started before the command line was resolved.
  RunPrinter(const CommandRun& run, Streams& streams, Stopwatch watch);

  // Makes checksums go to standard error, as they do if the run writes a picture to standard
  // output: another command line of the same batch has one.
  void KeepStdoutForPictures() { writes_stdout_ = true; }

  // Prints what a dry run would write, unless it is quiet or prints checksums, and writes its
  // report, if there is one.
  void PrintPlan(bool has_total = true);
  void WritePlan();

  // Makes the jobs of `Jobs` collect what ReportOf says, for a report of several command lines.
  void CollectReports() { collects_reports_ = true; }
  JsonTree ReportOf(std::size_t index, const JobResult& result) const;

  // Names what --if-changed left as it is, unless quiet.
  void PrintUnchanged(std::size_t index, const JobResult& result);

  // Returns the jobs to run, without pictures in a dry run.
  std::vector<Job> Jobs() const;

  // Prints a warning if the first job reaches the limit of a noise's distances.
  void PrintLimits();

  // Prints warnings if the first job, which is complete, has clipped curvatures or masks.
  void PrintClipping();

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
  bool writes_stdout_, collects_reports_ = false;
  std::optional<std::vector<LimitedDistances>> limited_{};  // of the first job, once known
  std::optional<std::vector<ClippedCurvature>> clipped_{};  // likewise, once it is complete
  std::vector<Issue> mask_warnings_;                        // likewise
  double prepare_seconds_ = 0;
  std::vector<JsonTree> reports_;  // of all jobs so far, if there is a --report
  RunFiles files_;                 // the files that are no pictures
};

}  // namespace cobble
