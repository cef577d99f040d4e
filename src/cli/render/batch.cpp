// cobble batch: runs the render commands of a list in one process.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <istream>
#include <memory>
#include <ostream>
#include <set>
#include <streambuf>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cli/failure.h"
#include "cli/line/command.h"
#include "cli/line/flag_errors.h"
#include "cli/render/render_command.h"
#include "cli/render/render_flags.h"
#include "cli/render/run_printer.h"
#include "cli/terminal/style.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "jobs/path_check.h"
#include "jobs/run_warnings.h"
#include "output/sink/sink.h"
#include "platform/clock.h"
#include "platform/path.h"
#include "platform/shell_words.h"
#include "sources/recipe_source.h"

namespace cobble {
namespace {

constexpr int kMaxJobs = 1024;

struct BatchFlags {
  int threads = 0, jobs = 0;
  bool dry_run = false, if_changed = false, mkdir = false, fail_fast = false, quiet = false;
  std::string report;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Run");
    AddThreads(line, &threads);
    line->AddWhole({{"--jobs", "N"},
                    "render N pictures at a time, which share the threads and the memory limit "
                    "(default: small ones side by side, one thread each, large ones one by one)",
                    {.alias = "-j", .brief = "render N pictures at a time"}},
                   &jobs, 1, kMaxJobs);
    line->AddSwitch({"--fail-fast",
                     "stop at the first line that fails; if a line is invalid, render nothing",
                     {.brief = "stop at the first line that fails"}},
                    &fail_fast);
    line->AddText(
        {{"--report", "FILE"},
         "write a line of JSON for each picture and each line that fails: the line of the "
         "list, a status, and the report of cobble render",
         {.brief = "write a line of JSON for each picture", .kind = ValueKind::kFile}},
        &report);
    line->AddSwitch({"--dry-run",
                     "check everything and list what would be written; writes only --report",
                     {.brief = "check everything, and list what would be written"}},
                    &dry_run);
    line->AddSwitch({"--mkdir", "make missing folders of outputs"}, &mkdir);
    line->AddSwitch({"--if-changed", "do not rewrite files whose bytes would not change"},
                    &if_changed);
    line->AddSwitch({"--quiet", "print errors only"}, &quiet);
    line->OnUnknownFlag([](std::span<const UnknownFlag> unknown, const Args&) -> Issue {
      CommandLine render("render");
      DeclareRender(&render);
      if (!render.HasFlag(unknown.front().name)) return {};
      return {"", "unknown flag",
              "it is a flag of cobble render: write it in the lines of the list"};
    });
  }
};

// A line of the list.
struct Entry {
  std::string place;  // "jobs.txt:3"
  CommandRun run;
  std::vector<Issue> warnings;
  std::set<std::string> folders{};  // of its outputs, missing
  std::unique_ptr<RunPrinter> printer{};
};

constexpr const char* kNoDependencies = "no line can read what the list writes";

// The standard input of a line, since the list may be standard input itself.
class RefusedInput final : public std::streambuf {
  int_type underflow() override { Refuse("", "a recipe in a list cannot be standard input"); }
};

// Ends a list at its first failure.
struct Stopped {};

// A job's line, and the index of the line's first job.
struct JobOrigin {
  Entry* entry = nullptr;
  std::size_t first = 0;
};

// Returns the issues with a place, if not empty, before their own.
std::vector<Issue> At(const std::string& place, std::vector<Issue> issues) {
  for (Issue& issue : issues) {
    issue = InFlags(std::move(issue));
    issue.where = place + (place.empty() || issue.where.empty() ? "" : ": ") + issue.where;
  }
  return issues;
}

// Returns whether a line is neither empty nor a comment.
bool IsCommand(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t\r");
  return start != std::string_view::npos && line[start] != '#';
}

class Batch {
 public:
  Batch(const BatchFlags& flags, Streams& streams) : flags_(flags), streams_(streams) {}

  // Reads all lines. Reports those with errors.
  void Read(const std::string& name, std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    for (int number = 1; !text.empty(); ++number) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (IsStopped()) {
        if (IsCommand(line)) ++total_;
        continue;
      }
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

  // Renders the others. Returns the highest exit status of all lines.
  int Run() {
    MakeFolders(report_folders_);
    const bool writes_stdout =
        std::ranges::any_of(entries_, [](const Entry& entry) { return entry.run.WritesStdout(); });
    std::vector<Job> jobs;
    std::vector<JobOrigin> origins;  // of each job
    total_ += failed_;
    done_ = failed_;
    for (Entry& entry : entries_) {
      const std::size_t count = entry.run.jobs.size();
      const bool is_stopped = IsStopped();
      const bool is_good = is_stopped || Try(entry.place, [&] { Start(&entry, writes_stdout); });
      total_ += is_good ? count : 1;
      if (!is_good) ++done_;
      if (is_stopped || !is_good) continue;
      const RunFlags& flags = entry.run.flags;
      if (flags.dry_run && !flags.checksum) {
        for (std::size_t index = 0; index < count; ++index) CountPlanned(entry, index);
        done_ += count;
        continue;
      }
      const std::size_t first = jobs.size();
      for (Job& job : entry.run.JobsToRender(!flags_.report.empty())) {
        origins.push_back({&entry, first});
        jobs.push_back(std::move(job));
      }
    }
    if (!IsStopped()) RunJobsOf(std::move(jobs), origins);
    for (const Entry& entry : entries_)
      if (entry.printer) PrintWarnings(At(entry.place, entry.printer->Warnings()), streams_.err);
    PrintCounts();
    WriteReport();
    return status_;
  }

 private:
  // Calls `action`. If it throws, counts and reports the error and returns false. The message
  // starts with the line's place, unless the action names it.
  template <typename Action>
  bool Try(const std::string& place, const Action& action, bool names_place = false) {
    std::string message;
    try {
      try {
        action();
        return true;
      } catch (const Error& error) {
        const std::vector<Issue> issues = At(names_place ? "" : place, error.issues());
        for (const Issue& issue : issues) message += (message.empty() ? "" : "\n") + issue.Text();
        const bool is_reported = IsReported(error);
        status_ = std::max(status_, static_cast<int>(error.kind()));
        if (!is_reported) throw Error(error.kind(), issues);
      }
    } catch (...) {
      status_ = std::max(status_, ReportFailure(streams_.err));
    }
    ++failed_;
    report_ += FailureLine(place, message);
    return false;
  }

  bool IsStopped() const { return flags_.fail_fast && failed_ > 0; }
  void ReadLine(const std::string& place, std::string_view line) {
    const auto words = SplitShellWords(line);
    if (words.empty()) return;
    if (words.front() == "cobble" || words.front() == "render")
      Refuse("", "starts with " + Quoted(words.front()),
             "write only what follows \"cobble render\"");
    RefusedInput refused;
    std::istream in(&refused);
    in.exceptions(std::ios::badbit);  // rethrows what underflow throws
    Streams planning{in, streams_.out, streams_.err};
    command_.Reset();
    const auto positionals = line_.Parse(words);
    if (!positionals) Refuse("", "asks for help or the version instead of a picture");
    if (command_.Read(*positionals, planning) != kPictureFiles)
      Refuse("", "a list cannot write stores", "use cobble render or cobble plan");
    CommandRun run = command_.Files();
    if (run.flags.progress != ProgressMeter::kAuto)
      Refuse("--progress", "has no effect in a list",
             "cobble batch prints a line for each picture");
    run.flags.dry_run = run.flags.dry_run || flags_.dry_run;
    run.flags.quiet = run.flags.quiet || flags_.quiet;
    run.flags.if_changed = run.flags.if_changed || flags_.if_changed;
    run.flags.mkdir = run.flags.mkdir || flags_.mkdir;
    for (Job& job : run.jobs) job.files = run.flags.Files();
    auto warnings = At(place, WarningsOf(run));
    // The list may be long.
    run.programs.clear();
    for (Job& job : run.jobs) {
      job.recipe->DropOrigins();
      if (!job.sprites) continue;
      for (const auto& frame : job.sprites->frames) frame->DropOrigins();
    }
    for (const Job& job : run.jobs)
      for (const PictureOutput& picture : job.pictures)
        for (const std::string& path : PathsOf(*picture.format, picture.path))
          outputs_.insert(NormalPath(path));
    entries_.push_back({.place = place, .run = std::move(run), .warnings = std::move(warnings)});
  }

  // Drops lines that write the list or another line's file.
  void CheckFiles(const std::string& name) {
    check_.AddInput("the list " + Shown(name), name);
    for (const Entry& entry : entries_)
      entry.run.AddInputs(&check_, entry.place + ": ", kNoDependencies);
    if (!flags_.report.empty()) check_.AddOutput("--report " + Shown(flags_.report), flags_.report);
    report_folders_ = check_.TakeMissingFolders();
    std::vector<Entry> good;
    for (Entry& entry : entries_) {
      const auto add = [&] {
        check_.set_rules({false, entry.run.flags.mkdir, kMkdirHint});
        entry.run.AddOutputs(&check_, entry.place + ": ");
      };
      const bool is_good = IsStopped() || Try(entry.place, add, true);
      entry.folders = check_.TakeMissingFolders();
      if (is_good) good.push_back(std::move(entry));
    }
    entries_ = std::move(good);
  }

  // Adds the reason if a line does not find the file of an earlier one.
  Error Explained(const Error& error) const {
    std::vector<Issue> issues = error.issues();
    for (Issue& issue : issues)
      if (issue.hint.empty() && !issue.file.empty() && outputs_.contains(NormalPath(issue.file)))
        issue.hint = kNoDependencies;
    return Error(error.kind(), std::move(issues));
  }

  // Returns whether the only issue is a missing folder that an earlier line has reported.
  bool IsReported(const Error& error) {
    if (error.issues().size() != 1) return false;
    const std::string& file = error.issues().front().file;
    return EndsInSeparator(file) && !missing_folders_.insert(file).second;
  }

  void RunJobsOf(std::vector<Job> jobs, const std::vector<JobOrigin>& origins) {
    RunRules rules;
    rules.threads = flags_.threads;
    rules.jobs = flags_.jobs;
    rules.keep_going = true;
    rules.complete = [&](std::size_t index, const JobResult& result) {
      const JobOrigin& origin = origins[index];
      origin.entry->printer->Complete(index - origin.first, result);
    };
    rules.committed = [&](std::size_t index, const JobResult& result) {
      Commit(origins[index], index - origins[index].first, result);
    };
    try {
      if (!jobs.empty()) RunJobs(jobs, rules);
    } catch (const Stopped&) {
    }
  }

  void Commit(const JobOrigin& origin, std::size_t index, const JobResult& result) {
    RunPrinter& printer = *origin.entry->printer;
    const bool is_done = Try(origin.entry->place, [&] {
      if (result.error) std::rethrow_exception(result.error);
      printer.Committed(index, result);
    });
    ++done_;
    if (!is_done) {
      if (flags_.fail_fast) throw Stopped();
      return;
    }
    const bool is_unchanged =
        !result.unchanged.empty() && !std::ranges::count(result.unchanged, false);
    if (origin.entry->run.flags.dry_run) {  // for its checksum, which is printed
      CountPlanned(*origin.entry, index);
      return;
    }
    ++(is_unchanged ? unchanged_ : written_);
    if (!flags_.report.empty())
      report_ += ReportLine(origin.entry->place, printer.ReportOf(index, result));
    PrintDone(origin.entry->run, index, is_unchanged);
  }

  // Prints the files of job `index`, or else its name.
  void PrintDone(const CommandRun& run, std::size_t index, bool is_unchanged) {
    if (flags_.quiet) return;
    std::string names;
    for (const std::string& path : FilesOf(run.jobs[index]))
      names += (names.empty() ? "" : ", ") + Shown(path);
    if (names.empty()) names = Shown(run.NameOf(index));
    streams_.err << fmt::format("cobble: {}/{} {}{}\n", done_, total_, names,
                                is_unchanged ? " (unchanged)" : "");
  }

  // Makes a line's folders or, in a dry run, reports what it would write.
  void Start(Entry* entry, bool writes_stdout) {
    const RunFlags& flags = entry->run.flags;
    if (!flags.dry_run) MakeFolders(entry->folders);
    if (!flags.quiet) PrintWarnings(entry->warnings, streams_.err);
    entry->printer = std::make_unique<RunPrinter>(entry->run, streams_, watch_, writes_stdout);
    if (!flags.dry_run) return;
    entry->printer->WritePlan();
    entry->printer->PrintPlan(false);
  }

  void CountPlanned(const Entry& entry, std::size_t index) {
    ++planned_;
    if (!flags_.report.empty())
      report_ += ReportLine(entry.place, ReportOf(PlanOf(entry.run.jobs[index])));
  }

  void PrintCounts() {
    if (flags_.quiet || total_ == 0) return;
    const bool is_plan = flags_.dry_run || (planned_ > 0 && written_ + unchanged_ == 0);
    std::string text;
    if (!is_plan) text = fmt::format("{} written, {} unchanged, ", written_, unchanged_);
    if (is_plan || planned_ > 0) text += fmt::format("{} would be written, ", planned_);
    text += fmt::format("{} failed", failed_);
    const std::size_t left = total_ - planned_ - written_ - unchanged_ - failed_;
    if (left > 0) text += fmt::format(", {} not started", left);
    streams_.err << "cobble: " << text << '\n';
  }

  void WriteReport() {
    if (flags_.report.empty()) return;
    FileSink sink(flags_.report, {});
    sink.Write(report_);
    sink.Commit();
  }

  const BatchFlags flags_;
  Streams& streams_;
  Stopwatch watch_;
  CommandLine line_{"render", kRenderText};
  RenderCommand command_{&line_};
  PathCheck check_{{false, flags_.mkdir, kMkdirHint}};
  std::vector<Entry> entries_;
  std::unordered_set<std::string> outputs_;          // of all lines so far
  std::unordered_set<std::string> missing_folders_;  // that have been reported
  std::string report_;                               // lines of JSON
  std::set<std::string> report_folders_;             // of --report, missing
  // Jobs, and lines that fail or are skipped before they have any. `done_`: planned, written,
  // unchanged or failed.
  std::size_t total_ = 0, done_ = 0, planned_ = 0, written_ = 0, unchanged_ = 0, failed_ = 0;
  int status_ = 0;
};

int RunList(const Args& lists, const BatchFlags& flags, Streams& streams) {
  if (lists.empty())
    Refuse("", "no list given",
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
                             "the exit status is the highest of all.",
                  .positionals = {.kind = Positionals::kFiles}});
  line->OnRun(&RunList);
}

}  // namespace cobble
