// The table of commands.
#include "cli/line/command.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "core/list_text.h"

namespace cobble {
namespace {

constexpr Command kCommands[] = {
    {"render", "render pictures from a recipe", &DeclareRender, false, true},
    {"sheet", "make a labelled contact sheet of variations or presets", &DeclareSheet},
    {"batch", "run many render commands in one process", &DeclareBatch},
    {"plan", "cut a huge picture into shards for many machines", &DeclarePlan},
    {"verify", "check the chunks of a store, such as a Zarr folder", &DeclareVerify},
    {"sample", "evaluate the noise's value and slope at points, as CSV", &DeclareSample},
    {"check", "check recipes without writing any file", &DeclareCheck},
    {"show", "print the complete recipe as JSON, or the bounds of its nodes", &DeclareShow},
    {"format", "lay out recipe files, and write their nodes as formulas", &DeclareFormat},
    {"page", "write a page for browsers that shows and edits recipes", &DeclarePage},
    {"list", "list noises, nodes, presets, maps, formats, engines and more", &DeclareList},
    {"explain", "describe a node type or a recipe key", &DeclareExplain},
    {"schema", "print the JSON Schema of recipes", &DeclareSchema},
    {"view", "draw a recipe or a picture in the terminal", &DeclareView},
    {"watch", "render pictures again whenever their recipe changes", &DeclareWatch},
    {"info", "describe pictures: size, channels, extremes, recipe, versions", &DeclareInfo},
    {"stats", "print statistics of a map or of a picture", &DeclareStats},
    {"compare", "compare two pictures", &DeclareCompare},
    {"completion", "print the completions of a shell", &DeclareCompletion, true},
    {"man", "print the man page", &DeclareMan, true},
    {"version", "print the version of cobble, its build and its libraries", &DeclareVersion, true},
};

}  // namespace

std::span<const Command> Commands() { return kCommands; }

std::unique_ptr<CommandLine> Declare(const Command& command) {
  auto line = std::make_unique<CommandLine>(command.name);
  command.declare(line.get());
  return line;
}

std::span<const std::unique_ptr<CommandLine>> AllLines() {
  static const std::vector<std::unique_ptr<CommandLine>> lines = [] {
    std::vector<std::unique_ptr<CommandLine>> all;
    std::ranges::transform(Commands(), std::back_inserter(all), &Declare);
    return all;
  }();
  return lines;
}

std::string CommandsWith(std::string_view flag) {
  constexpr std::size_t kMaxNamed = 3;
  std::vector<std::string> names;
  for (const auto& line : AllLines()) {
    const FlagSpec* const spec = line->FindFlag(flag);
    if (spec && (spec->destinations & line->destinations())) names.push_back(line->name());
  }
  if (names.size() > kMaxNamed) {
    names.resize(kMaxNamed);
    names.back() = "others";
  }
  return names.empty() ? "" : "it is a flag of cobble " + ListText(names, " and ");
}

}  // namespace cobble
