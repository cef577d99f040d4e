// cobble batch: runs the render commands of a list in one process.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <istream>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cli/failure.h"
#include "cli/line/command.h"
#include "cli/line/flag_errors.h"
#include "cli/line/shell_words.h"
#include "cli/recipes/input.h"
#include "cli/render/render_command.h"
#include "cli/render/render_run.h"
#include "cli/render/run_flags.h"
#include "cli/render/warnings.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "jobs/path_check.h"
#include "platform/clock.h"

namespace cobble {
namespace {

struct BatchFlags {
  int threads = 0;
  bool dry_run = false, if_changed = false, quiet = false;

  void AddTo(CommandLine* line);
};

void BatchFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Run");
  AddThreads(line, &threads);
  line->AddSwitch({"--dry-run", "check everything without writing any file"}, &dry_run);
  line->AddSwitch({"--if-changed", "leave files whose bytes would not change as they are"},
                  &if_changed);
  line->AddSwitch({"--quiet", "print errors only"}, &quiet);
  line->OnUnknownFlag([](std::span<const UnknownFlag> unknown, const Args&) -> Issue {
    CommandLine render("render");
    DeclareRender(&render);
    if (!render.HasFlag(unknown.front().name)) return {};
    return {"", "unknown flag", "it is a flag of cobble render: write it in the lines of the list"};
  });
}

// A line of the list.
struct Entry {
  std::string place;  // "jobs.txt:3"
  RenderWork work;
  std::vector<Issue> warnings;
  std::unique_ptr<RenderRun> run{};
};

constexpr const char* kNoDependencies = "no line can read what the list writes";

// The standard input of a line: the list may be standard input itself.
class RefusedInput final : public std::streambuf {
  int_type underflow() override {
    throw Error(ErrorKind::kUsage, "", "a recipe in a list cannot be standard input");
  }
};

// Where a job comes from: a line, and the index of the line's first job.
struct JobOrigin {
  Entry* entry = nullptr;
  std::size_t first = 0;
};

// Returns the issues with a place before their own; an empty place adds nothing.
std::vector<Issue> At(const std::string& place, std::vector<Issue> issues) {
  for (Issue& issue : issues) {
    issue = InFlags(std::move(issue));
    issue.where = place + (place.empty() || issue.where.empty() ? "" : ": ") + issue.where;
  }
  return issues;
}

// Returns the path without "." and "..", for comparison.
std::string NormalPath(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

class Batch {
 public:
  Batch(const BatchFlags& flags, Streams& streams) : flags_(flags), streams_(streams) {}

  // Reads all lines. Reports those that fail.
  void Read(const std::string& name, std::string_view text);
  // Renders the others. Returns the exit status: the highest of all lines.
  int Run();

 private:
  // Calls `action`; reports its error at the line and returns false if it throws one.
  template <typename Action>
  bool Try(const std::string& place, const Action& action);
  void ReadLine(const std::string& place, std::string_view line);
  void CheckFiles(const std::string& name);
  // Adds the reason if a line does not find the file of an earlier one.
  Error Explained(const Error& error) const;
  // Prints the files of job `index`, or its name if it has none.
  void PrintDone(const RenderWork& work, std::size_t index);

  const BatchFlags flags_;
  Streams& streams_;
  Stopwatch watch_;
  CommandLine line_{"render", kRenderText};
  RenderCommand command_{&line_};
  std::vector<Entry> entries_;
  std::unordered_set<std::string> outputs_;  // of all lines so far
  std::size_t jobs_ = 0, done_ = 0;          // done: with or without success
  int status_ = 0;
};

template <typename Action>
bool Batch::Try(const std::string& place, const Action& action) {
  try {
    try {
      action();
      return true;
    } catch (const Error& error) {
      throw Error(error.kind(), At(place, error.issues()));
    }
  } catch (...) {
    status_ = std::max(status_, ReportFailure(streams_.err));
  }
  return false;
}

void Batch::ReadLine(const std::string& place, std::string_view line) {
  const auto words = SplitShellWords(line);
  if (words.empty()) return;
  if (words.front() == "cobble" || words.front() == "render")
    throw Error(ErrorKind::kUsage, "", "starts with " + Quoted(words.front()),
                "write only what follows \"cobble render\"");
  RefusedInput refused;
  std::istream in(&refused);
  in.exceptions(std::ios::badbit);  // rethrows what underflow throws
  Streams planning{in, streams_.out, streams_.err};
  command_.Reset();
  const auto positionals = line_.Parse(words);
  if (!positionals)
    throw Error(ErrorKind::kUsage, "", "asks for help or the version instead of a picture");
  RenderWork work = command_.Resolve(*positionals, planning);
  if (work.store || work.shard)
    throw Error(ErrorKind::kUsage, "", "a list writes no stores",
                "use cobble render or cobble plan");
  if (work.flags.progress != ProgressMeter::kAuto)
    throw Error(ErrorKind::kUsage, "--progress", "has no effect in a list",
                "cobble batch prints a line for each picture");
  work.flags.dry_run = work.flags.dry_run || flags_.dry_run;
  work.flags.quiet = work.flags.quiet || flags_.quiet;
  work.flags.if_changed = work.flags.if_changed || flags_.if_changed;
  for (Job& job : work.jobs) job.run.files = work.flags.Files();
  auto warnings = At(place, WarningsOfWork(work));
  // The list may be long.
  work.programs.clear();
  for (Job& job : work.jobs) {
    job.recipe->DropOrigins();
    if (!job.sprites) continue;
    for (const auto& frame : job.sprites->frames) frame->DropOrigins();
  }
  for (const Job& job : work.jobs)
    for (const PictureOutput& picture : job.run.pictures)
      for (const std::string& path : PathsOf(*picture.format, picture.path))
        outputs_.insert(NormalPath(path));
  entries_.push_back({.place = place, .work = std::move(work), .warnings = std::move(warnings)});
}

void Batch::Read(const std::string& name, std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string place = fmt::format("{}:{}", Shown(name), number);
    Try(place, [&] {
      try {
        ReadLine(place, line);
      } catch (const Error& error) {
        throw Explained(error);
      }
    });
  }
  CheckFiles(name);
}

// Drops the lines that write the list or a file of another line.
void Batch::CheckFiles(const std::string& name) {
  PathCheck check(false);
  check.AddInput("the list " + Shown(name), name);
  for (const Entry& entry : entries_)
    AddInputs(entry.work, &check, entry.place + ": ", kNoDependencies);
  std::erase_if(entries_, [&](const Entry& entry) {
    return !Try("", [&] { AddOutputs(entry.work, &check, entry.place + ": "); });
  });
}

Error Batch::Explained(const Error& error) const {
  std::vector<Issue> issues = error.issues();
  for (Issue& issue : issues)
    if (issue.hint.empty() && !issue.file.empty() && outputs_.contains(NormalPath(issue.file)))
      issue.hint = kNoDependencies;
  return Error(error.kind(), std::move(issues));
}

void Batch::PrintDone(const RenderWork& work, std::size_t index) {
  if (flags_.quiet) return;
  const RenderPass& run = work.jobs[index].run;
  std::string names;
  for (const std::string& path : FilesOf(run)) names += (names.empty() ? "" : ", ") + Shown(path);
  if (names.empty()) names = Shown(work.NameOf(index));
  streams_.err << fmt::format("cobble: {}/{} {}\n", done_, jobs_, names);
}

int Batch::Run() {
  std::vector<Job> jobs;
  std::vector<JobOrigin> origins;  // of each job
  const bool writes_stdout =
      std::ranges::any_of(entries_, [](const Entry& entry) { return entry.work.WritesStdout(); });
  for (Entry& entry : entries_) {
    if (!entry.work.flags.quiet) PrintWarnings(entry.warnings, streams_.err);
    const RunFlags& flags = entry.work.flags;
    if (flags.dry_run && !flags.checksum) continue;
    entry.run = std::make_unique<RenderRun>(entry.work, streams_, watch_);
    if (writes_stdout) entry.run->KeepStdoutForPictures();
    const std::size_t first = jobs.size();
    for (Job& job : entry.run->Jobs()) {
      origins.push_back({&entry, first});
      jobs.push_back(std::move(job));
    }
  }
  jobs_ = jobs.size();
  JobListRules rules;
  rules.threads = flags_.threads;
  rules.keep_going = true;
  rules.complete = [&](std::size_t index, const JobResult& result) {
    const JobOrigin& origin = origins[index];
    origin.entry->run->Complete(index - origin.first, result);
  };
  rules.committed = [&](std::size_t index, const JobResult& result) {
    const JobOrigin& origin = origins[index];
    const bool is_done = Try(origin.entry->place, [&] {
      if (result.error) std::rethrow_exception(result.error);
      origin.entry->run->Committed(index - origin.first, result);
    });
    ++done_;
    if (is_done) PrintDone(origin.entry->work, index - origin.first);
  };
  if (!jobs.empty()) RunJobs(jobs, rules);
  return status_;
}

int RunList(const Args& lists, const BatchFlags& flags, Streams& streams) {
  if (lists.empty())
    throw Error(ErrorKind::kUsage, "", "no list given",
                "specify a file with one render command a line, or - for standard input");
  Batch batch(flags, streams);
  batch.Read(lists.front(), ReadText(lists.front(), streams.in));
  return batch.Run();
}

}  // namespace

void DeclareBatch(CommandLine* line) {
  line->Describe({.usage = "LIST [flags]",
                  .summary = "Run many render commands in one process. LIST is a file, or - for "
                             "standard input; each line holds the arguments of one cobble render, "
                             "quoted as in a shell. A line that fails does not stop the others; "
                             "the exit status is the highest of all."});
  line->OnRun(&RunList);
}

}  // namespace cobble
