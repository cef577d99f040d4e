// cobble render: pictures of a recipe.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/flag_values.h"
#include "cli/limits.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/paths.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/version.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/simd_level.h"
#include "core/suggest.h"
#include "output/checksum.h"
#include "output/picture.h"
#include "output/sink.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

constexpr int64_t kMostThreads = 4096;
constexpr int64_t kMostPixels = int64_t{1} << 62;

// The flags of a run that are neither the recipe's nor an output's.
struct RunFlags {
  std::optional<Window> window;
  int threads = 0;
  std::string simd = "auto";
  ProgressMeter::Mode progress = ProgressMeter::kAuto;
  bool quiet = false, checksum = false, dry_run = false, no_clobber = false, no_sync = false;
  std::string report;  // empty: none
  int64_t max_pixels = kUsualPixels;
  double max_cost = kUsualCost;

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
  text("--simd", "LEVEL", "auto, or a level of cobble list simd; all give the same bits", &simd);
  text("--report", "FILE", "write times, least, greatest, mean and what was clamped as JSON",
       &report);
  on("--checksum",
     "print a 64-bit hash of the noise's values and each output's name; with --dry-run none is "
     "needed",
     &checksum);
  on("--dry-run", "check everything, write nothing", &dry_run);
  on("--no-clobber", "refuse to replace files", &no_clobber);
  on("--no-sync", "do not wait for the disk: a power failure may then leave an empty file",
     &no_sync);
  on("--quiet", "no progress, whatever --progress says", &quiet);
}

void RunFlags::AddChecked(CommandLine* line) {
  const std::string group = "Run";
  line->Add({"--window", "X,Y,W,H", "only this rectangle of the picture, or of the plane around it",
             group},
            [this](const std::string& word) { window = WindowValue("--window", word); });
  line->Add({"--threads", "N", "0: as many as this process may use", group},
            [this](const std::string& word) {
              threads = static_cast<int>(WholeValue("--threads", word, 0, kMostThreads));
            });
  line->Add(
      {"--max-pixels", "N", fmt::format("refuse larger pictures (2^34 = {})", kUsualPixels), group},
      [this](const std::string& word) {
        max_pixels = WholeValue("--max-pixels", word, 1, kMostPixels);
      });
  line->Add(
      {"--max-cost", "N",
       fmt::format("refuse more work: evaluations of noise in all pixels ({:.0e})", kUsualCost),
       group},
      [this](const std::string& word) { max_cost = NumberValue("--max-cost", word, 1, 1e30); });
  line->Add({"--progress", "WHEN", "auto (on a terminal), always or never", group},
            [this](const std::string& word) {
              progress = static_cast<ProgressMeter::Mode>(
                  ChoiceValue("--progress", word, ProgressMeter::kModes));
            });
}

// Everything that is known before the first pixel.
struct Plan {
  RunFlags flags;
  LoadedRecipe loaded;
  std::vector<PlannedOutput> outputs;
  Window window;
  int64_t noise_version = kNoiseVersion;  // of the picture that the recipe came from

  bool WritesStdout() const {
    return std::any_of(outputs.begin(), outputs.end(),
                       [](const auto& output) { return IsStandardOutput(output.path); });
  }
};

// Returns nothing where the words ask for help.
std::optional<Plan> MakePlan(const Words& words, Streams& streams) {
  CommandLine line(
      "render", "[RECIPE | PICTURE | -] -o [MAP[,MAP...]=]FILE ... [flags]",
      "Makes pictures of a recipe: from a file, from a picture that cobble made, from\n"
      "standard input (-), a preset, flags, or all of these, the later over the "
      "earlier.");
  RecipeOptions recipe;
  OutputOptions output;
  Plan plan;
  output.AddTo(&line);
  plan.flags.AddTo(&line);
  recipe.AddTo(&line);
  if (!line.Parse(words, streams.out)) return std::nullopt;

  plan.loaded = recipe.Load(line.AloneAtMost(1), streams.in);
  const auto picture = PictureDefaults(plan.loaded);
  plan.outputs = output.Plan(picture, plan.flags.dry_run && plan.flags.checksum);
  plan.window = {0, 0, plan.loaded.recipe.width, plan.loaded.recipe.height};
  if (picture) {
    plan.window = picture->window;
    plan.noise_version = picture->noise_version;
  }
  if (plan.flags.window) plan.window = *plan.flags.window;
  return plan;
}

// Whether the window is so many whole pictures that tile.
bool Repeats(const Recipe& recipe, const Window& window) {
  return recipe.tiling && window.width % recipe.width == 0 && window.height % recipe.height == 0;
}

// Only the values themselves fit no integers.
void CheckRange(const Plan& plan) {
  if (plan.loaded.recipe.range.mode != RangeMode::kNone) return;
  for (const PlannedOutput& output : plan.outputs) {
    const bool has_height = std::count(output.maps.begin(), output.maps.end(), Map::kHeight) > 0;
    if (!has_height || output.format->is_float) continue;
    throw Error(ErrorKind::kUsage, output.flag,
                fmt::format("range \"none\" keeps the noise's values, and {} holds only 0..1",
                            output.format->name),
                "use a float format, or --range natural");
  }
}

// What no format can hold is refused here, too, before any work.
void CheckFormats(const Plan& plan) {
  for (const PlannedOutput& output : plan.outputs) {
    const std::string why = WhyTooLarge(*output.format, output.maps, output.bits, plan.window);
    if (!why.empty()) throw Error(ErrorKind::kLimit, output.flag, why);
  }
}

// Every file of the run is a different one.
void CheckPaths(const Plan& plan) {
  PathCheck check(plan.flags.no_clobber);
  if (plan.loaded.input)
    for (const std::string& path : plan.loaded.input->paths)
      check.AddInput("the recipe " + Shown(path), path);
  for (const PlannedOutput& output : plan.outputs)
    for (const std::string& path : PathsOf(*output.format, output.path))
      check.AddOutput(path == output.path ? output.flag : "the sidecar of " + output.flag, path);
  if (!plan.flags.report.empty())
    check.AddOutput("--report " + Shown(plan.flags.report), plan.flags.report);
}

Program CompileFor(const Plan& plan) {
  CompileOptions options;
  options.simd = plan.flags.simd;
  options.slopes = std::any_of(plan.outputs.begin(), plan.outputs.end(), [](const auto& output) {
    return std::any_of(output.maps.begin(), output.maps.end(), &WantsSlopes);
  });
  return Program::Compile(plan.loaded.recipe, options);
}

PictureSpec SpecOf(const Plan& plan, const PlannedOutput& output, const Program& program,
                   const HeightRange& range) {
  PictureSpec spec;
  spec.path = output.path;
  spec.format = output.format;
  spec.maps = output.maps;
  spec.bits = output.bits;
  spec.width = plan.window.width;
  spec.height = plan.window.height;
  spec.x = plan.window.x;
  spec.y = plan.window.y;
  spec.repeats = Repeats(plan.loaded.recipe, plan.window);
  spec.notes.recipe = WriteRecipeLine(program.recipe());
  spec.notes.output =
      WriteOutputNotes({output.maps, output.format, output.bits, plan.window}, range);
  if (!range.keep) {
    spec.low = range.low;
    spec.high = range.high;
  }
  spec.compression = output.compression;
  spec.files = plan.flags.Files();
  spec.simd_target = FindSimdLevel(program.simd())->target;
  return spec;
}

// Once a folder: some hold thousands of pictures.
void TidyFolders(const Plan& plan) {
  std::set<std::string> folders;
  const auto add = [&](const std::string& path) {
    if (const Location place = Locate(path); !place.direct) folders.insert(FolderOf(place.target));
  };
  for (const PlannedOutput& output : plan.outputs) add(output.path);
  if (!plan.flags.report.empty()) add(plan.flags.report);
  for (const std::string& folder : folders) RemoveStaleTemporaries(folder);
}

// The pictures and the checksum of a run, as RenderBands takes them.
struct Sinks {
  std::vector<std::unique_ptr<PictureWriter>> pictures;
  std::optional<ChecksumSink> checksum;
  std::vector<BandOutput> bands;

  Sinks(const Plan& plan, const Program& program, const HeightRange& range);
};

Sinks::Sinks(const Plan& plan, const Program& program, const HeightRange& range) {
  if (!plan.flags.dry_run) {
    TidyFolders(plan);
    for (const PlannedOutput& output : plan.outputs) {
      pictures.push_back(OpenPicture(SpecOf(plan, output, program, range)));
      bands.push_back({output.maps, pictures.back().get()});
    }
  }
  if (plan.flags.checksum) bands.push_back({{Map::kValue}, &checksum.emplace(plan.window.width)});
}

// On the disk, and not yet under its name.
std::unique_ptr<FileSink> FinishReport(const Plan& plan, const RunReport& report) {
  const std::string text = ReportText(report);
  auto sink = std::make_unique<FileSink>(plan.flags.report, plan.flags.Files());
  sink->Write(text);
  sink->Finish();
  return sink;
}

void PrintChecksums(const Plan& plan, const ChecksumSink& checksum, Streams& streams) {
  std::ostream& to = plan.WritesStdout() ? streams.err : streams.out;
  for (const PlannedOutput& output : plan.outputs)
    to << checksum.Text() << "  " << output.path << '\n';
  if (plan.outputs.empty()) to << checksum.Text() << "  " << plan.loaded.name << '\n';
  if (&to == &streams.err) Flush(to, "standard error");
}

void MakePictures(const Plan& plan, const Program& program, RunReport report, Stopwatch watch,
                  Streams& streams) {
  const auto mode = plan.flags.quiet ? ProgressMeter::kNever : plan.flags.progress;
  ProgressMeter meter(streams.err, mode);
  RenderOptions options;
  options.window = plan.window;
  options.threads = plan.flags.threads;
  options.statistics = !plan.flags.report.empty();
  options.progress = meter.Stage("range");
  report.seconds.prepare = watch.Lap();
  report.range = ResolveRange(program, options);
  report.seconds.range = watch.Lap();

  options.progress = meter.Stage("render");
  Sinks sinks(plan, program, report.range);
  const BandReport bands = RenderBands(program, report.range, options, sinks.bands);
  for (std::size_t i = 0; i < sinks.pictures.size(); ++i) {
    sinks.pictures[i]->Finish();
    report.pictures.push_back(
        {plan.outputs[i], sinks.pictures[i]->bytes_written(), bands.clamped[i]});
  }
  report.seconds.render = watch.Lap();
  report.statistics = bands.statistics;

  std::unique_ptr<FileSink> report_file;
  if (!plan.flags.report.empty() && !plan.flags.dry_run) report_file = FinishReport(plan, report);
  for (const auto& picture : sinks.pictures) picture->Commit();
  if (report_file) report_file->Commit();
  if (sinks.checksum) PrintChecksums(plan, *sinks.checksum, streams);
}

// The pixels of another version are other pixels, which is no fault.
void WarnOfVersion(const Plan& plan, std::ostream& err) {
  if (plan.noise_version == kNoiseVersion) return;
  err << fmt::format("cobble: {}: was made by noise version {}, this is {}: pixels may differ\n",
                     Shown(plan.loaded.input->name), plan.noise_version, kNoiseVersion);
}

}  // namespace

int RunRender(const Words& words, Streams& streams) {
  const Stopwatch watch;
  auto plan = MakePlan(words, streams);
  if (!plan) return 0;
  const Program program = CompileFor(*plan);
  CheckRange(*plan);
  const std::string window_from =
      plan->flags.window ? "--window" : WindowSource(plan->loaded, plan->window);
  CheckPixels(plan->loaded.recipe, plan->window, window_from, plan->flags.max_pixels);
  const std::vector<Map> maps = MapsOf(plan->outputs);
  CheckCost(program, plan->window, maps, window_from, plan->flags.max_cost);
  CheckFormats(*plan);
  CheckPlace(program, plan->window, maps, window_from);
  RenderOptions options;
  options.window = plan->window;
  options.threads = plan->flags.threads;
  plan->flags.threads =
      ThreadsForMemory(program, options, window_from, plan->outputs, plan->flags.checksum);
  CheckPaths(*plan);
  WarnOfVersion(*plan, streams.err);
  if (plan->flags.dry_run && !plan->flags.checksum) return 0;

  RunReport report;
  report.simd = program.simd();
  report.window = plan->window;
  MakePictures(*plan, program, std::move(report), watch, streams);
  return 0;
}

}  // namespace cobble
