// Implements RenderRun.
#include "cli/render/render_run.h"

#include <ostream>

#include "cli/render/warnings.h"
#include "core/escape.h"

namespace cobble {
namespace {

// Returns a line that names a file as sha256sum does: if the name contains a line break or a
// backslash, both are escaped and the line starts with a backslash.
std::string ChecksumLine(const std::string& checksum, const std::string& name) {
  const std::string escaped = Escaped(name, {{'\\', "\\\\"}, {'\n', "\\n"}, {'\r', "\\r"}});
  return (escaped == name ? "" : "\\") + checksum + "  " + escaped + '\n';
}

}  // namespace

RenderRun::RenderRun(const RenderWork& work, Streams& streams, Stopwatch watch)
    : work_(work),
      streams_(streams),
      watch_(watch),
      writes_stdout_(work.WritesStdout()),
      prepare_seconds_(watch_.Lap()),
      files_(work, work.flags.Files()) {}

std::vector<Job> RenderRun::Jobs() const {
  std::vector<Job> jobs = work_.jobs;
  for (Job& job : jobs) {
    if (work_.flags.dry_run) job.run.pictures.clear();
    job.statistics = job.statistics || HasReport();
  }
  return jobs;
}

void RenderRun::PrintLimits() {
  if (work_.flags.quiet) return;
  limited_ = LimitedIn(0);
  PrintWarnings(LimitWarning(work_.jobs.front().recipe->recipe(), *limited_), streams_.err);
}

std::vector<LimitedDistances> RenderRun::LimitedIn(std::size_t index) const {
  if (index == 0 && limited_) return *limited_;
  const Job& job = work_.jobs[index];
  return LimitedNoises(*job.recipe->Compile(), job.run.window);
}

void RenderRun::PrintClipping() {
  PrintWarnings(ClipWarning(work_.jobs.front().recipe->recipe(), clipped_), streams_.err);
}

std::vector<ClippedCurvature> RenderRun::ClippedIn(std::size_t index,
                                                   const JobResult& result) const {
  const Job& job = work_.jobs[index];
  return ClippedCurvatures(*job.recipe->Compile(), job.run, result.range);
}

// When the last job is complete, so are the report and the depfile. They get their names after the
// pictures. If a job fails, there are none.
void RenderRun::Complete(std::size_t index, const JobResult& result) {
  if (index == 0 && !work_.flags.quiet && !work_.flags.dry_run) clipped_ = ClippedIn(0, result);
  if (HasReport()) reports_.push_back(ReportOf(index, result));
  if (work_.flags.dry_run) return;
  files_.Complete(index);
  if (files_.AllComplete()) FinishFiles();
}

RunReport RenderRun::ReportOf(std::size_t index, const JobResult& result) const {
  const Job& job = work_.jobs[index];
  RunReport report;
  report.seconds = {prepare_seconds_, result.seconds.range, result.seconds.render};
  report.simd = result.simd;
  report.window = job.run.window;
  report.samples = job.recipe->recipe().samples;
  report.evaluations = result.evaluations;
  report.range = result.range;
  report.statistics = result.bands.statistics;
  report.limited = LimitedIn(index);
  report.clipped = ClippedIn(index, result);
  if (work_.flags.dry_run) return report;
  for (std::size_t k = 0; k < job.run.pictures.size(); ++k)
    report.pictures.push_back(
        {job.run.pictures[k], result.bytes[k], result.bands.clamped_samples[k]});
  return report;
}

void RenderRun::FinishFiles() {
  const auto finish_text = [&](const std::string& path, const std::string& text) {
    files_.AddFile(path, [&](ByteSink* sink) { sink->Write(text); });
  };
  if (HasReport()) finish_text(work_.flags.report, ReportText(reports_));
  if (!work_.flags.depfile.empty()) finish_text(work_.flags.depfile, work_.DepfileText());
}

void RenderRun::Committed(std::size_t index, const JobResult& result) {
  files_.Commit();
  if (!work_.flags.checksum) return;
  std::ostream& to = writes_stdout_ ? streams_.err : streams_.out;
  const RenderPass& run = work_.jobs[index].run;
  for (const std::string& path : FilesOf(run)) to << ChecksumLine(result.checksum, path);
  if (run.pictures.empty()) to << ChecksumLine(result.checksum, work_.NameOf(index));
  if (writes_stdout_) Flush(to, "standard error");
}

}  // namespace cobble
