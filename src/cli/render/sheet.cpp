// cobble sheet: makes a labelled contact sheet of recipes, their variations, pictures and presets.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <istream>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/flag_errors.h"
#include "cli/pictures/color_file.h"
#include "cli/pictures/draw.h"
#include "cli/recipes/failures.h"
#include "cli/recipes/options.h"
#include "cli/render/render_flags.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/style.h"
#include "cobble/error.h"
#include "cobble/recipe.h"
#include "cobble/recipe_io.h"
#include "core/bounds.h"
#include "core/list_text.h"
#include "core/size.h"
#include "core/suggest.h"
#include "input/picture_reader.h"
#include "jobs/admission.h"
#include "jobs/node_range.h"
#include "jobs/path_check.h"
#include "jobs/run_warnings.h"
#include "jobs/series/series_items.h"
#include "jobs/shared_warnings.h"
#include "recipe/presets.h"
#include "render/parallel.h"
#include "sources/picture_source.h"
#include "views/contact_sheet.h"
#include "views/file_look.h"
#include "views/look.h"

namespace cobble {
namespace {

constexpr int64_t kDefaultCell = 192, kMaxCell = 2048;
constexpr std::size_t kMaxCells = 1024;
constexpr int64_t kLargeCell = 320;  // from here on, labels are twice as large

struct SheetFlags {
  RecipeOptions recipe;
  SeriesFlags series;
  ColorFile file{"sheet", "--cell"};
  std::string look;
  Shape shape = Shape::kFlat;
  int64_t cell = kDefaultCell;
  std::optional<int64_t> columns;
  int threads = 0;
  bool presets = false, no_labels = false, quiet = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Sheet");
    file.AddOutput(line);
    line->AddSwitch({"--presets",
                     "show all presets that need no image; recipe flags apply to each",
                     {.is_main = true, .excludes = {{"--vary"}, {"--preset"}, {"--image"}}}},
                    &presets);
    line->AddText({{"--map", "NAME"},
                   "show this map of each recipe (default: lit)",
                   {.brief = "the map of a recipe, such as normal", .is_main = true}},
                  &look);
    AddShape(line, &shape);
    line->AddWhole(
        {{"--cell", "N"}, fmt::format("width of each picture (default {})", kDefaultCell)}, &cell,
        16, kMaxCell);
    line->AddWhole({{"--per-row", "N"},
                    "pictures per row (default: a row for each value of the first of "
                    "several --vary, else a roughly square sheet)"},
                   &columns, 1, kMaxCells);
    line->AddSwitch({"--no-labels", "leave out the names and values below the pictures"},
                    &no_labels);
    AddThreads(line, &threads);
    file.AddRules(line);
    line->AddSwitch({"--quiet", "print errors only", {.is_main = true}}, &quiet);
    series.AddVary(
        line,
        "one picture for each value of a key, as in seed=1..16 or noise.frequency=2,4,8; "
        "several make all combinations");
    recipe.AddToMany(line);
  }
};

// --- What the cells show: recipes and their variations, pictures, presets ---

// What an argument or a preset stands for.
struct SheetSource {
  std::string name;                // for labels and messages; "-" if only flags define the recipe
  std::vector<std::string> paths;  // of its files
  std::optional<std::string> preset;     // it is the recipe of this preset
  std::optional<RecipeSource> input;     // it is this recipe
  std::optional<PictureFile> picture{};  // it is this picture, shown as it is
};

// A cell before it is rendered: the recipe, or else the picture.
struct CellPlan {
  std::optional<Recipe> recipe;
  std::optional<PictureFile> picture;
  int64_t width = 0, height = 0;
  std::vector<std::string> lines;  // of the label
  std::string name{};              // of the recipe among others, for messages
  SeriesItem item{};
  std::optional<Bounds> node_range{};  // see LookOptions
};

bool IsRecipe(const SheetSource& source) { return !source.picture; }

SheetSource SourceOfPreset(const std::string& name) { return {name, {}, name, {}, {}}; }

// The flags of all recipes.
struct CommonFlags {
  RecipeOptions options;  // without images
  SharedImages images;
  std::string look;  // SheetFlags::look
};

RecipeLayers LayersOf(const RecipeOptions& options, const SheetSource& source) {
  return source.preset ? options.LayersOfPreset(*source.preset) : options.Layers(source.input);
}

struct SheetRecipe {
  Recipe recipe;
  std::optional<Bounds> node_range;  // see LookOptions
};

std::vector<SheetRecipe> RecipesOf(CommonFlags* flags, const SheetSource& source,
                                   std::span<const SeriesItem> items) {
  const auto layers_of = [&](const RecipeOptions& each) { return LayersOf(each, source); };
  const auto shows_node = [&](const Recipe&) { return NamesNode(flags->look); };
  RecipeOptions options = flags->options;
  const auto range = options.TakeNodeRange({&flags->look, 1}, layers_of);
  const RecipeLayers layers = layers_of(options);
  std::vector<SheetRecipe> recipes;
  recipes.reserve(items.size());
  for (SeriesItem item : items) {
    const auto varied = TakeVariedNodeRange(
        &item, shows_node, [&](const SeriesItem& each) { return ResolveItem(layers, each); });
    Recipe recipe = flags->images.Resolve(
        layers, [&](const RecipeLayers& each) { return ResolveItem(each, item); });
    recipes.push_back({std::move(recipe), varied ? varied : range});
  }
  return recipes;
}

// Returns whether a source's recipe has these issues, too.
bool HasIssues(CommonFlags* flags, const SheetSource& source, std::span<const SeriesItem> items,
               const std::vector<Issue>& issues) {
  if (source.picture) return true;
  try {
    RecipesOf(flags, source, items);
  } catch (const Error& error) {
    return error.issues() == issues;
  }
  return false;
}

// Names an error's source, unless its file is named or all fail for one reason: wrong flags.
Error NamedError(CommonFlags* flags, std::span<const SheetSource> sources,
                 std::span<const SeriesItem> items, const SheetSource& failed, const Error& error) {
  std::vector<Issue> issues = error.issues();
  if (std::ranges::all_of(sources, [&](const SheetSource& source) {
        return HasIssues(flags, source, items, issues);
      }))
    return error;
  const std::string name = (failed.preset ? "preset " : "") + Shown(failed.name);
  for (Issue& issue : issues)
    if (!issue.where.starts_with(name)) issue.where = name + ": " + issue.where;
  return {error.kind(), std::move(issues)};
}

CellPlan PlanOfPicture(const SheetSource& source) {
  const PictureInfo info = OpenPictureFile(*source.picture)->info();
  return {{}, source.picture, info.width, info.height, {source.name}};
}

// Labels a recipe that has variations with its name only beside other recipes.
CellPlan PlanOf(const SheetSource& source, const SeriesItem& item, SheetRecipe shown,
                bool is_named) {
  auto& [recipe, node_range] = shown;
  CellPlan plan{{}, {}, recipe.width, recipe.height, {}};
  plan.recipe = std::move(recipe);
  plan.node_range = node_range;
  if (is_named) plan.name = Shown(source.name);
  plan.item = item;
  if (source.name != "-" && (is_named || item.settings.empty())) plan.lines.push_back(source.name);
  for (const RecipeSetting& setting : item.settings)
    plan.lines.push_back(setting.path + '=' + setting.value);
  return plan;
}

// Reads what the arguments and presets stand for. Throws Error with the issues of all files that
// cannot be read.
std::vector<SheetSource> ReadSources(const Args& paths, const SheetFlags& flags, std::istream& in) {
  const RecipeOptions& recipe = flags.recipe;
  if (flags.presets && !paths.empty()) Refuse("--presets", "is mutually exclusive with a recipe");
  std::vector<SheetSource> sources;
  if (flags.presets)
    for (const Preset& preset : Presets())
      if (preset.images.empty()) sources.push_back(SourceOfPreset(std::string(preset.name)));
  for (const std::string& name : recipe.presets()) sources.push_back(SourceOfPreset(name));

  // Also checks the names of presets.
  if (paths.empty() && !flags.presets) {
    if (sources.empty()) {
      auto input = recipe.Read({}, in);
      sources.push_back({recipe.NameOf(input), {}, {}, std::move(input), {}});
    } else {
      recipe.CheckPresets();
    }
  }
  if (std::ranges::count(paths, "-") > 1)
    Refuse("-", "stands for standard input, which can be read only once");
  const bool shows_pictures = flags.look.empty() && flags.shape == Shape::kFlat &&
                              !IsSeries(flags.series.series()) && !recipe.has_flags();
  Failures failures;
  for (const std::string& path : paths)
    failures.Collect([&] {
      std::istringstream text;
      bool is_read = false;  // standard input
      if (shows_pictures) {
        PictureSource argument = OpenSource(path, in);
        if (argument.is_picture) {
          sources.push_back({path, argument.paths, {}, {}, std::move(argument.file)});
          return;
        }
        is_read = path == "-";
        if (is_read) text.str(TextOf(argument));
      }
      auto input = recipe.Read({path}, is_read ? text : in);
      sources.push_back({recipe.NameOf(input), input->paths, {}, std::move(input), {}});
    });
  failures.Throw();
  return sources;
}

// Drops the presets that lack a knob that a flag turns, unless all recipes are such presets.
// Returns notes about them.
std::vector<Issue> DropPresetsWithoutKnobs(std::span<const RecipeOptions::Pair> knobs,
                                           std::vector<SheetSource>* sources) {
  constexpr std::size_t kMaxListed = 3;
  std::vector<Issue> notes;
  if (knobs.empty()) return notes;
  const auto presets = PresetSummaries();
  for (const RecipeOptions::Pair& knob : knobs) {
    const auto lacks_it = [&](const SheetSource& source) {
      const auto preset =
          std::ranges::find(presets, source.preset.value_or(""), &PresetSummary::name);
      return preset != presets.end() && !preset->knobs.Find(knob.first);
    };
    std::vector<std::string> without;
    for (const SheetSource& source : *sources)
      if (lacks_it(source)) without.push_back(source.name);
    if (without.empty() || without.size() == sources->size()) continue;
    std::erase_if(*sources, lacks_it);
    if (const std::size_t count = without.size(); count > kMaxListed + 1) {
      without.resize(kMaxListed);
      without.push_back(fmt::format("{} others", count - kMaxListed));
    }
    notes.push_back({"--knob " + Shown(knob.first),
                     "presets without this knob are left out: " + ListText(without, " and "), ""});
  }
  return notes;
}

// Resolves the variations of each recipe. Throws Error kLimit for more than kMaxCells.
std::vector<CellPlan> PlanCells(std::span<const SheetSource> sources, const SheetFlags& flags) {
  const RecipeOptions& recipe = flags.recipe;
  Series wanted = flags.series.series();
  if (const auto first = std::ranges::find_if(sources, &IsRecipe); first != sources.end())
    TakeStepsOfKnobs(LayersOf(recipe, *first), &wanted);
  const auto items = ItemsOf(wanted, kSettingFlags);
  if (const std::size_t count = items.size() * sources.size(); count > kMaxCells)
    throw Error(ErrorKind::kLimit, "",
                fmt::format("a sheet holds at most {} pictures, not {}", kMaxCells, count),
                "cobble render --vary writes a file for each");
  CommonFlags common{recipe.WithoutImages(), SharedImages(recipe.images().Read()), flags.look};
  std::vector<CellPlan> plans;
  Failures failures;
  for (const SheetSource& source : sources) {
    if (source.picture) {
      failures.Collect([&] { plans.push_back(PlanOfPicture(source)); });
      continue;
    }
    std::vector<SheetRecipe> recipes;
    try {
      recipes = RecipesOf(&common, source, items);
    } catch (const Error& error) {
      // One preset's error is enough.
      if (flags.presets) throw NamedError(&common, sources, items, source, error);
      failures.Add(NamedError(&common, sources, items, source, error));
      continue;
    }
    if (plans.empty()) CheckVariedKeys(wanted, recipes.front().recipe);
    for (std::size_t k = 0; k < items.size(); ++k)
      plans.push_back(PlanOf(source, items[k], std::move(recipes[k]), sources.size() > 1));
  }
  failures.Throw();
  common.images.CheckShown();
  return plans;
}

// --- The sheet ---

RgbPicture RenderCell(const CellPlan& plan, const SheetFlags& flags, std::vector<Issue>* warnings) {
  if (!plan.recipe) {
    const auto reader = OpenPictureFile(*plan.picture);
    return LookAtFile(*reader, flags.cell, flags.cell);
  }
  LookOptions look;
  look.look = flags.look;
  look.where = "--map " + Shown(flags.look);
  look.node_range = plan.node_range;
  look.shape = flags.shape;
  look.max_width = flags.cell;
  look.max_height = flags.cell;
  look.threads = 1;
  look.warnings = warnings;
  return LookAt(*plan.recipe, look);
}

// Collects the warnings of all cells.
class SheetWarnings {
 public:
  explicit SheetWarnings(std::size_t cells) : lit_(cells), look_(cells) {}

  std::vector<Issue>* LitOf(std::size_t cell) { return &lit_[cell]; }
  void AddLook(std::size_t cell, const CellPlan& plan, const std::string& look) {
    if (plan.recipe) look_[cell] = LookWarnings(*plan.recipe, look, plan.node_range);
  }
  // Returns each warning once.
  std::vector<Issue> All(const std::vector<CellPlan>& plans) const {
    std::vector<Issue> all;
    for (const auto& warnings : lit_)
      for (const Issue& warning : warnings)
        if (std::ranges::count(all, warning) == 0) all.push_back(warning);
    SharedWarnings shared;
    for (std::size_t k = 0; k < look_.size(); ++k)
      if (plans[k].recipe) shared.Add(k, plans[k].item, look_[k]);
    for (const auto& [warning, cell] : shared.All())
      all.push_back(Named(warning, cell ? plans[*cell].name : ""));
    return all;
  }

 private:
  static Issue Named(Issue warning, const std::string& name) {
    warning = InFlags(std::move(warning));
    if (!name.empty()) warning.where = name + ": " + warning.where;
    return warning;
  }

  std::vector<std::vector<Issue>> lit_, look_;  // by cell: LookOptions::warnings, LookWarnings
};

// Renders all cells, one thread each. Throws the first error.
std::vector<SheetCell> RenderCells(const std::vector<CellPlan>& plans, const SheetFlags& flags,
                                   const std::function<void(std::string_view, double)>& progress,
                                   SheetWarnings* warnings) {
  std::vector<SheetCell> cells(plans.size());
  std::vector<std::exception_ptr> errors(plans.size());
  const int threads = ThreadsOf(flags.threads);
  ItemSteps steps;
  steps.make = [&](int, int64_t item) {
    const auto k = static_cast<std::size_t>(item);
    try {
      cells[k] = {RenderCell(plans[k], flags, warnings->LitOf(k)), plans[k].lines};
      if (!flags.quiet) warnings->AddLook(k, plans[k], flags.look);
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

// Throws Error kUsage if the format cannot hold the sheet, or its file is a source's.
PictureOutput SheetOutput(const SheetFlags& flags, std::span<const SheetSource> sources) {
  PictureOutput output = flags.file.Output();
  PathCheck check({.no_clobber = flags.file.refuses_existing()});
  for (const SheetSource& source : sources)
    for (const std::string& path : source.paths)
      check.AddInput((source.picture ? "the picture " : "the recipe ") + Shown(path), path);
  flags.recipe.AddInputs(&check);
  check.AddOutput("-o " + output.label.value, output.path);
  return output;
}

// Gives each of several recipes with variations a row.
SheetStyle StyleOf(int64_t count, int64_t sources, const SheetFlags& flags) {
  SheetStyle style;
  const auto square = static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  const auto row = flags.series.VariationsPerValue();
  int64_t columns = row ? static_cast<int64_t>(*row) : square;
  if (sources > 1 && count > sources) columns = count / sources;
  style.columns = std::min<int64_t>(flags.columns.value_or(columns), count);
  style.scale = flags.cell >= kLargeCell ? 2 : 1;
  return style;
}

// Throws Error kLimit before rendering if the sheet is too large for its format or for memory.
void CheckSize(const PictureOutput& output, std::span<const CellPlan> cells,
               const SheetStyle& style, const SheetFlags& flags) {
  FittedSize picture;
  Size bytes;
  std::size_t lines = 0;
  for (const CellPlan& cell : cells) {
    const Shape shape = cell.recipe ? flags.shape : Shape::kFlat;
    const FittedSize size = SizeOfShape(shape, cell.width, cell.height, flags.cell, flags.cell);
    picture.width = std::max(picture.width, size.width);
    picture.height = std::max(picture.height, size.height);
    bytes = bytes + SampleBytes(output.maps, output.bits, {0, 0, size.width, size.height});
    lines = std::max(lines, cell.lines.size());
  }
  const auto [width, height] =
      SizeOfSheet(std::ssize(cells), picture, static_cast<int64_t>(lines), style);
  flags.file.CheckSize(output, width, height, bytes);
}

void MakeSheet(const Args& positionals, const SheetFlags& flags, Streams& streams) {
  auto sources = ReadSources(positionals, flags, streams.in);
  const auto notes = DropPresetsWithoutKnobs(flags.recipe.knobs(), &sources);
  const PictureOutput output = SheetOutput(flags, sources);
  auto plans = PlanCells(sources, flags);
  if (flags.no_labels)
    for (CellPlan& plan : plans) plan.lines.clear();
  const SheetStyle style = StyleOf(std::ssize(plans), std::ssize(sources), flags);
  CheckSize(output, plans, style, flags);
  ProgressMeter meter(streams.err, flags.quiet ? ProgressMeter::kNever : ProgressMeter::kAuto);
  SheetWarnings warnings(plans.size());
  const auto pictures = RenderCells(plans, flags, meter.Stages(), &warnings);
  flags.file.Write(output, MakeContactSheet(pictures, style), flags.threads);
  if (flags.quiet) return;
  PrintHints(notes, streams.err);
  PrintWarnings(warnings.All(plans), streams.err);
}

}  // namespace

void DeclareSheet(CommandLine* line) {
  line->Describe(
      {.usage = "[RECIPE | PICTURE | -] ... -o FILE [flags]",
       .summary = "Make one labelled contact sheet of recipes, pictures and presets, or of the "
                  "variations of recipes. Recipes are built as by cobble render: recipe flags "
                  "apply to each. A picture is shown as it is, unless --vary, --map, --shape or a "
                  "recipe flag asks for its recipe.",
       .positionals = {.maximum = kAnyNumber}});
  line->OnRun(&MakeSheet);
}

}  // namespace cobble
