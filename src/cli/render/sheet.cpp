// cobble sheet: makes a labelled contact sheet of variations or of all presets.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/flag_errors.h"
#include "cli/line/flag_values.h"
#include "cli/recipes/options.h"
#include "cli/render/paths.h"
#include "cli/render/run_flags.h"
#include "cli/render/series_flags.h"
#include "cli/terminal/progress.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/size.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/contact_sheet.h"
#include "jobs/look.h"
#include "jobs/picture_run.h"
#include "output/picture.h"
#include "render/parallel.h"

namespace cobble {
namespace {

constexpr int64_t kMaxCells = 1024;
constexpr int64_t kDefaultCell = 192, kMaxCell = 2048;
constexpr int64_t kLargeCell = 320;  // from here on, labels are twice as large

struct SheetFlags {
  std::string output, look;
  int64_t cell = kDefaultCell;
  std::optional<int64_t> columns;
  int threads = 0;
  bool presets = false, no_clobber = false, if_changed = false, no_sync = false, quiet = false;

  FileRules Files() const {
    return {.no_clobber = no_clobber, .sync = !no_sync, .if_changed = if_changed};
  }

  void AddTo(CommandLine* line);

 private:
  void AddNumbers(CommandLine* line, const std::string& group);
};

void SheetFlags::AddTo(CommandLine* line) {
  const std::string group = "Sheet";
  line->AddText(
      {"-o,--output", "FILE", "write the sheet: PNG, or another format with 8 bits", group},
      &output);
  line->AddSwitch({"--presets", {}, "show all presets", group}, &presets);
  line->AddText({"--map", "NAME",
                 "show this map (default: lit, with the recipe's colours if it has any)", group},
                &look);
  AddNumbers(line, group);
  const auto on = [&](std::string name, std::string help, bool* to) {
    line->AddSwitch({std::move(name), {}, std::move(help), group}, to);
  };
  on("--no-clobber", "refuse to replace an existing file", &no_clobber);
  on("--if-changed", "leave a file whose bytes would not change as it is", &if_changed);
  on("--no-sync", "do not wait for the disk: a power failure may leave an empty file", &no_sync);
  on("--quiet", "print errors only", &quiet);
}

void SheetFlags::AddNumbers(CommandLine* line, const std::string& group) {
  line->Add({"--cell", "N", fmt::format("width of each picture (default {})", kDefaultCell), group},
            [this](const std::string& text) { cell = WholeValue("--cell", text, 16, kMaxCell); });
  line->Add(
      {"--per-row", "N",
       "pictures in a row (default: a row for each value of the first of several --vary, else "
       "about a square sheet)",
       group},
      [this](const std::string& text) { columns = WholeValue("--per-row", text, 1, kMaxCells); });
  AddThreads(line, group, &threads);
}

// A cell before it is rendered.
struct CellPlan {
  Recipe recipe;
  std::vector<std::string> lines;
};

void CheckCount(std::size_t count) {
  if (count <= kMaxCells) return;
  throw Error(ErrorKind::kLimit, "",
              fmt::format("a sheet holds at most {} pictures, not {}", kMaxCells, count),
              "cobble render --vary writes a file for each");
}

std::vector<CellPlan> PresetCells() {
  std::vector<CellPlan> cells;
  for (const Preset& preset : Presets()) {
    const std::string name(preset.name);
    cells.push_back({ReadRecipe(preset.text, "preset " + name), {name}});
  }
  return cells;
}

// A recipe without variations is one cell, labelled with its name.
std::vector<CellPlan> VariedCells(const RecipeOptions& options, const SeriesFlags& series,
                                  const std::optional<Input>& input) {
  const auto items = series.Items();
  CheckCount(items.size());
  std::vector<CellPlan> cells;
  for (const SeriesItem& item : items) {
    LoadedRecipe loaded = ResolveItem(options, input, item);
    if (cells.empty()) series.CheckKeys(loaded.recipe);
    CellPlan& cell = cells.emplace_back();
    cell.recipe = std::move(loaded.recipe);
    for (const RecipeOptions::Setting& setting : item.settings)
      cell.lines.push_back(setting.path + '=' + setting.value);
    if (cell.lines.empty() && loaded.name != "-") cell.lines.push_back(loaded.name);
  }
  return cells;
}

// Renders all cells, one thread each. Throws the error of the first that fails.
std::vector<SheetCell> RenderCells(const std::vector<CellPlan>& plans, const SheetFlags& flags,
                                   const std::function<void(std::string_view, double)>& progress) {
  std::vector<SheetCell> cells(plans.size());
  std::vector<std::exception_ptr> errors(plans.size());
  const int threads = flags.threads > 0 ? flags.threads : AvailableThreads();
  ItemSteps steps;
  steps.make = [&](int, int64_t item) {
    const auto k = static_cast<std::size_t>(item);
    LookOptions look;
    look.look = flags.look;
    look.where = "--map " + Shown(flags.look);
    look.max_width = flags.cell;
    look.max_height = flags.cell;
    look.threads = 1;
    try {
      cells[k] = {LookAt(plans[k].recipe, look), plans[k].lines};
    } catch (...) {
      errors[k] = std::current_exception();
    }
  };
  steps.finish = [&](int, int64_t item) {
    const auto k = static_cast<std::size_t>(item);
    if (errors[k]) std::rethrow_exception(errors[k]);
    if (progress)
      progress("render", static_cast<double>(k + 1) / static_cast<double>(plans.size()));
  };
  InOrder(std::ssize(plans), threads, steps);
  return cells;
}

// Returns the plan of the sheet's file. Throws Error kUsage if the format cannot hold it, or if it
// is a file of `input`.
PicturePlan PlanSheet(const SheetFlags& flags, const std::optional<Input>& input) {
  if (flags.output.empty())
    throw Error(ErrorKind::kUsage, "", "no output given", "specify one, as in -o sheet.png");
  PicturePlan plan;
  plan.name = "-o " + Shown(flags.output);
  plan.path = flags.output;
  if (plan.path == "-")
    throw Error(ErrorKind::kUsage, plan.name, "a sheet must be a file", "as in -o sheet.png");
  plan.format = FormatOfPath(flags.output);
  if (!plan.format)
    throw Error(ErrorKind::kUsage, plan.name, "names no format", "as in -o sheet.png");
  PictureMap map;
  map.name = "sheet";
  map.channels = 3;
  map.is_color = true;
  plan.maps = {map};
  plan.bits = 8;
  CheckFormat(plan);
  PathCheck check(flags.no_clobber);
  if (input)
    for (const std::string& path : input->paths) check.AddInput("the recipe " + Shown(path), path);
  check.AddOutput(plan.name, plan.path);
  return plan;
}

SheetStyle StyleOf(int64_t count, const SheetFlags& flags) {
  SheetStyle style;
  const auto square = static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  style.columns = std::min<int64_t>(flags.columns.value_or(square), count);
  style.scale = flags.cell >= kLargeCell ? 2 : 1;
  return style;
}

// Throws Error kLimit if the sheet is too large for its format or for memory, before it is
// rendered.
void CheckSize(const PicturePlan& plan, const std::vector<CellPlan>& cells,
               const SheetFlags& flags) {
  SheetSize picture;
  Size bytes;
  std::size_t lines = 0;
  for (const CellPlan& cell : cells) {
    const FittedSize size =
        FitWithin(cell.recipe.width, cell.recipe.height, flags.cell, flags.cell);
    picture.width = std::max(picture.width, size.width);
    picture.height = std::max(picture.height, size.height);
    bytes = bytes + SampleBytes(plan.maps, plan.bits, {0, 0, size.width, size.height});
    lines = std::max(lines, cell.lines.size());
  }
  const auto count = std::ssize(cells);
  const auto [width, height] =
      SizeOfSheet(count, picture, static_cast<int64_t>(lines), StyleOf(count, flags));
  const Window sheet{0, 0, width, height};
  const std::string reason = WhyTooLarge(*plan.format, plan.maps, plan.bits, sheet);
  if (!reason.empty())
    throw Error(ErrorKind::kLimit, plan.name, reason, "use another format or a smaller --cell");
  const uint64_t limit = Limits{}.memory;
  bytes = bytes + SampleBytes(plan.maps, plan.bits, sheet) +
          MemoryOf(*plan.format, plan.maps, plan.bits, sheet).whole;
  if (bytes > Size(limit))
    throw Error(ErrorKind::kLimit, plan.name,
                fmt::format("{} x {} pixels need {} bytes of memory, but the limit is {}", width,
                            height, bytes.value(), limit),
                "use a smaller --cell");
}

void WriteSheet(const PicturePlan& plan, const PixelBuffer& sheet, const SheetFlags& flags) {
  PictureSpec spec;
  spec.path = plan.path;
  spec.format = plan.format;
  spec.maps = plan.maps;
  spec.bits = plan.bits;
  spec.width = sheet.width();
  spec.height = sheet.height();
  spec.files = flags.Files();
  TidyFolders({plan.path});
  const auto writer = OpenPicture(spec);
  WriteBuffer(sheet, flags.threads > 0 ? flags.threads : AvailableThreads(), writer.get());
  writer->Commit();
}

}  // namespace

int RunSheet(const Args& args, Streams& streams) {
  CommandLine line("sheet", "[RECIPE | PICTURE | -] --vary PATH=VALUES ... -o FILE [flags]",
                   "Make one labelled contact sheet of the variations of a recipe, or of all\n"
                   "presets with --presets.");
  SheetFlags flags;
  SeriesFlags series;
  RecipeOptions recipe;
  flags.AddTo(&line);
  series.AddVary(&line, "Sheet",
                 "one picture for each value of a key, as in seed=1..16 or noise.frequency=2,4,8; "
                 "several make all combinations");
  recipe.AddTo(&line);
  if (!line.Parse(args, streams.out)) return 0;
  const auto& positionals = line.PositionalsAtMost(1);
  if (flags.presets && (recipe.has_flags() || series.IsOn() || !positionals.empty()))
    throw Error(ErrorKind::kUsage, "--presets", "is mutually exclusive with a recipe and --vary");
  const auto input = flags.presets ? std::nullopt : recipe.Read(positionals, streams.in);
  const PicturePlan plan = PlanSheet(flags, input);
  const auto cells = flags.presets ? PresetCells() : VariedCells(recipe, series, input);
  if (const auto row = series.VariationsPerValue(); row && !flags.columns)
    flags.columns = static_cast<int64_t>(*row);
  CheckSize(plan, cells, flags);
  ProgressMeter meter(streams.err, flags.quiet ? ProgressMeter::kNever : ProgressMeter::kAuto);
  const auto pictures = WithFlags([&] { return RenderCells(cells, flags, meter.Stages()); });
  WriteSheet(plan, MakeContactSheet(pictures, StyleOf(std::ssize(pictures), flags)), flags);
  return 0;
}

}  // namespace cobble
