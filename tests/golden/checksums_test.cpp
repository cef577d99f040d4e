// Tests against the checksums in this folder, which are the same for every compiler, machine
// and SIMD level.
//   checksums.tsv         preset, checksum of its values at its own size
//   random_checksums.tsv  checksums of the maps value, height, slope and normal, then the recipe
//                         itself, so as not to depend on the tests' generator; slope and normal
//                         distinguish -0 from 0
//   map_checksums.tsv     maps, the checksum of all of them, then the recipe: what random recipes
//                         lack, such as colours, lit pictures, masks and frequencies by axis;
//                         images are from support/random/test_image.h
//   file_checksums.tsv    preset, output, size of its file in bytes, CRC-32 of the file without
//                         metadata, which contain cobble's version
// With COBBLE_REWRITE_CHECKSUMS set (scripts/checksums sets it) the files are rewritten first.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "core/bands.h"
#include "core/simd_level.h"
#include "output/picture.h"
#include "recipe/fields/picture_maps.h"
#include "render/render_bands.h"
#include "support/checksum_of.h"
#include "support/harness.h"
#include "support/levels.h"
#include "support/long_form.h"
#include "support/random/recipe.h"
#include "support/random/test_image.h"
#include "support/sanitizers.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

const std::string kFolder = COBBLE_SOURCE_DIR "/tests/golden/";
const std::string kPresetFile = kFolder + "checksums.tsv";
const std::string kRandomFile = kFolder + "random_checksums.tsv";
const std::string kMapFile = kFolder + "map_checksums.tsv";
const std::string kFilesFile = kFolder + "file_checksums.tsv";
constexpr Map kMaps[] = {Map::kValue, Map::kHeight, Map::kSlope, Map::kNormal};
constexpr std::size_t kSumLength = 16;
const std::string kInstructions =
    "the pixels or the encoders have changed; if that is intended, run scripts/checksums and give "
    "the reason in the commit message";

bool IsRewriting() { return std::getenv("COBBLE_REWRITE_CHECKSUMS") != nullptr; }

// Compares the file with this build's lines. If `rewrites`, first writes them to it.
void CheckLines(const std::string& path, const std::vector<std::string>& computed, bool rewrites) {
  if (rewrites) WriteFile(path, fmt::format("{}\n", fmt::join(computed, "\n")));
  const std::vector<std::string> expected = SplitLines(ReadAll(path));
  INFO(kInstructions);
  REQUIRE(expected.size() == computed.size());
  for (std::size_t k = 0; k < computed.size(); ++k) CHECK(computed[k] == expected[k]);
}

TEST_CASE("checksums of the presets, as --dry-run --checksum prints them") {
  std::vector<std::string> computed;
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    const std::string name(preset.name);
    const std::string printed =
        Out("render --preset " + name + " --dry-run --checksum -o " + name + ".png");
    CHECK(printed.substr(kSumLength) == "  " + name + ".png\n");
    computed.push_back(name + '\t' + printed.substr(0, kSumLength));
  }
  CheckLines(kPresetFile, computed, IsRewriting());
}

// Returns the file's recipes, or new ones if there is no file.
std::vector<std::string> RandomRecipes() {
  std::vector<std::string> recipes;
  if (std::filesystem::exists(kRandomFile)) {
    for (const std::string& line : SplitLines(ReadAll(kRandomFile)))
      recipes.push_back(line.substr(line.rfind('\t') + 1));
  } else {
    Random random(20);
    for (const RecipeWish& wish : MixedWishes(144, 8, 75, 37))
      recipes.push_back(RandomRecipe(random, wish));
    Random random_colors(21);
    for (RecipeWish wish : MixedWishes(48, 4, 75, 37)) {
      wish.colors = true;
      recipes.push_back(RandomRecipe(random_colors, wish));
    }
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

std::string WithMapSum(const std::string& line, const std::string& level) {
  const std::size_t names_end = line.find('\t'), recipe_start = line.rfind('\t') + 1;
  const std::string names = line.substr(0, names_end), text = line.substr(recipe_start);
  Recipe recipe = ReadRecipe(text, "row");
  AttachTestImages(&recipe);
  std::vector<PictureMap> maps;
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ',');)
    maps.push_back(FindPictureMap(recipe, name).value());
  const Program program = Program::Compile(
      recipe, {.simd = level, .slopes = true, .maps = ProgramMapsOf(recipe, maps)});
  REQUIRE(program.simd() == level);
  return fmt::format("{}\t{}\t{}", names, ChecksumOf(RenderMaps(program, maps, {})), text);
}

TEST_CASE("checksums of maps of given recipes, at every SIMD level") {
  const std::vector<std::string> lines = SplitLines(ReadAll(kMapFile));
  REQUIRE(lines.size() >= 30);
  for (const std::string& level : RunningLevels()) {
    INFO(level);
    std::vector<std::string> computed;
    for (const std::string& line : lines) computed.push_back(WithMapSum(line, level));
    CheckLines(kMapFile, computed, IsRewriting() && level == RunningLevels().front());
  }
}

struct Output {
  std::string_view name, format;
  Map map = Map::kHeight;
  int bits = 16;
};

constexpr Output kOutputs[] = {
    {"height png 16", "png", Map::kHeight, 16},     {"height png 8", "png", Map::kHeight, 8},
    {"normal png 8", "png", Map::kNormal, 8},       {"normal png 16", "png", Map::kNormal, 16},
    {"height exr half", "exr", Map::kHeight, 16},   {"normal exr half", "exr", Map::kNormal, 16},
    {"height exr float", "exr", Map::kHeight, 32},  {"height tiff 16", "tiff", Map::kHeight, 16},
    {"normal tiff 8", "tiff", Map::kNormal, 8},     {"height tiff float", "tiff", Map::kHeight, 32},
    {"bumpslopes exr", "exr", Map::kBumpslopes, 16}};

// A picture without metadata, in memory.
struct FileInMemory {
  PictureBytes picture;
  std::unique_ptr<PictureWriter> writer;

  FileInMemory(const Program& program, const Output& output) {
    PictureSpec spec;
    spec.memory = &picture;
    spec.format = FindFormat(output.format);
    spec.maps = {output.map};
    spec.bits = output.bits;
    spec.width = program.recipe().width;
    spec.height = program.recipe().height;
    spec.simd_target = FindSimdLevel(program.simd())->target;
    writer = OpenPicture(spec);
  }
};

// Returns a line per output. The picture has two bands, so that threads matter.
std::vector<std::string> FileSums(const Preset& preset, const std::string& level, int threads) {
  Recipe recipe = ReadRecipe(preset.text, std::string(preset.name));
  const bool is_sphere = recipe.domain.IsSphere();
  recipe.width = is_sphere ? 512 : 256;
  recipe.height = is_sphere ? 256 : 160;
  recipe.world.reset();  // this shape stretches the domain, so slopes in metres have no one scale
  REQUIRE(BandRows(recipe.width, recipe.height) < recipe.height);
  const Program program = Program::Compile(recipe, {.simd = level});
  std::vector<std::unique_ptr<FileInMemory>> files;
  std::vector<BandOutput> outputs;
  for (const Output& output : kOutputs) {
    files.push_back(std::make_unique<FileInMemory>(program, output));
    outputs.push_back({{output.map}, files.back()->writer.get()});
  }
  const RenderOptions options{.threads = threads};
  RenderBands(program, ResolveRange(program, options), options, outputs);

  std::vector<std::string> sums;
  for (std::size_t k = 0; k < files.size(); ++k) {
    files[k]->writer->Commit();
    const std::string& file = files[k]->picture.bytes;
    const auto crc =
        crc32(0, reinterpret_cast<const Bytef*>(file.data()), static_cast<uInt>(file.size()));
    sums.push_back(
        fmt::format("{}\t{}\t{}\t{:08x}", preset.name, kOutputs[k].name, file.size(), crc));
  }
  return sums;
}

TEST_CASE("checksums of files of the presets, with one thread and several, each at a SIMD level") {
  std::vector<std::string> levels = RunningLevels();
  if (kUnderSanitizer) levels.resize(1);
  std::vector<Preset> presets(Presets().begin(), Presets().end());
  std::erase_if(presets, [](const Preset& preset) { return !preset.images.empty(); });
  std::vector<std::string> computed;
  for (const Preset& preset : presets)
    for (std::string& line : FileSums(preset, levels[0], 1)) computed.push_back(std::move(line));
  CheckLines(kFilesFile, computed, IsRewriting());

  // Each preset at one of the levels in turn; in the long form, at all.
  for (std::size_t k = 0; k < presets.size(); ++k)
    for (std::size_t n = 0; n < levels.size(); ++n) {
      if (n != k % levels.size() && !IsLongForm()) continue;
      CAPTURE(levels[n]);
      const std::vector<std::string> sums = FileSums(presets[k], levels[n], 3);
      REQUIRE(computed.size() == presets.size() * sums.size());
      for (std::size_t i = 0; i < sums.size(); ++i) CHECK(sums[i] == computed[k * sums.size() + i]);
    }
}

}  // namespace
}  // namespace cobble::test
