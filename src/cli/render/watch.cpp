// cobble watch: renders pictures again whenever their recipe changes.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/failure.h"
#include "cli/line/command.h"
#include "cli/pictures/draw.h"
#include "cli/render/render_command.h"
#include "cli/render/run_printer.h"
#include "cli/terminal/style.h"
#include "cli/terminal/terminal.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "jobs/path_check.h"
#include "jobs/preview.h"
#include "jobs/run_warnings.h"
#include "platform/clock.h"
#include "platform/environment.h"
#include "platform/file_watch.h"
#include "platform/signals.h"

namespace cobble {
namespace {

// How often rendering looks for changes.
constexpr std::chrono::milliseconds kPause{20};

// Thrown to stop rendering an outdated recipe.
struct Outdated {};

std::string TimeText() {
  const TimeOfDay now = LocalTime();
  return fmt::format("{:02}:{:02}:{:02}", now.hours, now.minutes, now.seconds);
}

// Returns "rock.png, rock_n.png", or "48 pictures" if there are many.
std::string NamesOf(const std::vector<Job>& jobs) {
  constexpr std::size_t kMaxNamed = 4;
  std::vector<std::string> names;
  for (const Job& job : jobs)
    for (const PictureOutput& picture : job.pictures) names.push_back(Shown(picture.path));
  if (names.size() > kMaxNamed) return fmt::format("{} pictures", names.size());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string DoneLine(const std::vector<Job>& jobs, const std::string& size, double seconds) {
  return fmt::format("{} rendered {}{}, {:.2f} s\n", TimeText(), NamesOf(jobs), size, seconds);
}

// Refuses what makes no sense for pictures rendered many times.
void CheckRun(const CommandRun& run) {
  if (run.flags.no_clobber) Refuse("--no-clobber", "cobble watch replaces its own pictures");
  if (run.flags.dry_run) Refuse("--dry-run", "cobble watch writes pictures", "use cobble check");
  for (const Job& job : run.jobs)
    for (const PictureOutput& picture : job.pictures)
      if (IsStandardOutput(picture.path))
        throw picture.label.Fault(ErrorKind::kUsage, "is standard output, which cannot be replaced",
                                  "write to a file");
}

void CheckRecipe(const std::vector<std::string>& recipes) {
  if (recipes.empty()) Refuse("", "no file to watch", "specify a recipe or a picture");
  if (recipes.front() == "-") Refuse("-", "standard input cannot be watched", "specify a file");
}

struct WatchFlags {
  bool no_preview = false, has_view = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Watch");
    line->AddSwitch({"--no-preview",
                     "do not write a smaller picture first if the picture takes long: for "
                     "programs that expect one size, and to keep the old picture until the "
                     "new one is complete"},
                    &no_preview);
    line->AddSwitch({"--view", "also draw the recipe in the terminal, as cobble view does"},
                    &has_view);
  }
};

class Watch {
 public:
  Watch(const WatchFlags& flags, RenderCommand* command, const Args& recipes, Streams& streams)
      : flags_(flags),
        command_(*command),
        recipes_(recipes),
        streams_(streams),
        block_(streams.err) {
    CheckRecipe(recipes);
    files_.Set(recipes);
  }

  // Renders and waits, until a signal ends the process.
  [[noreturn]] void Run() {
    for (;;) {
      const Stopwatch watch;
      Update();
      if (!tries_again_) {
        files_.WaitForChange();
      } else {
        // A full disk may be noticed only when a picture is complete.
        constexpr double kMinPause = 1;
        const auto pause = std::chrono::duration<double>(std::max(kMinPause, watch.Seconds()));
        files_.WaitForChange(std::chrono::duration_cast<std::chrono::milliseconds>(pause));
      }
    }
  }

 private:
  // Renders once, and shows errors.
  // If the first attempt fails and no change of the recipe can help, the command ends.
  void Update() {
    tries_again_ = false;
    std::ostringstream text;  // instead of standard error
    try {
      Streams captured{streams_.in, streams_.out, text};
      const Stopwatch watch;
      command_.Read(recipes_, captured);
      const CommandRun run = command_.Files();
      CheckRun(run);
      PathRules rules = run.flags.Paths();
      rules.no_clobber = false;
      PathCheck check(rules);
      run.AddInputs(&check);
      run.AddOutputs(&check);
      check.MakeFolders();
      if (flags_.has_view && !IsTerminal(streams_.out))
        Refuse("--view", "standard output is not a terminal");
      is_first_ = false;
      std::vector<std::string> files = run.inputs;
      files.insert(files.end(), run.images.begin(), run.images.end());
      files_.Set(files);
      RunPrinter printer(run, captured, watch, false);
      if (!run.flags.quiet) PrintWarnings(WarningsOf(run), text);
      printer.PrintLimits();
      Render(run, text.str(), &printer);
    } catch (const Outdated&) {
    } catch (const Error& error) {
      const bool is_final = error.kind() == ErrorKind::kUsage || error.kind() == ErrorKind::kIo;
      if (is_first_ && is_final) throw;
      is_first_ = false;
      ReportFailure(text);
      ShowFailure(text.str(), error.kind() == ErrorKind::kIo);
    }
  }

  // Errors of reading and writing may pass, as when a program has a file open. Shows nothing twice.
  void ShowFailure(std::string text, bool is_io) {
    tries_again_ = is_io;
    if (!preview_.empty()) text += preview_ + '\n';
    if (failure_ == text) return;
    const std::string next =
        is_io ? "trying again" : "waiting for " + Shown(recipes_.front()) + " to change";
    block_.Show(text + TimeText() + " not rendered; " + next + '\n');
    failure_ = std::move(text);
  }

  void Show(const std::string& lines) {
    failure_.clear();
    block_.Show(lines);
  }
  // Throws Outdated if the recipe changes.
  void Render(const CommandRun& run, std::string warnings, RunPrinter* printer) {
    if (flags_.has_view) warnings += Draw(run);
    if (!flags_.no_preview) RenderPreview(run, warnings);
    const std::vector<Job> jobs = run.JobsToRender();
    Stopwatch render;
    {
      ProgressMeter meter(streams_.err, run.flags.ProgressMode());
      RunRules rules = RulesOf(run, &meter);
      rules.complete = [&](std::size_t index, const JobResult& r) { printer->Complete(index, r); };
      rules.committed = [&](std::size_t index, const JobResult& r) {
        printer->Committed(index, r);
      };
      RunJobs(jobs, rules);
    }
    last_words_.reset();
    preview_.clear();
    const double seconds = render.Lap();
    if (jobs.size() == 1) previews_.Record(jobs.front(), seconds);
    if (run.flags.checksum) {
      Flush(streams_.out);
      block_.Keep();
    }
    std::ostringstream lines;
    PrintWarnings(printer->Warnings(), lines);
    Show(warnings + lines.str() + (run.flags.quiet ? "" : DoneLine(jobs, "", seconds)));
  }

  void RenderPreview(const CommandRun& run, const std::string& warnings) {
    // Without a terminal, nothing would say that a file is a preview.
    const auto preview = block_.is_in_place() ? previews_.Choose(run.jobs) : std::nullopt;
    if (!preview) return;
    const std::vector<Job> jobs{*preview};
    Stopwatch watch;
    RunJobs(jobs, RulesOf(run, nullptr));
    const Window& window = preview->window;
    const bool is_one = preview->pictures.size() == 1;
    preview_ = fmt::format("cobble: {} {} of {} x {}: the full size is not complete", NamesOf(jobs),
                           is_one ? "is a preview" : "are previews", window.width, window.height);
    last_words_.emplace("\n" + preview_ + "\n");
    if (run.flags.quiet) return;
    const std::string size =
        fmt::format(" at {} x {}, full size follows", window.width, window.height);
    Show(warnings + DoneLine(jobs, size, watch.Lap()));
  }

  // Returns the warnings.
  std::string Draw(const CommandRun& run) {
    constexpr int kStatusLines = 4;
    if (!draw_.protocol) draw_.protocol = BestProtocol();
    const Job& job = run.jobs.front();
    draw_.node_range = job.node_range;
    std::vector<Issue> warnings;
    const std::string text =
        DrawnText(job.recipe->recipe(), Window{}, draw_, &warnings, kStatusLines);
    failure_.clear();
    streams_.out << "\x1b[H\x1b[2J" << text;
    Flush(streams_.out);
    block_.Keep();
    std::ostringstream lines;
    if (!run.flags.quiet) PrintWarnings(warnings, lines);
    return lines.str();
  }

  // In: meter, null for no progress.
  RunRules RulesOf(const CommandRun& run, ProgressMeter* meter) {
    RunRules rules;
    rules.threads = run.flags.threads;
    const auto show = meter ? meter->Stages() : nullptr;
    rules.progress = [this, show, next = Clock::now()](std::string_view stage,
                                                       double fraction) mutable {
      if (Clock::now() >= next) {
        if (files_.HasChanged()) throw Outdated();
        next = Clock::now() + kPause;
      }
      if (show) show(stage, fraction);
    };
    return rules;
  }

  const WatchFlags flags_;
  RenderCommand& command_;
  const Args recipes_;
  Streams& streams_;
  StatusBlock block_;
  FileWatch files_;
  PreviewChooser previews_;
  DrawOptions draw_;
  bool is_first_ = true;
  bool tries_again_ = false;  // although no file changes
  std::string failure_;       // the error that is shown
  // Describes the preview that the files hold, if any.
  std::string preview_;
  std::optional<LastWords> last_words_;
};

}  // namespace

void DeclareWatch(CommandLine* line) {
  line->Describe({.usage = "RECIPE -o [MAP[,MAP...]=]FILE ... [flags]",
                  .summary = "Render pictures, and again whenever the recipe changes, until "
                             "Ctrl-C. Takes the flags of cobble render. On a terminal, if a "
                             "picture takes longer than a tenth of a second, a smaller one is "
                             "written first; if interrupted, it stays, and a message says so. "
                             "Errors are shown until the recipe is fixed.",
                  .positionals = kRenderPositionals,
                  .destinations = kPictureFiles});
  const auto flags = line->Keep<WatchFlags>();
  flags->AddTo(line);
  const auto command = line->Keep<RenderCommand>(line);
  line->OnRun([flags, command](const Args& recipes, Streams& streams) {
    Watch(*flags, command, recipes, streams).Run();
  });
}

}  // namespace cobble
