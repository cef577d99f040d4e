// Tests of the layers preset, file, flags and sets: which layer wins, and where errors are
// reported.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"

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
  for (const auto& [flag, value] : given.flags) layers.AddFlag(flag, value);
  for (const std::string& text : given.texts) layers.AddText(text, "f");
  if (!given.preset.empty()) layers.AddPreset(given.preset);
  return layers.Resolve();
}

std::string ErrorOfLayers(const Layers& given, ErrorKind kind) {
  try {
    ResolveLayers(given);
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  return "nothing is wrong";
}

const std::string kPerlin =
    R"({"cobble": 1, "seed": 1, "noise": {"type": "perlin", "octaves": 3, "frequency": 5}})";
const std::string kWarp = R"({"cobble": 1, "noise": {"type": "warp", "amount": 2,
  "source": {"type": "value", "octaves": 2}, "by": [{"type": "perlin", "octaves": 4}, 0.5]}})";

const std::string kNoisesUse =
    "(fractal, erosion, phasor, value, perlin, simplex, simplex-value, voronoi, cell and hill use "
    "it)";

TEST_CASE("sets win over flags, flags over files, files over presets") {
  Recipe recipe = ResolveLayers({.texts = {kPerlin}});
  CHECK(recipe.noise.Number("octaves") == 3);
  recipe = ResolveLayers({.texts = {kPerlin}, .flags = {{"--octaves", "4"}}});
  CHECK(recipe.noise.Number("octaves") == 4);
  CHECK(recipe.noise.Number("frequency") == 5);
  recipe = ResolveLayers(
      {.texts = {kPerlin}, .flags = {{"--octaves", "4"}}, .sets = {{"noise.octaves", "6"}}});
  CHECK(recipe.noise.Number("octaves") == 6);
  recipe =
      ResolveLayers({.texts = {R"({"cobble": 1, "description": "mine"})"}, .preset = "clouds"});
  CHECK(recipe.description == "mine");
  CHECK(recipe.tiling);
}

TEST_CASE("later flags and sets replace earlier ones") {
  const Recipe recipe =
      ResolveLayers({.texts = {kPerlin},
                     .flags = {{"--octaves", "4"}, {"--seed", "5"}, {"--octaves", "7"}},
                     .sets = {{"seed", "8"}, {"seed", "9"}}});
  CHECK(recipe.noise.Number("octaves") == 7);
  CHECK(recipe.seed == 9);
}

TEST_CASE("a recipe can consist only of flags") {
  const Recipe recipe = ResolveLayers({.flags = {{"--noise", "perlin"},
                                                 {"--size", "512x256"},
                                                 {"--rotate", "0,0,45"},
                                                 {"--scale", "2"},
                                                 {"--range", "-1,1"},
                                                 {"--tiling", "true"},
                                                 {"--normal-strength", "-.5"},
                                                 {"--normal-y", "down"},
                                                 {"--turbulence", "smooth"},
                                                 {"--description", "a, b"}}});
  CHECK(recipe.noise.type == "perlin");
  CHECK(recipe.width == 512);
  CHECK(recipe.height == 256);
  CHECK(recipe.domain.rotate[2] == 45);
  CHECK(recipe.domain.scale == std::array<double, 3>{2, 2, 2});
  CHECK(recipe.domain.extent[1] == 0.5);
  CHECK(recipe.range == Range{RangeMode::kFixed, -1, 1});
  CHECK(recipe.tiling);
  CHECK(recipe.normal == Normal{-0.5, NormalY::kDown});
  CHECK(recipe.noise.Text("turbulence") == "smooth");
  CHECK(recipe.description == "a, b");
  CHECK(ResolveLayers({.flags = {{"--type", "value"}}}).noise.type == "value");
  CHECK(ResolveLayers({.flags = {{"--type", "value"}, {"--size", "64"}}}).height == 64);
  CHECK(ResolveLayers({.flags = {{"--type", "value"}, {"--size", "64,32"}}}).height == 32);
  CHECK(ResolveLayers({.flags = {{"--type", "value"}, {"--range", "fit"}}}).range.mode ==
        RangeMode::kFit);
}

TEST_CASE("a missing noise is reported with a hint on how to name one") {
  const std::string hint =
      "/noise: is required; name one with `noise.type`, or start from `preset`";
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
                    {"--frequency", "1e999"}, {"--normal-y", "left"}, {"--description", "\xFF"}};
  for (const auto& given : wrong) {
    CAPTURE(given.first);
    CAPTURE(given.second);
    const std::string error =
        ErrorOfLayers({.texts = {kPerlin}, .flags = {given}}, ErrorKind::kUsage);
    CHECK(error.starts_with(given.first + ": must be "));
    CHECK(error.find('\n') == std::string::npos);
  }
  CHECK(ErrorOfLayers({.texts = {kPerlin}, .flags = {{"--octaves", "40"}}}, ErrorKind::kUsage) ==
        "--octaves: must be a whole number from 1 to 32, got 40");
  CHECK(ErrorOfLayers({.flags = {{"--octavs", "4"}}}, ErrorKind::kUsage)
            .starts_with("/noise: is required"));
  CHECK(ErrorOfLayers({.texts = {kPerlin}, .flags = {{"--octavs", "4"}}}, ErrorKind::kUsage) ==
        "--octavs: unknown flag; did you mean \"--octaves\"?");
}

TEST_CASE("objects merge, lists and values replace") {
  const std::string file = R"({"cobble": 1, "domain": {"slice": 1, "translate": [1, 2, 3]},
    "noise": {"type": "warp", "source": {"type": "perlin", "octaves": 3}, "by": [1, 2]}})";
  const Recipe recipe = ResolveLayers({.texts = {file},
                                       .sets = {{"domain", R"({"translate": [4, 5, 6]})"},
                                                {"noise.source", R"({"frequency": 9})"},
                                                {"noise.by", "[3]"}}});
  CHECK(recipe.domain.slice == 1);
  CHECK(recipe.domain.translate[2] == 6);
  CHECK(recipe.noise.Input("source").Number("octaves") == 3);
  CHECK(recipe.noise.Input("source").Number("frequency") == 9);
  CHECK(recipe.noise.Inputs("by") == std::vector{Node::Constant(3)});
}

TEST_CASE("a layer that changes a type drops keys that the new one lacks") {
  Recipe recipe = ResolveLayers({.texts = {kWarp}, .flags = {{"--noise", "perlin"}}});
  CHECK(recipe.noise.type == "perlin");
  CHECK(recipe.noise.inputs.empty());
  CHECK_FALSE(recipe.noise.Has("amount"));
  recipe = ResolveLayers({.texts = {kPerlin}, .flags = {{"--noise", "value"}}});
  CHECK(recipe.noise.Number("octaves") == 3);
  recipe = ResolveLayers(
      {.texts = {kWarp}, .sets = {{"noise.source.type", "constant"}, {"noise.source.value", "2"}}});
  CHECK(recipe.noise.Input("source") == Node::Constant(2));
}

TEST_CASE("a layer that changes a type drops keys with another meaning for the new one") {
  const std::string cell =
      R"({"cobble": 1, "noise": {"type": "cell", "function": "F3", "metric": "manhattan"}})";
  const Recipe recipe = ResolveLayers({.texts = {cell}, .flags = {{"--noise", "voronoi"}}});
  CHECK(recipe.noise.Text("function") == "F1");
  CHECK(recipe.noise.Text("metric") == "manhattan");
}

TEST_CASE("keys written by the same layer or unknown to all types are still errors") {
  CHECK(ErrorOfLayers({.texts = {kPerlin},
                       .flags = {{"--noise", "constant"}, {"--value", "1"}, {"--octaves", "3"}}},
                      ErrorKind::kUsage) ==
        "--octaves: \"octaves\" is not used by \"constant\" " + kNoisesUse);
  CHECK(ErrorOfLayers(
            {.texts = {kPerlin},
             .sets = {{"noise.octaves", "3"}, {"noise.type", "constant"}, {"noise.value", "1"}}},
            ErrorKind::kUsage) ==
        "--set noise.octaves: \"octaves\" is not used by \"constant\" " + kNoisesUse);
  CHECK(ErrorOfLayers({.texts = {kWarp}, .flags = {{"--noise", "warp"}, {"--octaves", "3"}}},
                      ErrorKind::kUsage) ==
        "--octaves: \"octaves\" is not used by \"warp\", the type of /noise; use "
        "`noise.source.octaves=3` or `noise.by.0.octaves=3`");
  CHECK(ErrorOfLayers({.texts = {R"({"cobble": 1, "noise": {"type": "perlin", "octavs": 3}})"},
                       .flags = {{"--noise", "value"}}},
                      ErrorKind::kRecipe) ==
        "f:1:43: /noise/octavs: unknown key \"octavs\"; did you mean \"octaves\"?");
}

TEST_CASE("keys that a type requires are reported at the flag that chose it") {
  CHECK(ErrorOfLayers({.texts = {kPerlin}, .flags = {{"--noise", "add"}}}, ErrorKind::kUsage) ==
        "--noise: /noise/a: is required by \"add\"; use `noise.a.type=NAME`, or the formula a + b\n"
        "--noise: /noise/b: is required by \"add\"; use `noise.b.type=NAME`, or the formula a + b");
  CHECK(ErrorOfLayers(
            {.texts = {kPerlin}, .sets = {{"noise", R"({"type": "add", "a": {}, "b": 1})"}}},
            ErrorKind::kUsage)
            .starts_with("--set noise: /noise/a/type: is required"));
}

TEST_CASE("a path reaches into lists") {
  const Recipe recipe = ResolveLayers({.texts = {kWarp},
                                       .sets = {{"noise.by.0.frequency", "3"},
                                                {"noise.by.2", R"({"type": "value"})"},
                                                {"noise.by.1.value", "7"},
                                                {"noise.source.octaves", "5"},
                                                {"size.0", "640"},
                                                {"domain.scale.2", "3"},
                                                {"domain.translate.1", "-1"}}});
  const auto& by = recipe.noise.Inputs("by");
  REQUIRE(by.size() == 3);
  CHECK(by[0].Number("frequency") == 3);
  CHECK(by[0].Number("octaves") == 4);
  CHECK(by[1] == Node::Constant(7));
  CHECK(by[2].type == "value");
  CHECK(recipe.noise.Input("source").Number("octaves") == 5);
  CHECK(recipe.width == 640);
  CHECK(recipe.height == 1024);
  CHECK(recipe.domain.scale == std::array<double, 3>{1, 1, 3});
  CHECK(recipe.domain.translate == std::array<double, 3>{0, -1, 0});
}

TEST_CASE("a path reaches into short forms") {
  const std::string file = R"({"cobble": 1, "size": 64, "domain": {"scale": 5}, "noise":
    {"type": "warp", "source": 1, "by": {"type": "perlin"}}})";
  const Recipe recipe = ResolveLayers({.texts = {file},
                                       .sets = {{"size.1", "32"},
                                                {"domain.scale.0", "2"},
                                                {"noise.by.0.octaves", "2"},
                                                {"noise.source.type", "value"}}});
  CHECK(recipe.width == 64);
  CHECK(recipe.height == 32);
  CHECK(recipe.domain.scale == std::array<double, 3>{2, 5, 5});
  CHECK(recipe.noise.Input("by").Number("octaves") == 2);
  CHECK(recipe.noise.Input("source").type == "value");
}

TEST_CASE("a path reaches into the value of an earlier set") {
  const Recipe recipe = ResolveLayers({.texts = {kWarp},
                                       .sets = {{"noise.by", R"([{"type": "value"}, 1])"},
                                                {"noise.by.0.octaves", "9"},
                                                {"x-mine.a.b", "1"}}});
  REQUIRE(recipe.noise.Inputs("by").size() == 2);
  CHECK(recipe.noise.Input("by").type == "value");
  CHECK(recipe.noise.Input("by").Number("octaves") == 9);
}

TEST_CASE("a path reaches into a short form of an earlier set") {
  const auto recipe = [](const Pairs& sets) {
    return ResolveLayers({.texts = {kWarp}, .flags = {{"--scale", "8"}}, .sets = sets});
  };
  const Recipe size = recipe({{"size", "64"}, {"size.0", "5"}});
  CHECK(size.width == 5);
  CHECK(size.height == 64);
  CHECK(recipe({{"domain.scale", "3"}, {"domain.scale.1", "4"}}).domain.scale ==
        std::array<double, 3>{3, 4, 3});
  CHECK(recipe({{"domain.scale.1", "4"}, {"domain.scale", "3"}}).domain.scale ==
        std::array<double, 3>{3, 3, 3});
  CHECK(recipe({{"noise.by", "0.3"}, {"noise.by.0", "5"}}).noise.Inputs("by") ==
        std::vector{Node::Constant(5)});
  CHECK(recipe({{"noise.by", "0.3"}, {"noise.by.1", "5"}}).noise.Inputs("by") ==
        std::vector{Node::Constant(0.3), Node::Constant(5)});
  const Recipe by = recipe({{"noise.by", R"({"type": "value"})"}, {"noise.by.0.octaves", "9"}});
  REQUIRE(by.noise.Inputs("by").size() == 1);
  CHECK(by.noise.Input("by").type == "value");
  CHECK(by.noise.Input("by").Number("octaves") == 9);
  CHECK(recipe({{"noise.source", "1"}, {"noise.source.value", "2"}}).noise.Input("source") ==
        Node::Constant(2));
}

TEST_CASE("a long unknown key is truncated in the message and its JSON pointer") {
  const std::string key(500000, 'k');
  const std::string error = ErrorOfLayers(
      {.texts = {R"({"cobble": 1, "noise": {"type": "value", ")" + key + R"(": {}}})"}},
      ErrorKind::kRecipe);
  CHECK(error == "f:1:42: /noise/" + std::string(80, 'k') + "...: unknown key \"" +
                     std::string(80, 'k') + "...\"");
}

TEST_CASE("paths that lead nowhere are reported") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"noise.octavs", "unknown key \"octavs\"; did you mean \"octaves\"?"},
      {"nois.octaves", "unknown key \"nois\"; did you mean \"noise\"?"},
      {"", "unknown key \"\""},
      {"noise.", "unknown key \"\""},
      {"noise..octaves", "unknown key \"\""},
      {"noise.octaves.0", "a plain value has no keys, got \"0\""},
      {"size.0.0", "a plain value has no keys, got \"0\""},
      {"noise.by.3", "an index into \"by\" must be a whole number from 0 to 2, got \"3\""},
      {"noise.by.-1", "an index into \"by\" must be a whole number from 0 to 2, got \"-1\""},
      {"noise.by.00", "unknown key \"00\""},
      {"noise.by.x", "unknown key \"x\""},
      {"noise.by.octavs", "unknown key \"octavs\"; did you mean \"octaves\"?"},
      {"size.x", "an index into \"size\" must be a whole number from 0 to 1, got \"x\""},
      {"noise.points.256",
       "an index into \"points\" must be a whole number from 0 to 255, got \"256\""},
      {"noise.points.0.2",
       "an index into \"points\" must be a whole number from 0 to 1, got \"2\""},
      {"noise.points.0.1.0", "a plain value has no keys, got \"0\""},
      {"size.2", "an index into \"size\" must be a whole number from 0 to 1, got \"2\""},
      {"noise.a\nb", "unknown key \"a\\x0Ab\""}};
  for (const auto& wrong : cases) {
    CAPTURE(wrong.first);
    const std::string error =
        ErrorOfLayers({.texts = {kWarp}, .sets = {{wrong.first, "1"}}}, ErrorKind::kUsage);
    CHECK(error.starts_with("--set "));
    CHECK(error.ends_with(": " + wrong.second));
  }
  std::string deep = "noise";
  for (int i = 0; i < 260; ++i) deep += ".a";
  CHECK(ErrorOfLayers({.texts = {kWarp}, .sets = {{deep, "1"}}}, ErrorKind::kUsage)
            .ends_with(": nested deeper than 256 levels"));
  const std::string value = std::string(252, '[') + std::string(252, ']');
  CHECK(ErrorOfLayers({.texts = {kWarp}, .sets = {{"x-a.b.c.d.e", value}}}, ErrorKind::kUsage) ==
        "--set x-a.b.c.d.e: nested deeper than 256 levels");
}

TEST_CASE("wrong values in sets are reported by path") {
  const auto set = [](const std::string& path, const std::string& value) {
    return ErrorOfLayers({.texts = {kPerlin}, .sets = {{path, value}}}, ErrorKind::kUsage);
  };
  CHECK(set("noise.octaves", "40") ==
        "--set noise.octaves: must be a whole number from 1 to 32, got 40");
  CHECK(set("noise.octaves", "010") ==
        "--set noise.octaves: must be a whole number from 1 to 32, got \"010\"");
  CHECK(set("noise.octaves", "1e999") ==
        "--set noise.octaves: must be a whole number from 1 to 32, got \"1e999\"");
  CHECK(set("noise", "{\"octaves\": 40, \"octaves\": 3, \"amount\": 2}") ==
        "--set noise: duplicate key \"octaves\"\n"
        "--set noise: /noise/amount: \"amount\" is not used by \"perlin\" (warp uses it)");
  CHECK(set("noise", "{\"octaves\": ") == "--set noise: unexpected end of input, expected a value");
  CHECK(set("size", "[1, 2") == "--set size: unexpected end of input, expected \",\" or \"]\"");
  CHECK(set("size", "[0, 2]") ==
        "--set size: /size/0: must be a whole number from 1 to 2147483647, got 0");
  CHECK(set("cobble", "2") == "--set cobble: must be 1, got 2");
  const Recipe recipe = ResolveLayers({.texts = {kPerlin},
                                       .sets = {{"description", "two words"},
                                                {"noise.turbulence", "\"smooth\""},
                                                {"range", "fit"},
                                                {"tiling", "true"},
                                                {"noise.octaves", " 5.0 "}}});
  CHECK(recipe.description == "two words");
  CHECK(recipe.noise.Text("turbulence") == "smooth");
  CHECK(recipe.range.mode == RangeMode::kFit);
  CHECK(recipe.tiling);
  CHECK(recipe.noise.Number("octaves") == 5);
}

TEST_CASE("errors in several layers are reported, the lowest layer first") {
  CHECK(ErrorOfLayers({.texts = {R"({"cobble": 1, "noise": {"type": "perlin", "octaves": 40}})"},
                       .flags = {{"--size", "0"}}},
                      ErrorKind::kRecipe) ==
        "f:1:54: /noise/octaves: must be a whole number from 1 to 32, got 40\n"
        "--size: must be a whole number from 1 to 2147483647, got 0");
  CHECK(ErrorOfLayers({.flags = {{"--type", "perlin"}, {"--size", "0"}}, .sets = {{"seed", "-1"}}},
                      ErrorKind::kUsage) ==
        "--size: must be a whole number from 1 to 2147483647, got 0\n"
        "--set seed: must be a whole number from 0 to 4294967295, got -1");
  // A wrong value that is replaced causes no error.
  CHECK(ResolveLayers({.texts = {R"({"cobble": 1, "noise": {"type": "perlin", "octaves": 40}})"},
                       .flags = {{"--octaves", "4"}}})
            .noise.Number("octaves") == 4);
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
    CHECK(recipe.tiling == preset.images.empty());
    CHECK(recipe == ReadRecipe(preset.text, "p"));
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
}

TEST_CASE("layers are copied and moved, and those moved from are empty") {
  RecipeLayers layers;
  layers.AddPreset("marble");
  const Recipe marble = layers.Resolve();
  RecipeLayers copy = layers;
  copy.AddFlag("--seed", "7");
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

}  // namespace
}  // namespace cobble
