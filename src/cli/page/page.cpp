// cobble page: writes recipes into a page for browsers.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/page/template.h"
#include "cli/recipes/failures.h"
#include "cli/recipes/options.h"
#include "cli/terminal/style.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/escape.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/suggest.h"
#include "jobs/path_check.h"
#include "jobs/recipe_warnings.h"
#include "output/sink/sink.h"
#include "platform/path.h"
#include "recipe/images/images.h"
#include "sources/recipe_source.h"

namespace cobble {
namespace {

struct PageFlags {
  RecipeOptions recipe;
  std::string output, page;
  bool mkdir = false, no_clobber = false, quiet = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddText({{"--output", "FILE"},
                   "the HTML file to write; - for standard output",
                   {.alias = "-o", .is_main = true}},
                  &output);
    line->AddText({{"--page", "FILE"},
                   "use this page, made by scripts/page, instead of the built-in one",
                   {.is_main = true}},
                  &page);
    line->AddSwitch({"--mkdir", "make the folder of the output if it is missing"}, &mkdir);
    line->AddSwitch({"--no-clobber", "refuse to replace an existing file", {.is_main = true}},
                    &no_clobber);
    line->AddSwitch(QuietFlag(), &quiet);
    recipe.AddToMany(line);
  }
};

// Occurs once in the page, where the recipes belong.
constexpr std::string_view kRecipesBegin = "<script type=\"application/json\" id=\"recipes\">",
                           kRecipesEnd = "</script>";

struct PageRecipe {
  std::string name, text;
};

// "stones" for "a/stones.json"; "recipe" for standard input.
std::string StemOf(const std::string& path) {
  const std::string_view whole = WithoutSeparator(path), name = FileNameOf(whole);
  const std::string_view stem = name.substr(0, name.size() - SuffixOfName(name).size());
  return stem.empty() || path == "-" ? "recipe" : std::string(stem);
}

// Warns of what has no effect in the recipe, and of images that the page must ask for.
PageRecipe PageRecipeOf(const LoadedRecipe& loaded, const std::string& name,
                        std::vector<Issue>* warnings) {
  Recipe recipe = loaded.recipe;
  recipe.tiling = CompileChecked(loaded).recipe().tiling;  // see Show
  std::vector<Issue> found = WarningsOf(recipe);
  for (const std::string& image : ImageNames(loaded.recipe))
    found.push_back({.where = Shown(name),
                     .message = "the image " + Quoted(image) + " is not in the page",
                     .hint = "drop its file on the page, which asks for it"});
  for (Issue& warning : found)
    if (std::ranges::count(*warnings, warning) == 0) warnings->push_back(std::move(warning));
  return {StemOf(name), WriteBriefRecipe(recipe)};
}

// Reads all recipes; returns none without a file, a preset or a flag of a recipe. Throws Error with
// the issues of all of them.
std::vector<PageRecipe> ReadRecipes(const Args& paths, const RecipeOptions& options,
                                    std::istream& in, std::vector<Issue>* warnings) {
  CheckIsReadOnce(paths);
  options.CheckPresets();
  const RecipeOptions plain = options.WithoutImages();
  SharedImages images(options.images().Read());
  const auto resolved = [&images](const RecipeLayers& layers) {
    return images.Resolve(layers, [](const RecipeLayers& each) { return each.Resolve(); });
  };
  const auto load = [&](const std::vector<std::string>& files) {
    auto input = plain.Read(files, in);
    Recipe recipe = resolved(plain.Layers(input));
    std::string name = plain.NameOf(input);
    return LoadedRecipe{std::move(recipe), std::move(name), std::move(input)};
  };
  std::vector<PageRecipe> recipes;
  Failures failures;
  const auto add = [&](const LoadedRecipe& loaded, const std::string& name) {
    recipes.push_back(PageRecipeOf(loaded, name, warnings));
  };
  for (const std::string& preset : options.presets())
    failures.Collect([&] {
      LoadedRecipe loaded{.recipe = resolved(plain.LayersOfPreset(preset)), .name = preset};
      add(loaded, preset);
    });
  for (const std::string& path : paths) failures.Collect([&] { add(load({path}), path); });
  if (paths.empty() && options.presets().empty() && options.has_flags())
    failures.Collect([&] {
      const LoadedRecipe loaded = load({});
      add(loaded, loaded.name);
    });
  failures.Throw();
  images.CheckShown();
  return recipes;
}

// "<" could end the element or begin a comment.
std::string RecipesJson(const std::vector<PageRecipe>& recipes) {
  JsonTree list = JsonTree::array();
  for (const PageRecipe& recipe : recipes)
    list.push_back({{"name", recipe.name}, {"text", recipe.text}});
  return Escaped(PrintJsonLine(list), {{'<', "\\u003c"}});
}

std::string PageText(const PageFlags& flags, std::istream& in) {
  if (!flags.page.empty()) return ReadText(flags.page, in);
  if (!BuiltInPage().empty()) return std::string(BuiltInPage());
  Refuse("", "this program was built without the page",
         "make one with scripts/page in cobble's sources, and name it: --page cobble.html");
}

std::string WithRecipes(std::string page, const std::string& json, const std::string& name) {
  const std::size_t begin = page.find(kRecipesBegin);
  const std::size_t at = begin + kRecipesBegin.size();
  const std::size_t end = begin == std::string::npos ? begin : page.find(kRecipesEnd, at);
  if (end == std::string::npos)
    throw Error(ErrorKind::kRecipe, Shown(name), "is not a page of cobble",
                "scripts/page in cobble's sources makes one");
  return page.replace(at, end - at, json);
}

void CheckOutput(const Args& paths, const PageFlags& flags) {
  if (flags.output.empty()) Refuse("", "no output given", "specify the file: -o cobble.html");
  PathCheck check({flags.no_clobber, flags.mkdir, "use --mkdir, or make it first"});
  for (const std::string& path : paths) check.AddInput("the recipe " + Shown(path), path);
  if (!flags.page.empty()) check.AddInput("--page " + Shown(flags.page), flags.page);
  flags.recipe.AddInputs(&check);
  check.AddOutput("-o " + Shown(flags.output), flags.output);
  check.MakeFolders();
}

void WritePage(const Args& paths, const PageFlags& flags, Streams& streams) {
  CheckOutput(paths, flags);
  std::vector<Issue> warnings;
  const auto recipes = ReadRecipes(paths, flags.recipe, streams.in, &warnings);
  const std::string page =
      WithRecipes(PageText(flags, streams.in), RecipesJson(recipes), flags.page);
  FileSink sink(flags.output, {.no_clobber = flags.no_clobber});
  sink.Write(page);
  sink.Commit();
  if (!flags.quiet) PrintWarnings(warnings, streams.err);
}

}  // namespace

void DeclarePage(CommandLine* line) {
  line->Describe(
      {.usage = "[RECIPE ...] -o FILE [flags]",
       .summary = "Write a page for browsers, one HTML file that needs no network and no server: "
                  "it shows recipes with a picture of every node, edits them with formulas and "
                  "controls, and renders the same pixels as this program. The page has all "
                  "presets; each RECIPE (a file, a picture or store of cobble, or - for standard "
                  "input) and each preset of --preset comes first",
       .positionals = {.maximum = kAnyNumber}});
  line->OnRun(&WritePage);
}

}  // namespace cobble
