// Implements PlanRun.
#include "cli/render/render_run.h"

#include <ostream>
#include <utility>

#include "cli/render/warnings.h"
#include "jobs/picture_run.h"

namespace cobble {
namespace {

// Returns a line that names a file as sha256sum does: if the name contains a line break or a
// backslash, both are escaped and the line starts with a backslash.
std::string ChecksumLine(const std::string& checksum, const std::string& name) {
  std::string escaped;
  for (const char c : name) {
    if (c == '\\') {
      escaped += "\\\\";
    } else if (c == '\n') {
      escaped += "\\n";
    } else if (c == '\r') {
      escaped += "\\r";
    } else {
      escaped += c;
    }
  }
  return (escaped == name ? "" : "\\") + checksum + "  " + escaped + '\n';
}

}  // namespace

PlanRun::PlanRun(const RenderPlan& plan, Streams& streams, Stopwatch watch)
    : plan_(plan),
      streams_(streams),
      watch_(watch),
      writes_stdout_(plan.WritesStdout()),
      prepare_seconds_(watch_.Lap()) {}

std::vector<Job> PlanRun::Jobs() const {
  std::vector<Job> jobs = plan_.jobs;
  for (Job& job : jobs) {
    if (plan_.flags.dry_run) job.run.pictures.clear();
    job.statistics = job.statistics || HasReport();
  }
  return jobs;
}

void PlanRun::PrintLimits() {
  if (plan_.flags.quiet) return;
  limited_ = LimitedIn(0);
  PrintWarnings(LimitWarning(plan_.jobs.front().recipe->recipe(), *limited_), streams_.err);
}

std::vector<LimitedDistances> PlanRun::LimitedIn(std::size_t index) const {
  if (index == 0 && limited_) return *limited_;
  const Job& job = plan_.jobs[index];
  return LimitedNoises(*job.recipe->Compile(), job.run.window);
}

// When the last job is complete, so are the dataset of the tiles, the report and the depfile. They
// get their names after the pictures. If a job fails, there are none.
void PlanRun::Complete(std::size_t index, const JobResult& result) {
  if (!plan_.sets.empty() && !plan_.flags.dry_run) CommitSet(*plan_.sets[index]);
  if (HasReport()) reports_.push_back(ReportOf(index, result));
  if (++complete_ == plan_.jobs.size() && !plan_.flags.dry_run) FinishFiles();
}

RunReport PlanRun::ReportOf(std::size_t index, const JobResult& result) const {
  const Job& job = plan_.jobs[index];
  RunReport report;
  report.seconds = {prepare_seconds_, result.seconds.range, result.seconds.render};
  report.simd = result.simd;
  report.window = job.run.window;
  report.samples = job.recipe->recipe().samples;
  report.evaluations = result.evaluations;
  report.range = result.range;
  report.statistics = result.bands.statistics;
  report.limited = LimitedIn(index);
  if (plan_.flags.dry_run) return report;
  for (std::size_t k = 0; k < job.run.pictures.size(); ++k)
    report.pictures.push_back(
        {job.run.pictures[k], result.bytes[k], result.bands.clamped_samples[k]});
  return report;
}

// The set's files get their names before its pictures: an engine that sees a picture without its
// import settings writes its own.
void PlanRun::CommitSet(const EngineSet& set) {
  for (const auto& file : set.Finish(plan_.flags.Files())) file->Commit();
}

void PlanRun::FinishFiles() {
  const auto finish_text = [&](const std::string& path, const std::string& text) {
    FinishFile(path, [&](ByteSink* sink) { sink->Write(text); });
  };
  if (plan_.vrt)
    FinishFile(plan_.vrt->path,
               [&](ByteSink* sink) { WriteVrt(*plan_.vrt, plan_.VrtTiles(), sink); });
  if (HasReport()) finish_text(plan_.flags.report, ReportText(reports_));
  if (!plan_.flags.depfile.empty()) finish_text(plan_.flags.depfile, plan_.DepfileText());
}

// Writes a temporary file.
void PlanRun::FinishFile(const std::string& path, const std::function<void(ByteSink*)>& write) {
  TidyFolders({path});
  files_.push_back(std::make_unique<FileSink>(path, plan_.flags.Files()));
  write(files_.back().get());
  files_.back()->Finish();
}

void PlanRun::Committed(std::size_t index, const JobResult& result) {
  for (const auto& file : files_) file->Commit();
  if (!plan_.flags.checksum) return;
  std::ostream& to = writes_stdout_ ? streams_.err : streams_.out;
  const RunPlan& run = plan_.jobs[index].run;
  for (const std::string& path : FilesOf(run)) to << ChecksumLine(result.checksum, path);
  if (run.pictures.empty()) to << ChecksumLine(result.checksum, plan_.NameOf(index));
  if (writes_stdout_) Flush(to, "standard error");
}

}  // namespace cobble
