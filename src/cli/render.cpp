// cobble render: renders pictures from a recipe.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/flag_errors.h"
#include "cli/flag_values.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/paths.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/warnings.h"
#include "cobble/error.h"
#include "cobble/version.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/picture_run.h"
#include "output/picture.h"
#include "output/sink.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

constexpr int64_t kMaxThreads = 4096;
constexpr int64_t kMaxPixels = int64_t{1} << 62;

// The flags that apply neither to the recipe nor to an output.
struct RunFlags {
  std::optional<Window> window;
  int threads = 0;
  std::string simd = "auto";
  ProgressMeter::Mode progress = ProgressMeter::kAuto;
  bool quiet = false, checksum = false, dry_run = false, no_clobber = false, no_sync = false;
  std::string report;  // empty for no report
  Limits limits;

  FileRules Files() const { return {.no_clobber = no_clobber, .sync = !no_sync}; }
  void AddTo(CommandLine* line);

 private:
  void AddChecked(CommandLine* line);
};

void RunFlags::AddTo(CommandLine* line) {
  AddChecked(line);
  const std::string group = "Run";
  const auto text = [&](std::string name, std::string value, std::string help, std::string* to) {
    line->AddText({std::move(name), std::move(value), std::move(help), group}, to);
  };
  const auto on = [&](std::string name, std::string help, bool* to) {
    line->AddSwitch({std::move(name), {}, std::move(help), group}, to);
  };
  text("--simd", "LEVEL",
       "SIMD level: auto, or a level from cobble list simd; all give bit-identical results", &simd);
  text("--report", "FILE", "write a JSON report: times, minimum, maximum, mean, clamped samples",
       &report);
  on("--checksum",
     "print a 64-bit hash of the noise values and the name of each output; with --dry-run, -o is "
     "optional",
     &checksum);
  on("--dry-run", "check everything without writing any file", &dry_run);
  on("--no-clobber", "refuse to replace existing files", &no_clobber);
  on("--no-sync", "do not wait for the disk: a power failure may leave an empty file", &no_sync);
  on("--quiet", "print errors only: no warnings, no hints and no progress", &quiet);
}

void RunFlags::AddChecked(CommandLine* line) {
  const std::string group = "Run";
  line->Add({"--window", "X,Y,WIDTH,HEIGHT",
             "render only this rectangle; may lie partly or wholly outside the picture", group,
             false, "", ','},
            [this](const std::string& value) { window = WindowValue("--window", value); });
  line->Add({"--threads", "N",
             "number of threads; 0 (default) for one per CPU available to the process", group},
            [this](const std::string& value) {
              threads = static_cast<int>(WholeValue("--threads", value, 0, kMaxThreads));
            });
  line->Add(
      {"--max-pixels", "N",
       fmt::format("refuse pictures with more than N pixels (default {} = 2^34)", limits.pixels),
       group},
      [this](const std::string& value) {
        limits.pixels = WholeValue("--max-pixels", value, 1, kMaxPixels);
      });
  line->Add({"--max-cost", "N",
             fmt::format("refuse recipes that need more than N noise evaluations in total "
                         "(default {:.0e})",
                         limits.cost),
             group},
            [this](const std::string& value) {
              limits.cost = NumberValue("--max-cost", value, 1, 1e30);
            });
  line->Add({"--progress", "WHEN", "show progress: auto (on a terminal), always or never", group},
            [this](const std::string& value) {
              progress = static_cast<ProgressMeter::Mode>(
                  ChoiceValue("--progress", value, ProgressMeter::kModes));
            });
}

// Everything known before rendering starts.
struct Plan {
  RunFlags flags;
  LoadedRecipe loaded;
  RunPlan run;
  int64_t noise_version = kNoiseVersion;  // of the picture that the recipe came from

  bool WritesStdout() const {
    return std::ranges::any_of(run.pictures,
                               [](const auto& picture) { return IsStandardOutput(picture.path); });
  }
};

// Returns nullopt after printing the help or the version.
std::optional<Plan> MakePlan(const Args& args, Streams& streams) {
  CommandLine line(
      "render", "[RECIPE | PICTURE | -] -o [MAP[,MAP...]=]FILE ... [flags]",
      "Render pictures from a recipe. The recipe is built from a preset (if any), then RECIPE\n"
      "(a file, a picture made by cobble, or - for standard input), then flags; each\n"
      "overrides the ones before it.");
  RecipeOptions recipe;
  OutputOptions output;
  Plan plan;
  output.AddTo(&line);
  plan.flags.AddTo(&line);
  recipe.AddTo(&line);
  if (!line.Parse(args, streams.out)) return std::nullopt;

  output.RefuseSeparateFiles(line.Positionals());
  plan.loaded = recipe.Load(line.PositionalsAtMost(1), streams.in);
  const auto input_metadata = PictureDefaults(plan.loaded);
  plan.run.pictures =
      output.Plan(plan.loaded.recipe, input_metadata, plan.flags.dry_run && plan.flags.checksum);
  plan.run.window = {0, 0, plan.loaded.recipe.width, plan.loaded.recipe.height};
  if (input_metadata) {
    plan.run.window = input_metadata->window;
    plan.noise_version = input_metadata->noise_version;
  }
  plan.run.origin = OriginOf(plan.loaded, plan.run.window);
  if (plan.flags.window) {
    plan.run.window = *plan.flags.window;
    plan.run.origin = {"--window", ErrorKind::kUsage};
  }
  plan.run.threads = plan.flags.threads;
  plan.run.has_checksum = plan.flags.checksum;
  plan.run.files = plan.flags.Files();
  return plan;
}

// Checks that all files of the run are distinct.
void CheckPaths(const Plan& plan) {
  PathCheck check(plan.flags.no_clobber);
  if (plan.loaded.input)
    for (const std::string& path : plan.loaded.input->paths)
      check.AddInput("the recipe " + Shown(path), path);
  for (const PicturePlan& picture : plan.run.pictures)
    for (const std::string& path : PathsOf(*picture.format, picture.path))
      check.AddOutput(path == picture.path ? picture.name : "the sidecar of " + picture.name, path);
  if (!plan.flags.report.empty())
    check.AddOutput("--report " + Shown(plan.flags.report), plan.flags.report);
}

Program CompileFor(const Plan& plan) {
  CompileOptions options;
  options.simd = plan.flags.simd;
  options.slopes = NeedSlopes(plan.run.pictures);
  options.maps = ProgramMaps(plan.run.pictures);
  options.value = NeedValue(plan.run.pictures) || plan.flags.checksum || !plan.flags.report.empty();
  return WithFlags([&] { return Program::Compile(plan.loaded.recipe, options); });
}

void TidyFoldersOf(const Plan& plan) {
  std::vector<std::string> paths;
  for (const PicturePlan& picture : plan.run.pictures) paths.push_back(picture.path);
  if (!plan.flags.report.empty()) paths.push_back(plan.flags.report);
  TidyFolders(paths);
}

// Writes the report to a temporary file, which Commit renames.
std::unique_ptr<FileSink> FinishReport(const Plan& plan, const RunReport& report) {
  const std::string text = ReportText(report);
  auto sink = std::make_unique<FileSink>(plan.flags.report, plan.flags.Files());
  sink->Write(text);
  sink->Finish();
  return sink;
}

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

void PrintChecksums(const Plan& plan, const std::string& checksum, Streams& streams) {
  std::ostream& to = plan.WritesStdout() ? streams.err : streams.out;
  for (const PicturePlan& picture : plan.run.pictures) to << ChecksumLine(checksum, picture.path);
  if (plan.run.pictures.empty()) to << ChecksumLine(checksum, plan.loaded.name);
  if (&to == &streams.err) Flush(to, "standard error");
}

// A dry run computes only the checksum.
RunPlan WithoutPicturesIfDry(const Plan& plan) {
  RunPlan run = plan.run;
  if (plan.flags.dry_run) run.pictures.clear();
  return run;
}

// Returns the report, which has statistics only if `statistics` is set or there is a --report.
RunReport MakePictures(const Plan& plan, const Program& program, bool statistics, Stopwatch watch,
                       Streams& streams) {
  RunReport report;
  if (!plan.flags.quiet || !plan.flags.report.empty())
    report.limited = LimitedNoises(program, plan.run.window);
  if (!plan.flags.quiet)
    PrintWarnings(LimitWarning(plan.loaded.recipe, report.limited), streams.err);
  report.simd = program.simd();
  report.window = plan.run.window;
  report.samples = program.recipe().samples;
  report.evaluations = EvaluationsPerPixel(program);
  const auto mode = plan.flags.quiet ? ProgressMeter::kNever : plan.flags.progress;
  ProgressMeter meter(streams.err, mode);
  const bool has_report = !plan.flags.report.empty();
  RenderOptions options;
  options.window = plan.run.window;
  options.threads = plan.run.threads;
  options.statistics = has_report || statistics;
  options.progress = meter.Stage("range");
  report.seconds.prepare = watch.Lap();
  report.range = ResolveRange(program, options);
  report.seconds.range = watch.Lap();

  options.progress = meter.Stage("render");
  if (!plan.flags.dry_run) TidyFoldersOf(plan);
  const RunPlan run_plan = WithoutPicturesIfDry(plan);
  PictureRun run(program, run_plan, report.range);
  const BandReport bands = run.Render(options);
  for (std::size_t i = 0; i < run_plan.pictures.size(); ++i)
    report.pictures.push_back(
        {run_plan.pictures[i], run.bytes_written(i), bands.clamped_samples[i]});
  report.seconds.render = watch.Lap();
  report.statistics = bands.statistics;

  std::unique_ptr<FileSink> report_file;
  if (has_report && !plan.flags.dry_run) report_file = FinishReport(plan, report);
  run.Commit();
  if (report_file) report_file->Commit();
  if (run_plan.has_checksum) PrintChecksums(plan, run.ChecksumText(), streams);
  return report;
}

// Prints what is known before rendering and is not an error.
void Warn(const Plan& plan, std::ostream& err) {
  if (plan.flags.quiet) return;
  if (plan.noise_version != kNoiseVersion) {
    PrintWarnings(
        std::vector<Issue>{
            {Shown(plan.loaded.input->name),
             fmt::format("rendered by noise version {}", plan.noise_version),
             fmt::format("this is version {}, so pixels may differ", kNoiseVersion)}},
        err);
  }
  PrintWarnings(WarningsOf(plan.loaded.recipe), err);
  PrintWarnings(MapNameHints(plan.run.pictures), err);
}

}  // namespace

int RunRender(const Args& args, Streams& streams) {
  const Stopwatch watch;
  auto plan = MakePlan(args, streams);
  if (!plan) return 0;
  const Program program = CompileFor(*plan);
  plan->run.threads = WithFlags([&] {
    CheckProgram(program, plan->run.pictures);
    return Admit(program, plan->run, plan->flags.limits);
  });
  CheckPaths(*plan);
  Warn(*plan, streams.err);
  if (plan->flags.dry_run && !plan->flags.checksum) return 0;

  const bool wants_hint = !plan->flags.quiet && !plan->flags.dry_run &&
                          WantsRangeHint(plan->loaded.recipe, plan->run, IsTerminal(streams.err));
  const RunReport report =
      WithFlags([&] { return MakePictures(*plan, program, wants_hint, watch, streams); });
  if (wants_hint) PrintWarnings(RangeHint(report.statistics, report.range), streams.err);
  return 0;
}

}  // namespace cobble
