// Tests the layers of a recipe (preset, file, flags, --set), and that every field has a flag.
#include <doctest/doctest.h>

#include <map>

#include "cli/recipes/key_flags.h"
#include "cli/refusals.h"
#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "support/harness.h"

namespace cobble {
namespace {

Recipe Show(std::vector<std::string> words, const std::string& input = {}) {
  words.insert(words.begin(), {"show", "--quiet"});
  const Outcome outcome = RunCobble(words, input);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  REQUIRE(outcome.err == "");
  return ReadRecipe(outcome.out, "show");
}

double Octaves(const Recipe& recipe) { return recipe.noise.Number("octaves"); }

TEST_CASE("the file overrides the preset, flags override the file, --set overrides flags") {
  GoodFolder folder;
  CHECK(Octaves(Show({"good.json"})) == 2);
  CHECK(Octaves(Show({"--octaves", "3", "good.json"})) == 3);
  CHECK(Octaves(Show({"good.json", "--octaves", "3", "--octaves", "5"})) == 5);
  CHECK(Octaves(Show({"--set", "noise.octaves=7", "good.json", "--octaves", "3"})) == 7);
  CHECK(Octaves(Show({"good.json", "--set", "noise.octaves=7", "--set", "noise.octaves=8"})) == 8);

  // The nodes of clouds do not tile in a 4 to 3 picture.
  const Recipe layered = Show({"good.json", "--preset", "clouds", "--extent", "1,1"});
  CHECK(layered.width == 40);                                    // the file's
  CHECK(layered.noise.type == "perlin");                         // the file's
  CHECK(layered.tiling == Show({"--preset", "clouds"}).tiling);  // the preset's
  CHECK(layered.description == Show({"--preset", "clouds"}).description);
}

TEST_CASE("showing the output of show prints it again") {
  for (const Preset& preset : Presets()) {
    const std::string shown = RunCobble({"show", "--preset", std::string(preset.name)}).out;
    CHECK(RunCobble({"show", "-"}, shown).out == shown);
  }
}

TEST_CASE("the recipe - is read from standard input") {
  CHECK(Show({"-"}, std::string(kGoodRecipe)).width == 40);
  const Outcome bad = RunCobble({"show", "-"}, "{\"cobble\": 2}");
  CHECK(bad.status == 3);
  CHECK(bad.err.starts_with("cobble: -:1:"));
}

TEST_CASE("numbers may be negative, start with a decimal point or follow an equals sign") {
  const Recipe recipe = Show({"--noise", "perlin", "--translate", "-1,2,-.5", "--range", "-.5,1",
                              "--slice=-3", "--scale", "-2"});
  CHECK(recipe.domain.translate == std::array<double, 3>{-1, 2, -0.5});
  CHECK(recipe.range == Range{RangeMode::kFixed, -0.5, 1});
  CHECK(recipe.domain.slice == -3);
  CHECK(recipe.domain.scale == std::array<double, 3>{-2, -2, -2});
}

TEST_CASE("a switch without a value is true, and can be negated in two ways") {
  CHECK_FALSE(Show({"--noise", "perlin"}).tiling);
  CHECK(Show({"--noise", "perlin", "--tiling"}).tiling);
  CHECK(Show({"--noise", "perlin", "--tiling=true"}).tiling);
  CHECK_FALSE(Show({"--noise", "perlin", "--tiling", "--tiling=false"}).tiling);
  CHECK_FALSE(Show({"--preset", "marble", "--no-tiling"}).tiling);
  CHECK(Show({"--noise", "perlin", "--no-tiling", "--tiling"}).tiling);
}

TEST_CASE("after -- every argument is positional") {
  Folder folder;
  WriteFile("--size", kGoodRecipe);
  CHECK(Show({"--octaves", "4", "--", "--size"}).width == 40);
}

// Returns a recipe whose root uses the keys of `type`: a node (3D if `is_3d`) or a distribution.
std::string RecipeOf(std::string_view type, bool is_3d = false) {
  static const std::map<std::string_view, std::string_view> needed = {
      {"constant", R"(, "value": 0.5)"},
      {"add", R"(, "a": 1, "b": 2)"},
      {"warp", R"(, "source": {"type": "perlin"}, "by": [{"type": "value"}])"},
      {"fractal", R"(, "source": {"type": "perlin"})"},
      {"scatter", R"(, "source": {"type": "perlin"})"},
      {"erosion", R"(, "source": {"type": "perlin"})"},
      {"slope-of", R"(, "source": {"type": "perlin"})"},
      {"by-example", R"(, "name": "scan")"},
      {"weibull", R"(, "alpha": 1, "beta": 2)"},
      {"normal", R"(, "mean": 1, "deviation": 2)"},
      {"exponential", R"(, "rate": 2)"},
      {"triangular", R"(, "low": -1, "mode": 1.75, "high": 2)"}};
  std::string node = R"({"type": ")" + std::string(type) + "\"";
  if (is_3d) node += R"(, "dimensions": 3)";
  if (const auto found = needed.find(type); found != needed.end()) node += found->second;
  node += "}";
  if (FindType(ObjectKind::kDistribution, type))
    node = R"({"type": "hill", "distribution": )" + node + "}";
  return "{\"cobble\": 1, \"noise\": " + node + "}";
}

// Returns a type that uses the field; for a type field, a type other than its SampleValue.
std::string_view TypeFor(const Field& field) {
  if (field.object == ObjectKind::kDistribution)
    return field.key == "type" ? "weibull" : UsersOf(field)[0];
  return field.object == ObjectKind::kNode && field.key != "type" ? UsersOf(field)[0] : "perlin";
}

// Returns a value other than the default, as the flag's argument and as JSON. Throws for a type
// whose fields have no flags.
std::pair<std::string, std::string> SampleValue(const Field& field) {
  const auto in_range = [&](double x) { return field.minimum <= x && x <= field.maximum; };
  const auto number = [](const char* text) { return std::pair(text, text); };
  if (field.type == FieldType::kChoice) {
    // Only the first distribution has no parameters. The last functions need other dimensions.
    std::string word(field.key == "function" ? field.choices[1] : field.choices.back());
    if (field.object == ObjectKind::kDistribution) word = field.choices.front();
    return {word, "\"" + word + "\""};
  }
  if (field.type == FieldType::kInteger) return number(in_range(3) ? "3" : "9");
  if (field.type == FieldType::kNumber && !field.above.empty()) return number("2.5");
  if (field.type == FieldType::kNumber) return number(in_range(1.5) ? "1.5" : "0.25");
  if (field.type == FieldType::kVector && field.count == 3) return {"1,2,90", "[1, 2, 90]"};
  static const std::map<FieldType, std::pair<std::string, std::string>> samples = {
      {FieldType::kBool, {"true", "true"}},    {FieldType::kText, {"some text", "\"some text\""}},
      {FieldType::kSize, {"8x4", "[8, 4]"}},   {FieldType::kScale, {"2", "2"}},
      {FieldType::kByAxis, {"3,5", "[3, 5]"}}, {FieldType::kRange, {"-.5,2", "[-0.5, 2]"}},
      {FieldType::kVector, {"3,2", "[3, 2]"}}, {FieldType::kList, {"3", "[3]"}}};
  return samples.at(field.type);
}

TEST_CASE("every key that has a flag can be set by it") {
  int flags = 0;
  for (const KeyFlag& key : KeyFlags()) {
    const Field& field = *key.field;
    // The root, whose keys flags set, is not a colour.
    if (field.type == FieldType::kColor) continue;
    const auto [word, value] = SampleValue(field);
    for (const std::string& flag : {key.name, key.alias}) {
      if (flag.empty()) continue;
      CAPTURE(flag);
      ++flags;
      std::string base = RecipeOf(TypeFor(field), field.key == "loop");
      if (field.object == ObjectKind::kWorld)  // needs all of its keys, and a range
        base.insert(1, R"("world": {"width": 100, "heights": [0, 10]}, "range": [-1, 1], )");
      const Recipe before = Show({"-"}, base);
      const Recipe by_flag = Show({"-", flag + "=" + word}, base);
      CHECK(by_flag == Show({"-", "--set", key.path + "=" + value}, base));
      CHECK_FALSE(by_flag == before);
      CHECK(RunCobble({"render", "--help", "all"}).out.find("\n  " + flag) != std::string::npos);
    }
  }
  CHECK(flags == 65);
}

const std::string kTree = R"({
  "cobble": 1, "size": 40,
  "nodes": {"rock": {"type": "fractal", "kind": "ridged", "source": {"type": "simplex"}},
            "steps": {"type": "terrace", "source": {"ref": "rock"}, "levels": 8}},
  "noise": {"type": "mix", "a": {"ref": "steps"}, "b": {"ref": "rock"},
            "by": {"type": "curve", "source": {"ref": "rock"}, "points": [[0, 0], [0.5, 1]]}}})";

TEST_CASE("a tree is shown with all defaults, and renders the same picture from that output") {
  Folder folder;
  WriteFile("tree.json", kTree);
  const std::string shown = Out("show tree.json");
  CHECK(shown.find("\"sharpness\": 0.8") != std::string::npos);
  WriteFile("shown.json", shown);
  CHECK(Out("show shown.json") == shown);
  const auto sum = [](const std::string& words) {
    return Out("render -o a.png --checksum --dry-run " + words);
  };
  CHECK(sum("tree.json") == sum("shown.json"));
  CHECK(sum("tree.json") != sum("tree.json --set nodes.rock.octaves=3"));
}

TEST_CASE("--set changes fields in named nodes and trees") {
  const Recipe recipe =
      Show({"-", "--set", "nodes.rock.octaves=3", "--set", "nodes.rock.source.frequency=8", "--set",
            "noise.by.points.1.0=0.75", "--set", "noise.b={\"type\": \"perlin\"}"},
           kTree);
  CHECK(recipe.nodes.at("rock").Number("octaves") == 3);
  CHECK(recipe.nodes.at("rock").Input("source").Number("frequency") == 8);
  CHECK(recipe.noise.Input("by").Numbers("points") == std::vector<double>{0, 0, 0.75, 1});
  CHECK(recipe.noise.Input("b").type == "perlin");
  test::CheckFault(RunCobble({"show", "-", "--set", "nodes.rok.octaves=3"}, kTree), 2,
                   "--set nodes.rok.octaves: /nodes/rok ... rock");
}

// The same error from a file and from a flag that sets the last key.
TEST_CASE("a bad value exits with 3 if it is in a file, with 2 if it is in a flag") {
  const auto file = [](const std::string& noise) {
    return RunCobble({"show", "-"}, "{\"cobble\": 1, \"noise\": {\"type\": " + noise + "}}");
  };
  const auto flag = [](const std::string& type, const std::string& name, const std::string& word) {
    return RunCobble({"show", "-", "--" + name, word}, RecipeOf(type));
  };
  const std::pair<Outcome, Outcome> wrong[] = {
      {file(R"("cell", "weights": [])"), flag("cell", "weights", "")},
      {file(R"("cell", "density": 17)"), flag("cell", "density", "17")},
      {file(R"("cell", "function": "edge")"), flag("cell", "function", "edge")},
      {file(R"("hill", "sizes": [0])"), flag("hill", "sizes", "0")},
      {file(R"("hill", "waves": 4097)"), flag("hill", "waves", "4097")},
      {file(R"("hill", "smoothness": 1)"), flag("hill", "smoothness", "1")},
      {file(R"("hill", "distribution": {"type": "normal"})"),
       flag("hill", "distribution", "normal")},
      {file(R"("hill", "distribution": {"rate": 1})"), flag("hill", "rate", "1")},
      {file(R"("hill", "distribution": {"type": "triangular", "low": 1, "mode": 0, "high": 1})"),
       flag("triangular", "mode", "5")}};
  for (const auto& [in_file, in_flag] : wrong) {
    CHECK(in_file.status == 3);
    CHECK(in_file.err.starts_with("cobble: -:1:"));
    CHECK(in_flag.status == 2);
    CHECK(in_flag.err.starts_with("cobble: --"));
  }
}

TEST_CASE("commands that take a recipe also take a picture with metadata") {
  Folder folder;
  REQUIRE(RunCobble({"render", "--noise", "value", "--size", "9", "-o", "a.png"}).status == 0);
  REQUIRE(RunCobble({"render", "--noise", "value", "--size", "9", "-o", "a.r8"}).status == 0);
  for (const std::string picture : {"a.png", "a.r8", "a.r8.json"}) {
    CHECK(Show({picture}) == Show({"--noise", "value", "--size", "9"}));
    CHECK(RunCobble({"check", picture}).status == 0);
    CHECK(RunCobble({"sample", picture, "--points", "-"}, "1,2\n").status == 0);
  }
  CHECK(Show({"-"}, ReadAll("a.png")).width == 9);
}

}  // namespace
}  // namespace cobble
