// Tests against the checksums in this folder, which are the same for every compiler, machine and
// SIMD level.
//   checksums.tsv         preset, checksum of its values at its own size
//   random_checksums.tsv  checksums of the maps value, height, slope and normal, then the recipe
//                         itself, so that it does not depend on the generator of the tests; slope
//                         and normal distinguish -0 from 0
// With COBBLE_REWRITE_CHECKSUMS set (scripts/checksums sets it) the files are rewritten first.
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
const std::string kInstructions =
    "the pixels have changed; if that is intended, run scripts/checksums and give the reason in "
    "the commit message";

bool IsRewriting() { return std::getenv("COBBLE_REWRITE_CHECKSUMS") != nullptr; }

std::vector<std::string> Lines(const std::string& path) {
  std::istringstream text(ReadAll(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// Compares the file with the lines that this build computes. If `rewrites`, writes them to the file
// first.
void CheckLines(const std::string& path, const std::vector<std::string>& computed, bool rewrites) {
  if (rewrites) WriteFile(path, fmt::format("{}\n", fmt::join(computed, "\n")));
  const std::vector<std::string> expected = Lines(path);
  INFO(kInstructions);
  REQUIRE(expected.size() == computed.size());
  for (std::size_t k = 0; k < computed.size(); ++k) CHECK(computed[k] == expected[k]);
}

TEST_CASE("checksums of the presets, as --dry-run --checksum prints them") {
  std::vector<std::string> computed;
  for (const Preset& preset : Presets()) {
    const std::string name(preset.name);
    const std::string printed =
        Out("render --preset " + name + " --dry-run --checksum -o " + name + ".png");
    CHECK(printed.substr(kSumLength) == "  " + name + ".png\n");
    computed.push_back(name + '\t' + printed.substr(0, kSumLength));
  }
  CheckLines(kPresetFile, computed, IsRewriting());
}

// Returns the recipes of the file, or new ones if there is no file.
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

TEST_CASE("checksums of random recipes, at every SIMD level") {
  const std::vector<std::string> recipes = RandomRecipes();
  for (const std::string& level : RunningLevels()) {
    INFO(level);
    std::vector<std::string> computed;
    for (const std::string& recipe : recipes)
      computed.push_back(SumsOf(ReadRecipe(recipe, "random"), level) + recipe);
    CheckLines(kRandomFile, computed, IsRewriting() && level == RunningLevels().front());
  }
}

}  // namespace
}  // namespace cobble::test
