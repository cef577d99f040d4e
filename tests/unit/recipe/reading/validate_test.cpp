// Tests of Validate: recipes built or changed in code are rejected for the errors that reading
// rejects, and for errors that only code can make.
#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "recipe/writing/recipe_tree.h"

namespace cobble {
namespace {

Recipe ReadNoise(const std::string& noise, const std::string& more = "") {
  return ReadRecipe(R"({"cobble": 1, "noise": )" + noise + more + "}", "text");
}

// Returns the message of the error that the call throws, which must be kRecipe, or an empty string
// if it throws nothing.
std::string Refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kRecipe);
    return error.what();
  }
  return {};
}

// Returns all errors, one per line. Checks that all calls that reject a recipe give the same
// message.
std::string FaultsOf(const Recipe& recipe) {
  const std::string faults = Refusal([&] { Validate(recipe); });
  CHECK(Refusal([&] { Program::Compile(recipe); }) == faults);
  CHECK(Refusal([&] { WriteRecipe(recipe); }) == faults);
  CHECK(Refusal([&] { WriteRecipeLine(recipe); }) == faults);
  return faults;
}

using Change = std::function<void(Recipe&)>;

void CheckAll(const std::string& noise, const std::vector<std::pair<Change, std::string>>& cases) {
  const Recipe good = ReadNoise(noise);
  CHECK(FaultsOf(good) == "");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    Recipe recipe = good;
    cases[i].first(recipe);
    CHECK(FaultsOf(recipe) == cases[i].second);
  }
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST_CASE("a recipe that was read is valid") {
  for (const Preset& preset : Presets()) {
    CAPTURE(preset.name);
    const Recipe recipe = ReadRecipe(preset.text, "text");
    CHECK_NOTHROW(Validate(recipe));
    CHECK_NOTHROW(Validate(ReadRecipe(WriteRecipe(recipe), "text")));
  }
  std::string sums = "1";
  for (int i = 0; i < 62; ++i) sums = R"({"type": "abs", "source": )" + sums + "}";
  CHECK(FaultsOf(ReadNoise(sums)) == "");
}

TEST_CASE("a recipe that consists only of flags is valid") {
  RecipeLayers layers;
  layers.AddFlag("--noise", "perlin");
  CHECK(FaultsOf(layers.Resolve()) == "");
}

TEST_CASE("values out of range or of another type are rejected") {
  const auto set = [](const char* key, Value value) {
    return [key, value](Recipe& r) { r.noise.values[key] = value; };
  };
  const std::string whole = "must be a whole number from 1 to ";
  CheckAll(
      R"({"type": "perlin"})",
      {{set("dimensions", 5.0), "/noise/dimensions: " + whole + "3, got 5"},
       {set("dimensions", 2.5), "/noise/dimensions: " + whole + "3, got 2.5"},
       {set("octaves", kNan), "/noise/octaves: " + whole + "32, got nan"},
       {set("octaves", true), "/noise/octaves: " + whole + "32, got true"},
       {set("octaves", "3"), "/noise/octaves: " + whole + "32, got \"3\"; write 3 without quotes"},
       {set("octaves", std::vector{1.0}), "/noise/octaves: " + whole + "32, got [1]"},
       {set("frequency", kInfinity),
        "/noise/frequency: must be a number greater than 0 and at most 1e12, got inf"},
       {set("turbulence", "loud"),
        "/noise/turbulence: must be one of \"none\", \"absolute\", \"smooth\", got \"loud\""},
       {set("turbulence", 1.0),
        "/noise/turbulence: must be one of \"none\", \"absolute\", \"smooth\", got 1"},
       {set("seed", -1.0), "/noise/seed: must be a whole number from 0 to 4294967295, got -1"}});
}

TEST_CASE("missing and unknown keys, and keys of another type, are rejected") {
  const auto set = [](const char* key) { return [key](Recipe& r) { r.noise.values[key] = 1.0; }; };
  CheckAll(
      R"({"type": "perlin"})",
      {{[](Recipe& r) { r.noise.values.erase("octaves"); },
        "/noise/octaves: is required: defaults are only filled in when a recipe is read"},
       {[](Recipe& r) { r.noise.values.clear(); },
        "/noise/aligned: is required: defaults are only filled in when a recipe is read\n"
        "/noise/dimensions: is required: defaults are only filled in when a recipe is read\n"
        "/noise/frequency: is required: defaults are only filled in when a recipe is read\n"
        "/noise/lacunarity: is required: defaults are only filled in when a recipe is read\n"
        "/noise/octaves: is required: defaults are only filled in when a recipe is read\n"
        "/noise/persistence: is required: defaults are only filled in when a recipe is read\n"
        "/noise/turbulence: is required: defaults are only filled in when a recipe is read"},
       {set("octave"), "/noise/octave: unknown key \"octave\"; did you mean \"octaves\"?"},
       {set("levels"), "/noise/levels: \"levels\" is not used by \"perlin\" (terrace uses it)"},
       {set("x-mine"), "/noise/x-mine: unknown key \"x-mine\""},
       {set("type"), "/noise/type: duplicate key \"type\""},
       {set("ref"), "/noise/ref: use \"ref\" or \"type\", not both"},
       {set("octaves.x"), "/noise/octaves: must be a whole number from 1 to 32, got an object"},
       {set("\xFF"), "/noise/\\xFF: unknown key \"\\xFF\""},
       {set(""), "/noise/: unknown key \"\""}});
  Recipe clamp =
      ReadNoise(R"({"type": "clamp", "source": {"type": "value"}, "low": 0, "high": 1})");
  clamp.noise.values.erase("low");
  CHECK(FaultsOf(clamp) == "/noise/low: is required by \"clamp\"");
}

TEST_CASE("keys of an object in a node are checked by their paths") {
  const auto at = [](const char* key, Value value) {
    return [key, value](Recipe& r) { r.noise.values[key] = value; };
  };
  CheckAll(
      R"({"type": "hill", "distribution": {"type": "normal", "mean": 1, "deviation": 2}})",
      {{at("distribution.mean", 1e9),
        "/noise/distribution/mean: must be a number from -1e6 to 1e6, got 1000000000"},
       {at("distribution.alpha", 1.0),
        "/noise/distribution/alpha: \"alpha\" is not used by \"normal\" (weibull uses it)"},
       {at("distribution.x-mine", 1.0), "/noise/distribution/x-mine: unknown key \"x-mine\""},
       {[](Recipe& r) { r.noise.values.erase("distribution.deviation"); },
        "/noise/distribution/deviation: is required by \"normal\""},
       {[](Recipe& r) {
          for (const char* key : {"type", "mean", "deviation"})
            r.noise.values.erase("distribution." + std::string(key));
        },
        "/noise/distribution/type: is required: defaults are only filled in when a recipe is read"},
       {at("sizes", std::vector{1.0}),
        "/noise/sizes: use \"sizes\" or \"waves\", not both\n/noise/sizes: use \"sizes\" or "
        "\"smoothness\", not both"}});
}

TEST_CASE("short forms are accepted in texts, not in code") {
  Recipe moved = ReadNoise(R"({"type": "transform", "source": {"type": "value"}})");
  moved.noise.values["scale"] = 2.0;
  CHECK(FaultsOf(moved) == "/noise/scale: must be stored as a NumberList");
  Recipe sum = ReadNoise(R"({"type": "add", "a": 1, "b": 2})");
  sum.noise.inputs.erase("a");
  sum.noise.values["a"] = 1.0;
  CHECK(FaultsOf(sum) == "/noise/a: must be stored as an input");
  sum = ReadNoise(R"({"type": "add", "a": 1, "b": 2})");
  sum.noise.values["a"] = 1.0;
  CHECK(FaultsOf(sum) == "/noise/a: duplicate key \"a\"");
  Recipe noise = ReadNoise(R"({"type": "value"})");
  noise.noise.values.erase("octaves");
  noise.noise.inputs["octaves"] = {Node::Constant(3)};
  CHECK(FaultsOf(noise) ==
        "/noise/octaves: is required: defaults are only filled in when a recipe is read");
}

TEST_CASE("inputs must exist, in a number that their key allows") {
  const Node value = ReadNoise(R"({"type": "value"})").noise;
  const std::string node =
      "must be a number from -1e12 to 1e12, a formula or an object with a \"type\" or a "
      "\"ref\", got ";
  CheckAll(
      R"({"type": "warp", "source": {"type": "value"}, "by": [{"type": "value"}, 1]})",
      {{[&](Recipe& r) { r.noise.inputs["by"] = {value}; }, ""},
       {[&](Recipe& r) {
          r.noise.inputs["by"] = {value, value, value, value};
        },
        "/noise/by: must be a list of 1 to 3 inputs, each a number from -1e12 to 1e12, a "
        "formula or an object with a \"type\" or a \"ref\", got a list of 4"},
       {[&](Recipe& r) { r.noise.inputs["by"].clear(); },
        "/noise/by: must be a list of 1 to 3 inputs, each a number from -1e12 to 1e12, a "
        "formula or an object with a \"type\" or a \"ref\", got []"},
       {[&](Recipe& r) {
          r.noise.inputs["source"] = {value, value};
        },
        "/noise/source: " + node + "a list of 2"},
       {[&](Recipe& r) { r.noise.inputs.erase("source"); },
        "/noise/source: is required by \"warp\""},
       {[&](Recipe& r) { r.noise.inputs["a"] = {value}; },
        "/noise/a: \"a\" is not used by \"warp\" (add, subtract, multiply, min, max, smooth-min, "
        "smooth-max, mix, divide and modulo use it)"},
       {[&](Recipe& r) { r.noise.inputs["by"][0].values["octaves"] = 0.0; },
        "/noise/by/0/octaves: must be a whole number from 1 to 32, got 0"},
       {[&](Recipe& r) { r.noise.inputs["by"][0].values.erase("octaves"); },
        "/noise/by/0/octaves: is required: defaults are only filled in when a recipe is read"},
       {[&](Recipe& r) { r.noise.inputs["by"][1].values["value"] = kNan; },
        "/noise/by/1/value: must be a number from -1e12 to 1e12, got nan"},
       {[&](Recipe& r) { r.noise.inputs["by"][1].values.clear(); },
        "/noise/by/1/value: is required by \"constant\""}});
}

TEST_CASE("the points of a curve must be pairs") {
  Recipe curve =
      ReadNoise(R"({"type": "curve", "source": {"type": "value"}, "points": [[0, 0], [1, 1]]})");
  curve.noise.values["points"] = std::vector{0.0, 0.0, 1.0};
  CHECK(FaultsOf(curve) == "/noise/points/1: must be two numbers from -1e9 to 1e9, got [1]");
  curve.noise.values["points"] = std::vector{1.0, 0.0, 0.0, 1.0};
  CHECK(
      FaultsOf(curve) ==
      "/noise/points/1/0: must be at least 1e-9 above the previous x, which is 1, got 0; sort the "
      "points by x");
}

TEST_CASE("settings out of range are rejected") {
  CheckAll(
      R"({"type": "value"})",
      {{[](Recipe& r) { r.width = 0; },
        "/size/0: must be a whole number from 1 to 2147483647, got 0"},
       {[](Recipe& r) { r.height = std::numeric_limits<int64_t>::min(); },
        "/size/1: must be a whole number from 1 to 2147483647, got -9223372036854775808"},
       {[](Recipe& r) { r.domain.scale[1] = 0; },
        "/domain/scale/1: must be a number from -1e12 to 1e12, not 0, got 0"},
       {[](Recipe& r) { r.domain.extent[0] = 0; },
        "/domain/extent/0: must be a number greater than 0 and at most 1e12, got 0"},
       {[](Recipe& r) { r.domain.rotate[2] = kNan; },
        "/domain/rotate/2: must be a number from -1e6 to 1e6, got nan"},
       {[](Recipe& r) { r.domain.slice = -kInfinity; },
        "/domain/slice: must be a number from -1e12 to 1e12, got -inf"},
       {[](Recipe& r) { r.normal.strength = kInfinity; },
        "/normal/strength: must be a number from -1e6 to 1e6, got inf"},
       {[](Recipe& r) { r.domain.grid = static_cast<Grid>(2); },
        "/domain/grid: must be one of \"pixels\", \"vertices\", got \"unknown\""},
       {[](Recipe& r) { r.normal.y = static_cast<NormalY>(2); },
        "/normal/y: must be one of \"up\", \"down\", got \"unknown\""},
       {[](Recipe& r) { r.range.mode = static_cast<RangeMode>(-1); },
        "/range: must be \"natural\", \"fit\", \"none\" or two numbers at least 1e-9 apart, from "
        "-1e12 to 1e12, got \"unknown\""},
       {[](Recipe& r) {
          r.range = {RangeMode::kFixed, 1, 1};
        },
        "/range: must be \"natural\", \"fit\", \"none\" or two numbers at least 1e-9 apart, from "
        "-1e12 to 1e12, got [1, 1]; for black below a value and white above, use a \"threshold\" "
        "node"},
       {[](Recipe& r) {
          r.range = {RangeMode::kFixed, 0, kNan};
        },
        "/range/1: must be a number from -1e12 to 1e12, got nan"},
       {[](Recipe& r) {
          r.range = {RangeMode::kNatural, 3, 3};
        },
        ""},  // checked only for kFixed
       {[](Recipe& r) { r.description = "a\xFF"; },
        "/description: must be text in UTF-8, got \"a\\xFF\""},
       {[](Recipe& r) { r.schema = "\xC3"; }, "/$schema: must be text in UTF-8, got \"\\xC3\""}});
}

TEST_CASE("types that do not exist, and refs without a name, are rejected") {
  Recipe recipe = ReadNoise(R"({"type": "value"})");
  for (const std::string_view type : {"perlin ", "Perlin"}) {
    recipe.noise.type = type;
    CHECK(FaultsOf(recipe) ==
          "/noise/type: unknown type \"" + std::string(type) + "\"; did you mean \"perlin\"?");
  }
  for (const std::string_view type : {"", "no such type"}) {
    recipe.noise.type = type;
    const std::string faults = FaultsOf(recipe);
    CHECK(faults == "/noise/type: must be the name of a type, got \"" + std::string(type) +
                        "\"; see cobble list noises and cobble list nodes");
  }
  recipe.noise.type = "\xFF";
  CHECK(FaultsOf(recipe).find(", got \"\\xFF\";") != std::string::npos);
  recipe.noise = Node();
  recipe.noise.type = "ref";
  CHECK(FaultsOf(recipe) == "/noise/ref: must be text in UTF-8, got null");
  recipe.noise.values["ref"] = 1.0;
  CHECK(FaultsOf(recipe) == "/noise/ref: must be text in UTF-8, got 1");
  recipe.noise.values["ref"] = "rock";
  recipe.noise.values["octaves"] = 1.0;
  CHECK(FaultsOf(recipe) ==
        "/noise/octaves: \"octaves\" is not used by a ref; it belongs in the node that \"ref\" "
        "names");
}

TEST_CASE("the targets of refs are checked when compiling") {
  Recipe recipe = ReadNoise(R"({"ref": "rock"})");
  CHECK_NOTHROW(Validate(recipe));
  CHECK_THROWS_AS(Program::Compile(recipe), Error);
  recipe.nodes["rock"] = ReadNoise(R"({"type": "abs", "source": {"ref": "rock"}})").noise;
  CHECK_NOTHROW(Validate(recipe));
  CHECK_THROWS_AS(Program::Compile(recipe), Error);
}

TEST_CASE("named nodes and their names are checked") {
  const auto name = [](const char* key) { return [key](Recipe& r) { r.nodes[key] = r.noise; }; };
  const std::string rule =
      ": a name must be 1 to 100 bytes of text without /, ~ or control characters";
  CheckAll(
      R"({"type": "value"})",
      {{name("rock"), ""},
       {name(""), "/nodes/" + rule},
       {name("a/b"), "/nodes/a~1b" + rule},
       {name("x-a"), "/nodes/x-a" + rule},
       {name("\xFF"), "/nodes/\\xFF" + rule},
       {[](Recipe& r) { (r.nodes["rock"] = r.noise).values.erase("octaves"); },
        "/nodes/rock/octaves: is required: defaults are only filled in when a recipe is read"}});
}

TEST_CASE("up to 20 errors are reported together") {
  Recipe recipe = ReadNoise(R"({"type": "add", "a": {"type": "value"}, "b": {"type": "perlin"}})");
  recipe.width = 0;
  recipe.noise.inputs["a"][0].values["octaves"] = 0.0;
  recipe.noise.inputs["b"][0].values.erase("octaves");
  CHECK(FaultsOf(recipe) ==
        "/size/0: must be a whole number from 1 to 2147483647, got 0\n"
        "/noise/a/octaves: must be a whole number from 1 to 32, got 0\n"
        "/noise/b/octaves: is required: defaults are only filled in when a recipe is read");
  for (int i = 0; i < 30; ++i) recipe.noise.values["k" + std::to_string(i)] = 1.0;
  CHECK(FaultsOf(recipe).ends_with("\n13 more errors"));
}

// A chain of `levels` nodes. It is destroyed level by level, because the recursion of the node's
// destructor would overflow the stack.
class DeepRecipe {
 public:
  explicit DeepRecipe(int levels) : recipe_(ReadNoise(R"({"type": "value"})")) {
    for (; levels > 1; --levels) {
      Node node;
      node.type = "abs";
      node.inputs["source"].push_back(std::move(recipe_.noise));
      recipe_.noise = std::move(node);
    }
  }
  ~DeepRecipe() {
    while (recipe_.noise.Has("octaves") == false) {
      Node source = std::move(recipe_.noise.inputs["source"].front());
      recipe_.noise = std::move(source);
    }
  }

  const Recipe& recipe() const { return recipe_; }

 private:
  Recipe recipe_;
};

TEST_CASE("a recipe that is too deep is rejected, however deep") {
  CHECK(FaultsOf(DeepRecipe(250).recipe()) == "");
  for (const int levels : {260, 300000}) {
    const std::string faults = FaultsOf(DeepRecipe(levels).recipe());
    CHECK(faults.starts_with("/noise/source/source/source/"));
    CHECK(faults.ends_with(": nested deeper than 256 levels"));
    CHECK(faults.find('\n') == std::string::npos);
  }
}

TEST_CASE("a recipe too long to be read again is rejected, but can be written") {
  Recipe recipe = ReadNoise(R"({"type": "value"})");
  recipe.description = std::string(kMaxRecipeBytes - 1000, 'a');
  CHECK_NOTHROW(Validate(recipe));
  recipe.description = std::string(kMaxRecipeBytes, 'a');
  const std::string text = WriteRecipe(recipe);
  const std::string fault = "has " + std::to_string(text.size()) +
                            " bytes with every default written out; the maximum is 1048576; name a "
                            "part that repeats in \"nodes\"";
  CHECK(Refusal([&] { Validate(recipe); }) == fault);
  CHECK(Refusal([&] { Program::Compile(recipe); }) == fault);
}

TEST_CASE("the length of a recipe is that of one line, with which it is stored") {
  std::string part = "(perlin(4)";
  for (int i = 1; i < 150; ++i) part += "+perlin(4)";
  part += ")";
  const Recipe recipe = ReadRecipe(R"({"cobble": 1, "noise": ")" + part + "+" + part + "+" + part +
                                       R"(", "nodes": {"a": "perlin", "\"\u00e9": "2"},
                                       "maps": {"m": "red", "n": "x"}})",
                                   "f");
  CHECK(RecipeLineLength(recipe) == WriteRecipeLine(recipe).size());
  CHECK(ReadRecipe(WriteRecipe(recipe), "g") == recipe);
}

TEST_CASE("reading a key or input that a node lacks is an error that names it") {
  const Node node = ReadNoise(R"({"type": "value"})").noise;
  const auto fails = [](const auto& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.kind() == ErrorKind::kUsage;
    }
    return false;
  };
  CHECK(node.Number("octaves") == 1);
  CHECK(fails([&] { node.Number("levels"); }));
  CHECK(fails([&] { node.Number("turbulence"); }));
  CHECK(fails([&] { node.Text("octaves"); }));
  CHECK(fails([&] { node.Numbers("octaves"); }));
  CHECK(fails([&] { node.Input("source"); }));
  CHECK(fails([&] { node.Inputs("source"); }));
}

TEST_CASE("the name of an invalid enum value is unknown") {
  CHECK(Name(static_cast<Map>(-1)) == "unknown");
  CHECK(Name(static_cast<Map>(Names<Map>().size())) == "unknown");
}

TEST_CASE("the numbers of a range that is not fixed are ignored") {
  Recipe recipe = ReadNoise(R"({"type": "value"})");
  for (const RangeMode mode : {RangeMode::kNatural, RangeMode::kFit, RangeMode::kNone}) {
    recipe.range = {mode, -3, 7};
    Validate(recipe);
    CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
  }
  recipe.range = {RangeMode::kFixed, -3, 7};
  CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
  Recipe other = recipe;
  other.range.high = 8;
  CHECK_FALSE(other == recipe);
}

}  // namespace
}  // namespace cobble
