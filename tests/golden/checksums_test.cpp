// The checksums kept in this folder: every compiler, machine and SIMD level meets them.
//   checksums.tsv         preset, checksum of its values at its own size
//   random_checksums.tsv  checksums of the maps value, height, slope and normal; the recipe itself,
//                         so that a change of the tests' generator changes none; the last two tell
//                         -0 from 0
// With COBBLE_REWRITE_CHECKSUMS set (scripts/checksums sets it) they are written first.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "support/checksum_of.h"
#include "support/harness.h"
#include "support/levels.h"
#include "support/random_recipe.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

const std::string kFolder = COBBLE_SOURCE_DIR "/tests/golden/";
const std::string kPresetFile = kFolder + "checksums.tsv";
const std::string kRandomFile = kFolder + "random_checksums.tsv";
constexpr Map kMaps[] = {Map::kValue, Map::kHeight, Map::kSlope, Map::kNormal};
constexpr std::size_t kSumLength = 16;
const std::string kWhatToDo =
    "the pixels have changed; if that is meant, run scripts/checksums and give the reason in the "
    "commit message";

bool IsRewriting() { return std::getenv("COBBLE_REWRITE_CHECKSUMS") != nullptr; }

std::vector<std::string> Lines(const std::string& path) {
  std::istringstream text(ReadAll(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// Holds the file to the lines that this build makes; `rewrites`: writes them first.
void Meet(const std::string& path, const std::vector<std::string>& made, bool rewrites) {
  if (rewrites) WriteFile(path, fmt::format("{}\n", fmt::join(made, "\n")));
  const std::vector<std::string> kept = Lines(path);
  INFO(kWhatToDo);
  REQUIRE(kept.size() == made.size());
  for (std::size_t k = 0; k < made.size(); ++k) CHECK(made[k] == kept[k]);
}

TEST_CASE("checksums of the presets, as --dry-run --checksum prints them") {
  std::vector<std::string> made;
  for (const Preset& preset : Presets()) {
    const std::string name(preset.name);
    const std::string printed =
        Out("render --preset " + name + " --dry-run --checksum -o " + name + ".png");
    CHECK(printed.substr(kSumLength) == "  " + name + ".png\n");
    made.push_back(name + '\t' + printed.substr(0, kSumLength));
  }
  Meet(kPresetFile, made, IsRewriting());
}

// The recipes that the file holds, or new ones.
std::vector<std::string> RandomRecipes() {
  std::vector<std::string> recipes;
  if (std::filesystem::exists(kRandomFile)) {
    for (const std::string& line : Lines(kRandomFile))
      recipes.push_back(line.substr(line.rfind('\t') + 1));
  } else {
    Random random(20);
    for (const RecipeWish& wish : MixedWishes(144, 8, 75, 37))
      recipes.push_back(RandomRecipe(random, wish));
  }
  REQUIRE(recipes.size() >= 100);
  return recipes;
}

std::string SumsOf(const Recipe& recipe, const std::string& level) {
  const Program program = Program::Compile(recipe, {.simd = level});
  REQUIRE(program.simd() == level);
  std::string sums;
  for (const Map map : kMaps) sums += ChecksumOf(RenderImage(program, map)) + '\t';
  return sums;
}

TEST_CASE("checksums of random recipes, on every SIMD level") {
  const std::vector<std::string> recipes = RandomRecipes();
  for (const std::string& level : RunningLevels()) {
    INFO(level);
    std::vector<std::string> made;
    for (const std::string& recipe : recipes)
      made.push_back(SumsOf(ReadRecipe(recipe, "random"), level) + recipe);
    Meet(kRandomFile, made, IsRewriting() && level == RunningLevels().front());
  }
}

}  // namespace
}  // namespace cobble::test
