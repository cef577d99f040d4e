// Tests the layers preset, file, flags and sets: which layer wins, and where errors are reported.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "recipe/reading/origins.h"
#include "support/errors.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

struct Layers {
  std::vector<std::string> texts = {};
  Pairs flags = {}, sets = {};
  std::string preset = {};
};

Recipe ResolveLayers(const Layers& given) {
  RecipeLayers layers;
  for (const auto& [path, value] : given.sets) layers.AddSet(path, value, "--set " + path);
  for (const auto& [flag, value] : given.flags) test::AddFlag(flag, value, &layers);
  for (const std::string& text : given.texts) layers.AddText(text, "f");
  if (!given.preset.empty()) layers.AddPreset(given.preset);
  return layers.Resolve();
}

std::string ErrorOfLayers(const Layers& given, ErrorKind kind) {
  return test::TextIn([&] { ResolveLayers(given); }, kind);
}

const std::string kPerlin =
    R"({"cobble": 1, "seed": 1, "noise": {"type": "perlin", "octaves": 3, "frequency": 5}})";
const std::string kCell = R"({"cobble": 1, "noise": {"type": "cell"}})";
const std::string kWarp = R"({"cobble": 1, "noise": {"type": "warp", "amount": 2,
  "source": {"type": "value", "octaves": 2}, "by": [{"type": "perlin", "octaves": 4}, 0.5]}})";

TEST_CASE("which layer wins, and what it replaces") { test::CheckSameRecipes(); }
TEST_CASE("paths reach into what is there, whatever its form") { test::CheckSameRecipes(); }
TEST_CASE("maps, packs and named nodes merge by name and key") { test::CheckSameRecipes(); }
TEST_CASE("formulas in layers") { test::CheckSameRecipes(); }
TEST_CASE("where errors of formulas in layers are, and what is meant") { test::CheckRecipes(); }
TEST_CASE("where errors in layers are, and what is meant") { test::CheckRecipes(); }

TEST_CASE("a missing noise is reported with a hint on how to name one") {
  const std::string hint =
      "/noise: is required; give one with `noise.type`, or start from `preset`";
  CHECK(ErrorOfLayers({}, ErrorKind::kUsage) == hint);
  CHECK(ErrorOfLayers({.flags = {{"--frequency", "8"}}}, ErrorKind::kUsage) == hint);
  CHECK(ErrorOfLayers({.sets = {{"noise.octaves", "8"}}}, ErrorKind::kUsage) == hint);
  CHECK(ErrorOfLayers({.texts = {R"({"cobble": 1})"}, .flags = {{"--octaves", "8"}}},
                      ErrorKind::kRecipe) == "f:1:1: /noise: is required");
  CHECK(
      ResolveLayers({.texts = {R"({"cobble": 1})"}, .flags = {{"--noise", "perlin"}}}).noise.type ==
      "perlin");
}

TEST_CASE("values of flags are parsed strictly") {
  const Pairs wrong{{"--octaves", "010"},     {"--octaves", "+5"},    {"--octaves", "0x10"},
                    {"--octaves", " 5"},      {"--octaves", "5 "},    {"--octaves", ""},
                    {"--octaves", "5,5"},     {"--octaves", "five"},  {"--octaves", "33"},
                    {"--octaves", "1.5"},     {"--size", "x512"},     {"--size", "512x"},
                    {"--size", "5x5x5"},      {"--size", "512X512"},  {"--size", "[5,5]"},
                    {"--size", "1e3.5"},      {"--rotate", "0,0"},    {"--translate", "45"},
                    {"--rotate", "0, 0,0"},   {"--rotate", "0,0,0,"}, {"--scale", "1,0,1"},
                    {"--scale", "0"},         {"--range", "1"},       {"--range", "1,1"},
                    {"--range", "Fit"},       {"--range", "fixed"},   {"--tiling", "yes"},
                    {"--tiling", "1"},        {"--tiling", ""},       {"--frequency", "nan"},
                    {"--frequency", "1e999"}, {"--normal-y", "left"}, {"--description", "\xFF"},
                    {"--weights", ""},        {"--weights", "1,"},    {"--weights", "1 2"},
                    {"--weights", "[1,2]"},   {"--weights", "1x2"},   {"--weights", "1e999"}};
  for (const auto& given : wrong) {
    CAPTURE(given.first);
    CAPTURE(given.second);
    const bool is_list = given.first == "--weights";
    const std::string error =
        ErrorOfLayers({.texts = {is_list ? kCell : kPerlin}, .flags = {given}}, ErrorKind::kUsage);
    CHECK(error.starts_with(given.first + ": must be "));
    CHECK(error.find('\n') == std::string::npos);
  }
  CHECK(ErrorOfLayers({.flags = {{"--octaves", "4"}}}, ErrorKind::kUsage)
            .starts_with("/noise: is required"));
}

TEST_CASE("a long unknown key is truncated in the message and its JSON pointer") {
  const std::string key(500000, 'k');
  const std::string error = ErrorOfLayers(
      {.texts = {R"({"cobble": 1, "noise": {"type": "value", ")" + key + R"(": {}}})"}},
      ErrorKind::kRecipe);
  CHECK(error == "f:1:42: /noise/" + std::string(80, 'k') + "...: unknown key \"" +
                     std::string(80, 'k') + "...\"");
}

TEST_CASE("paths that are too long, or too deep with their value, are reported") {
  std::string deep = "noise";
  for (int i = 0; i < 260; ++i) deep += ".a";
  CHECK(ErrorOfLayers({.texts = {kWarp}, .sets = {{deep, "1"}}}, ErrorKind::kUsage)
            .ends_with(": nested deeper than 256 levels"));
  const std::string value = std::string(252, '[') + std::string(252, ']');
  CHECK(ErrorOfLayers({.texts = {kWarp}, .sets = {{"x-a.b.c.d.e", value}}}, ErrorKind::kUsage) ==
        "--set x-a.b.c.d.e: nested deeper than 256 levels");
}

TEST_CASE("the version is required in texts, but not in flags") {
  CHECK(ErrorOfLayers({.texts = {R"({"seed": 1})"}, .preset = "clouds"}, ErrorKind::kRecipe) ==
        "f:1:1: /cobble: is required: the format version, 1");
}

TEST_CASE("presets are found by name") {
  CHECK(ErrorOfLayers({.preset = "clods"}, ErrorKind::kUsage) ==
        "preset: unknown preset \"clods\"; did you mean \"clouds\"?");
  CHECK(ErrorOfLayers({.preset = "zebra"}, ErrorKind::kUsage) ==
        "preset: unknown preset \"zebra\"");
  REQUIRE(Presets().size() >= 3);
  for (const Preset& preset : Presets()) {
    CAPTURE(preset.name);
    CHECK_FALSE(preset.description.empty());
    CHECK(preset.description.find('\n') == std::string_view::npos);
    const Recipe recipe = ResolveLayers({.preset = std::string(preset.name)});
    CHECK(recipe.tiling == (preset.images.empty() && !recipe.domain.IsSphere()));
    CHECK(recipe == ReadRecipe(preset.text, "p"));
  }
}

TEST_CASE("a chain of 200 formulas of flags is a recipe, which compiles") {
  for (const std::string last : {"x*2", "1"}) {
    RecipeLayers layers;
    layers.AddKey("noise", last == "1" ? "perlin(n199)" : "n199");
    for (int i = 199; i > 0; --i)
      layers.AddFormula("n" + std::to_string(i), "n" + std::to_string(i - 1) + " + 1", "--let");
    layers.AddFormula("n0", last, "--let");
    const Recipe recipe = layers.Resolve();
    CHECK(recipe.nodes.size() == 200);
    CHECK_NOTHROW(Program::Compile(recipe));
    if (last == "1") CHECK(recipe.noise.Number("frequency") == 200);
  }
}

TEST_CASE("origins record where each key was written") {
  const Recipe recipe = ResolveLayers({.texts = {kWarp},
                                       .flags = {{"--rotate", "0,0,90"}, {"--amount", "3"}},
                                       .sets = {{"noise.by.0.octaves", "3"}}});
  const auto origin = [&](const std::string& pointer) {
    const auto found = recipe.origins.find(pointer);
    return found == recipe.origins.end() ? Origin{"nowhere"} : found->second;
  };
  CHECK(origin("").text == "f:1:1");
  CHECK(origin("/noise").text == "f:1:24");
  CHECK(origin("/noise/by/0/type").text == "f:2:62");
  CHECK(origin("/noise/amount").text == "--amount");
  CHECK(origin("/noise/amount").is_flag);
  CHECK(origin("/noise/by/0/octaves").text == "--set noise.by.0.octaves");
  CHECK(origin("/domain/rotate").text == "--rotate");
  CHECK(origin("/domain").text == "nowhere");
  CHECK(origin("/size").text == "nowhere");
  Recipe copy = recipe;
  CHECK(&copy.origins.map() == &recipe.origins.map());
  copy.origins.clear();
  CHECK(copy.origins.empty());
  CHECK(origin("/noise").text == "f:1:24");
}

TEST_CASE("keys of a tree have origins") {
  const Recipe recipe = test::ResolveLine(
      R"("noise": {"type": "terrace", "levels": 5, "source": {"type": "transform", "source": "x"}})"
      " + --set noise.source.rotate.2=45 + --set noise.levels=7");
  CHECK(recipe.noise.Number("levels") == 7);
  CHECK(recipe.noise.Input("source").Numbers("rotate")[2] == 45);
  CHECK(recipe.origins.at("/noise/levels").text == "--set noise.levels");
  CHECK(recipe.origins.at("/noise/source/type").text == "f:1:76");
}

TEST_CASE("layers are copied and moved, and those moved from are empty") {
  RecipeLayers layers;
  layers.AddPreset("marble");
  const Recipe marble = layers.Resolve();
  RecipeLayers copy = layers;
  copy.AddKey("seed", "7");
  CHECK(copy.Resolve().seed == 7);
  CHECK(layers.Resolve() == marble);
  RecipeLayers moved = std::move(layers);
  CHECK(moved.Resolve() == marble);
  CHECK_THROWS_AS(layers.Resolve(), Error);  // NOLINT: that is what is tested
  layers.AddPreset("marble");
  CHECK(layers.Resolve() == marble);
  copy = layers;
  CHECK(copy.Resolve() == marble);
  copy = std::move(moved);
  CHECK(copy.Resolve() == marble);
}

std::string TextOf(const Recipe& recipe, const std::string& pointer, ErrorKind kind) {
  const Error error = FaultAt(recipe, pointer, "is wrong", "do better");
  CHECK(error.kind() == kind);
  return error.what();
}

TEST_CASE("an error names where its value was written") {
  Recipe recipe;
  recipe.origins = {{"", {"f:1:1", false}},
                    {"/noise/octaves", {"f:7:14", false}},
                    {"/noise/a", {"f:8:2", false}},
                    {"/size", {"--size", true}},
                    {"/seed", {"--set seed", true, "/seed"}},
                    {"/noise/b", {"--set noise.b", true, "/noise/b"}},
                    {"/noise/b/octaves", {"--set noise.b", true, "/noise/b"}}};
  const std::string end = ": is wrong; do better";
  CHECK(TextOf(recipe, "/noise/octaves", ErrorKind::kRecipe) == "f:7:14: /noise/octaves" + end);
  CHECK(TextOf(recipe, "/noise/a/x/y", ErrorKind::kRecipe) == "f:8:2: /noise/a/x/y" + end);
  CHECK(TextOf(recipe, "/tiling", ErrorKind::kRecipe) == "f:1:1: /tiling" + end);
  CHECK(TextOf(recipe, "/size", ErrorKind::kUsage) == "--size" + end);
  CHECK(TextOf(recipe, "/size/0", ErrorKind::kUsage) == "--size: /size/0" + end);
  CHECK(TextOf(recipe, "/seed", ErrorKind::kUsage) == "--set seed" + end);
  CHECK(TextOf(recipe, "/noise/b/octaves", ErrorKind::kUsage) ==
        "--set noise.b: /noise/b/octaves" + end);
}

TEST_CASE("an error in a default names no location") {
  Recipe recipe;
  CHECK(TextOf(recipe, "/size", ErrorKind::kRecipe) == "/size: is wrong; do better");
  recipe.origins = {{"/seed", {"--seed", true}}};  // flags only
  CHECK(TextOf(recipe, "/size", ErrorKind::kUsage) == "/size: is wrong; do better");
}

}  // namespace
}  // namespace cobble
