// The tables of commands and of examples.
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
    {"rivers", "write the rivers and lakes of a land as GeoJSON", &DeclareRivers},
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
    {"palette", "print the colours of a picture, as formulas", &DeclarePalette},
    {"compare", "compare two pictures", &DeclareCompare},
    {"completion", "print the completions of a shell", &DeclareCompletion, true},
    {"man", "print the man page", &DeclareMan, true},
    {"version", "print the version of cobble, its build and its libraries", &DeclareVersion, true},
};

// A test runs them in this order in one folder, so later ones can use the files of earlier ones.
constexpr Example kExamples[] = {
    {"", "cobble render --preset marble -o marble.png", "Render a built-in recipe."},
    {"", "cobble render --noise perlin --frequency 8 --octaves 5 --tiling -o hills.png",
     "Render noise that repeats without a seam."},
    {"", "cobble render --noise \"terrace(ridged(simplex(2), 6), 12)\" --tiling -o a.png",
     "Render a formula."},
    {"", "cobble show --preset clouds --brief > clouds.json", "Make a recipe file to edit."},
    {"", "cobble render clouds.json -o height=clouds.r16 -o normal=clouds_n.png",
     "Render two maps of a recipe file in one run."},

    {"render", "cobble render --preset marble --seed 7 -o marble.png",
     "Render a built-in recipe with another seed."},
    {"render", "cobble render clouds.json --size 2048 -o height=sky.exr -o normal=sky_n.png",
     "Render two maps of a recipe file."},
    {"render", "cobble render --preset brick-wall -o color=wall.png -o lit=wall_lit.png",
     "Render the colours of a material, and a lit picture of it."},
    {"render", "cobble render marble.png --set seed=8 -o other.png",
     "Render a picture again, with one key changed."},
    {"render", "cobble render --let \"a=ridged(simplex(2))\" --noise \"min(a, 0.6)\" -o a.png",
     "Render a formula that uses another."},

    {"render", "cobble render clouds.json --size 512 --chunk 256 -o clouds.zarr",
     "Render a Zarr store, which many processes could share."},

    {"plan", "cobble plan clouds.json --size 2048 --shards 4 -o land.zarr > shards.sh",
     "Make a store, and a script that renders it."},
    {"plan", "cobble plan land.zarr --stage render | parallel --joblog render.log",
     "Run its commands with GNU parallel.", false},
    {"plan", "cobble plan land.zarr --scheduler slurm > job.sh",
     "Print a script that submits the shards to Slurm."},

    {"verify", "cobble verify clouds.zarr", "Check a store."},
    {"verify", "cobble verify clouds.zarr --recompute 10% > repair.sh",
     "Check it, render a tenth again, and keep the commands that repair it."},

    {"sample", "cobble sample --noise perlin --points points.csv",
     "Evaluate noise at the points of a CSV file."},
    {"sample", "echo 0.25,0.5 | cobble sample clouds.json --points -",
     "Evaluate a recipe at one point."},

    {"rivers", "cobble rivers --preset alpine -o rivers.geojson",
     "Write the rivers and lakes of a landscape, in metres."},
    {"rivers", "cobble rivers --preset alpine --min-size 0.001 -o brooks.geojson",
     "Write smaller streams, too."},

    {"check", "cobble check clouds.json", "Check a recipe."},
    {"check", "cobble check --quiet recipes/*.json", "Check recipes and print only errors."},
    {"check", "cobble check marble.png", "Check the recipe stored in a picture."},

    {"show", "cobble show --preset clouds --brief > clouds.json", "Make a recipe file to edit."},
    {"show", "cobble show clouds.json --set noise.amount=0.2",
     "Print a recipe with one key changed."},
    {"show", "cobble show clouds.json --bounds", "Print the bounds of the recipe's nodes."},

    {"format", "cobble format clouds.json", "Print a recipe file in the usual layout."},
    {"format", "cobble format --in-place clouds.json", "Change the file itself."},
    {"format", "cobble format --check recipes/*.json",
     "Name the files that are not in this layout, as in a pre-commit hook.", false},

    {"page", "cobble page -o cobble.html", "Make a page with all presets.", false},
    {"page", "cobble page clouds.json marble.png -o stones.html",
     "Make a page that opens with your own recipes.", false},

    {"list", "cobble list presets", "List the built-in recipes."},
    {"list", "cobble list noises", "List the noises and their options."},
    {"list", "cobble list formats --json", "List the formats, as JSON."},

    {"explain", "cobble explain terrace", "Describe a type of node and its keys."},
    {"explain", "cobble explain formulas", "Describe formulas."},
    {"explain", "cobble explain noise.octaves", "Describe a key."},
    {"explain", "cobble explain euclidean", "Describe a choice of a key."},

    {"schema", "cobble schema > recipe.schema.json", "Make a schema for an editor."},

    {"info", "cobble info marble.png", "Describe a picture."},
    {"info", "cobble info clouds.zarr", "Describe a store."},

    {"sheet", "cobble sheet clouds.json --vary seed=1..16 -o sheet.png",
     "Compare sixteen seeds of a recipe."},
    {"sheet", "cobble sheet clouds.json --vary seed=1,2 --vary noise.amount=0.1,0.4 -o s.png",
     "Compare the combinations of two keys."},
    {"sheet", "cobble sheet --presets -o presets.png", "Show all built-in recipes."},
    {"sheet", "cobble sheet clouds.json marble.png --preset rust,marble --no-labels -o s.png",
     "Show two presets, a recipe and a picture."},
    {"sheet", "cobble sheet --preset oak-planks,rust --shape sphere --cell 512 -o balls.png",
     "Show two materials on balls."},

    {"batch", "cobble batch jobs.txt", "Run the render commands of a list."},
    {"batch", "cobble batch jobs.txt --if-changed", "Skip files that would not change."},

    {"view", "cobble view --preset marble", "Draw a built-in recipe.", false},
    {"view", "cobble view clouds.json --map normal --repeat", "Look for seams in a map.", false},
    {"view", "cobble view marble.png --protocol blocks | less -R", "Draw a picture into a pipe.",
     false},
    {"view", "cobble view --terrain --preset alpine --size 512 -o alpine.png",
     "Write a picture of a landscape."},

    {"watch", "cobble watch clouds.json -o clouds.png", "Render whenever the recipe changes.",
     false},
    {"watch", "cobble watch clouds.json -o clouds.png --view", "Draw the recipe as well.", false},

    {"stats", "cobble stats clouds.json", "Measure the height of a recipe."},
    {"stats", "cobble stats clouds.json --map normal --size 512", "Measure another map."},
    {"stats", "cobble stats marble.png --json", "Measure a picture, as JSON."},

    {"palette", "cobble palette marble.png -n 4", "Print four greys of a picture, as formulas."},
    {"palette", "cobble palette wall.png --json", "Print the colours of another, as JSON."},

    {"compare", "cobble compare marble.png other.png", "Compare two pictures.", false},
    {"compare", "cobble compare marble.png other.png --tolerance 0.01 -o difference.png",
     "Allow small differences, and write a picture of them.", false},
    {"compare", "cobble compare clouds.png clouds.json --quiet || echo changed",
     "Check whether a picture still matches its recipe.", false},

    {"completion", "cobble completion bash > ~/.local/share/bash-completion/completions/cobble",
     "Install completions for bash."},
    {"completion", "cobble completion zsh > ~/.zfunc/_cobble",
     "Install completions for zsh, in a folder of fpath."},
    {"completion", "cobble completion fish > ~/.config/fish/completions/cobble.fish",
     "Install completions for fish."},
    {"completion", "cobble completion powershell | Out-String | Invoke-Expression",
     "Complete in this PowerShell; as a line of the file $PROFILE, in each.", false},

    {"man", "cobble man | man -l -", "Read the man page.", false},
    {"man", "cobble man > cobble.1", "Write the man page to a file."},

    {"version", "cobble version --json", "Print what a bug report needs."},
};

}  // namespace

std::span<const Command> Commands() { return kCommands; }
std::span<const Example> Examples() { return kExamples; }

std::vector<Example> ExamplesOf(std::string_view command) {
  std::vector<Example> examples;
  std::ranges::copy_if(kExamples, std::back_inserter(examples),
                       [&](const Example& example) { return example.command == command; });
  return examples;
}

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
