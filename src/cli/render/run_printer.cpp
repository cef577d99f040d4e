// Implements RunPrinter.
#include "cli/render/run_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <string_view>

#include "cli/terminal/style.h"
#include "core/escape.h"
#include "core/list_text.h"
#include "core/sha256.h"
#include "core/suggest.h"
#include "input/byte_source.h"
#include "jobs/admission.h"
#include "jobs/metadata.h"
#include "jobs/path_check.h"
#include "jobs/run_warnings.h"
#include "platform/path.h"

namespace cobble {
namespace {

// Returns a line as sha256sum prints it, with a label as sha256sum --tag does: "SHA256 (a.png) =
// 0123...". If the name contains a line break or a backslash, both are escaped and the line starts
// with a backslash.
std::string ChecksumLine(std::string_view label, const std::string& checksum,
                         const std::string& name) {
  const std::string escaped = Escaped(name, {{'\\', "\\\\"}, {'\n', "\\n"}, {'\r', "\\r"}});
  const std::string line = label.empty() ? checksum + "  " + escaped
                                         : fmt::format("{} ({}) = {}", label, escaped, checksum);
  return (escaped == name ? "" : "\\") + line + '\n';
}

std::string Sha256OfFile(const std::string& path) {
  const auto source = OpenFile(path);
  Sha256 hash;
  std::vector<char> block(std::size_t{1} << 16);
  for (uint64_t at = 0; at < source->size();) {
    const auto size =
        static_cast<std::size_t>(std::min<uint64_t>(block.size(), source->size() - at));
    const std::size_t read = source->Read(at, block.data(), size);
    if (read == 0) break;  // another program has shortened it
    hash.Add(block.data(), read);
    at += read;
  }
  return hash.Text();
}

}  // namespace

RunPrinter::RunPrinter(const CommandRun& run, Streams& streams, Stopwatch watch, bool writes_stdout)
    : run_(run),
      streams_(streams),
      watch_(watch),
      writes_stdout_(writes_stdout),
      prepare_seconds_(watch_.Lap()),
      files_(run) {}

void RunPrinter::PrintLimits() {
  if (run_.flags.quiet) return;
  limited_ = LimitedIn(0);
  PrintWarnings(LimitWarning(run_.jobs.front().recipe->recipe(), *limited_), streams_.err);
}

std::vector<LimitedDistances> RunPrinter::LimitedIn(std::size_t index) const {
  if (index == 0 && limited_) return *limited_;
  const Job& job = run_.jobs[index];
  return LimitedNoises(*job.recipe->Compile(), job.window);
}

std::vector<Issue> RunPrinter::Warnings() {
  std::vector<Issue> warnings = clips_.Issues();
  std::ranges::move(outside_.Warnings(), std::back_inserter(warnings));
  return warnings;
}

std::vector<ClippedCurvature> RunPrinter::ClippedIn(std::size_t index,
                                                    const JobResult& result) const {
  if (index == 0 && clipped_) return *clipped_;
  const Job& job = run_.jobs[index];
  return ClippedCurvatures(*job.recipe->Compile(), job.window, MapsOf(job.pictures), result.range);
}

// When the last job is complete, so are the report and the depfile, which get their names after the
// pictures. If a job fails, they are not written.
void RunPrinter::Complete(std::size_t index, const JobResult& result) {
  if (run_.flags.dry_run) return;
  if (run_.IsFirstOfItem(index) && !run_.flags.quiet) {
    const auto clipped = ClippedIn(index, result);
    if (index == 0) clipped_ = clipped;
    clips_.Add(index, run_.ItemOf(index), ClipWarning(run_.jobs[index].recipe->recipe(), clipped));
  }
  if (!run_.flags.quiet) outside_.Add(run_.jobs[index], result, run_.labels[index]);
  if (HasReport()) reports_.push_back(ReportOf(index, result));
  files_.Complete(index);
  if (files_.AllComplete()) FinishFiles();
}

JsonTree RunPrinter::ReportOf(std::size_t index, const JobResult& result) const {
  return cobble::ReportOf(run_.jobs[index], result,
                          {prepare_seconds_, LimitedIn(index), ClippedIn(index, result)});
}

void RunPrinter::PrintPlan(bool has_total) {
  if (run_.flags.quiet || run_.flags.checksum) return;
  double pixels = 0, evaluations = 0, bytes = 0;
  std::size_t files = 0;
  for (const Job& job : run_.jobs) {
    const JobPlan plan = PlanOf(job);
    pixels += plan.pixels;
    evaluations += plan.total_evaluations;
    for (const auto& [output, window, size] : plan.pictures) {
      ++files;
      bytes += static_cast<double>(size);
      streams_.err << fmt::format(
          "cobble: would write {}: {}, {} x {} pixels, {} bits, {} bytes of samples\n",
          Shown(output.path), MapNames(output.maps), window.width, window.height,
          output.elevation ? 24 : output.bits, size);
    }
  }
  if (!has_total || files == 0) return;
  streams_.err << fmt::format(
      "cobble: {}, {:.0f} pixels, {:.3g} noise evaluations, {:.0f} bytes of samples\n",
      CountText(static_cast<int64_t>(files), "picture"), pixels, evaluations, bytes);
}

void RunPrinter::WritePlan() {
  if (!HasReport()) return;
  if (run_.flags.mkdir) {
    PathCheck check(run_.flags.Paths());
    check.AddOutput("--report " + Shown(run_.flags.report), run_.flags.report);
    check.MakeFolders();
  }
  std::vector<JsonTree> plans;
  for (const Job& job : run_.jobs) plans.push_back(cobble::ReportOf(PlanOf(job)));
  files_.AddFile(run_.flags.report, [&](ByteSink* sink) { sink->Write(ReportText(plans)); });
  files_.Commit();
}

void RunPrinter::FinishFiles() {
  const auto finish_text = [&](const std::string& path, const std::string& text) {
    files_.AddFile(path, [&](ByteSink* sink) { sink->Write(text); });
  };
  if (HasReport()) finish_text(run_.flags.report, ReportText(reports_));
  if (!run_.flags.depfile.empty()) finish_text(run_.flags.depfile, run_.DepfileText());
}

void RunPrinter::PrintUnchanged(std::size_t index, const JobResult& result) {
  if (run_.flags.quiet || run_.flags.dry_run) return;
  const auto& pictures = run_.jobs[index].pictures;
  for (std::size_t k = 0; k < pictures.size(); ++k)
    if (result.unchanged[k])
      streams_.err << fmt::format("cobble: {} is unchanged\n", Shown(pictures[k].path));
}

// Labels checksums if there are several kinds.
void RunPrinter::PrintChecksums(std::size_t index, const JobResult& result) {
  const RunFlags& flags = run_.flags;
  std::ostream& to = writes_stdout_ ? streams_.err : streams_.out;
  std::vector<std::string> names = FilesOf(run_.jobs[index]);
  if (names.empty()) names.push_back(run_.NameOf(index));
  for (const std::string& path : names) {
    const std::string name = WithSlashes(path);
    if (flags.checksum)
      to << ChecksumLine(flags.checksum_files ? "NOISE-CRC64" : "", result.checksum, name);
    if (flags.checksum_files && !IsWrittenDirectly(path))
      to << ChecksumLine("SHA256", Sha256OfFile(path), name);
  }
  if (writes_stdout_) Flush(to, "standard error");
}

void RunPrinter::Committed(std::size_t index, const JobResult& result) {
  files_.Commit();
  if (run_.flags.checksum || run_.flags.checksum_files) PrintChecksums(index, result);
}

}  // namespace cobble
