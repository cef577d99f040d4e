// Tests Validate: rejects recipes built or changed in code for the errors that reading rejects, and
// for errors that only code can make.
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
#include "support/errors.h"
#include "support/harness.h"

namespace cobble {
namespace {

Recipe ReadNoise(const std::string& noise, const std::string& more = "") {
  return ReadRecipe(R"({"cobble": 1, "noise": )" + noise + more + "}", "text");
}

// Returns the message of the error that the call throws, which must be kRecipe; empty if none.
std::string Refusal(const std::function<void()>& call) {
  return test::TextIn(call, ErrorKind::kRecipe, "");
}

// Returns all errors, one per line. All calls that reject a recipe must give the same message.
std::string FaultsOf(const Recipe& recipe) {
  const std::string faults = Refusal([&] { Validate(recipe); });
  CHECK(Refusal([&] { Program::Compile(recipe); }) == faults);
  CHECK(Refusal([&] { WriteRecipe(recipe); }) == faults);
  CHECK(Refusal([&] { WriteRecipeLine(recipe); }) == faults);
  return faults;
}

// Returns where these errors are: "/noise/a /noise/b".
std::string PlacesOf(const Recipe& recipe) {
  std::string places;
  for (const std::string& line : SplitLines(FaultsOf(recipe)))
    places += (places.empty() ? "" : " ") + line.substr(0, line.find(": "));
  return places;
}

using Change = std::function<void(Recipe&)>;

// Checks where the errors of a recipe are after each change.
void CheckAll(const std::string& noise, const std::vector<std::pair<Change, std::string>>& cases) {
  const Recipe good = ReadNoise(noise);
  CHECK(FaultsOf(good) == "");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    Recipe recipe = good;
    cases[i].first(recipe);
    CHECK(PlacesOf(recipe) == cases[i].second);
  }
}

Change SetTo(const std::string& key, Value value) {
  return [key, value](Recipe& r) { r.noise.values[key] = value; };
}

Change Without(const std::string& key) {
  return [key](Recipe& r) { r.noise.values.erase(key); };
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
  RecipeLayers layers;
  layers.AddKey("noise", "perlin");
  CHECK(FaultsOf(layers.Resolve()) == "");
}

TEST_CASE("sentences about recipes of code") {
  Recipe recipe = ReadNoise(R"({"type": "transform", "source": {"type": "value"}})");
  recipe.noise.values["scale"] = 2.0;
  CHECK(FaultsOf(recipe) == "/noise/scale: must be stored as a NumberList");
  recipe.noise.values.erase("scale");
  CHECK(FaultsOf(recipe) ==
        "/noise/scale: is required: defaults are only filled in when a recipe is read");
  recipe = ReadNoise(R"({"type": "abs", "source": 1})");
  recipe.noise.inputs.clear();
  CHECK(FaultsOf(recipe) == "/noise/source: is required by \"abs\"");
  recipe.noise.values["source"] = 1.0;
  CHECK(FaultsOf(recipe) == "/noise/source: must be stored as an input");
  recipe.noise.inputs["source"] = {Node::Constant(1)};
  CHECK(FaultsOf(recipe) == "/noise/source: duplicate key \"source\"");
}

TEST_CASE("values out of range, of another type or under another key are rejected") {
  CheckAll(R"({"type": "perlin"})", {{SetTo("octaves", kNan), "/noise/octaves"},
                                     {SetTo("octaves", true), "/noise/octaves"},
                                     {SetTo("octaves", "3"), "/noise/octaves"},
                                     {SetTo("octaves", std::vector{1.0}), "/noise/octaves"},
                                     {SetTo("frequency", kInfinity), "/noise/frequency"},
                                     {SetTo("turbulence", "loud"), "/noise/turbulence"},
                                     {SetTo("turbulence", 1.0), "/noise/turbulence"},
                                     {Without("octaves"), "/noise/octaves"},
                                     {[](Recipe& r) { r.noise.values.clear(); },
                                      "/noise/aligned /noise/dimensions /noise/frequency "
                                      "/noise/lacunarity /noise/octaves /noise/persistence "
                                      "/noise/turbulence"},
                                     {[](Recipe& r) {
                                        r.noise.values.erase("octaves");
                                        r.noise.inputs["octaves"] = {Node::Constant(3)};
                                      },
                                      "/noise/octaves"},
                                     {SetTo("octave", 1.0), "/noise/octave"},
                                     {SetTo("levels", 1.0), "/noise/levels"},
                                     {SetTo("x-mine", 1.0), "/noise/x-mine"},
                                     {SetTo("type", 1.0), "/noise/type"},
                                     {SetTo("ref", 1.0), "/noise/ref"},
                                     {SetTo("octaves.x", 1.0), "/noise/octaves"},
                                     {SetTo("\xFF", 1.0), "/noise/\\xFF"},
                                     {SetTo("", 1.0), "/noise/"}});
}

TEST_CASE("keys of an object in a node are checked by their paths") {
  CheckAll(R"({"type": "hill", "distribution": {"type": "normal", "mean": 1, "deviation": 2}})",
           {{SetTo("distribution.mean", 1e9), "/noise/distribution/mean"},
            {SetTo("distribution.alpha", 1.0), "/noise/distribution/alpha"},
            {SetTo("distribution.x-mine", 1.0), "/noise/distribution/x-mine"},
            {Without("distribution.deviation"), "/noise/distribution/deviation"},
            {[](Recipe& r) {
               for (const char* key : {"type", "mean", "deviation"})
                 r.noise.values.erase("distribution." + std::string(key));
             },
             "/noise/distribution/type"},
            {SetTo("sizes", std::vector{1.0}), "/noise/sizes /noise/sizes"}});
}

TEST_CASE("inputs must exist, in a number that their key allows") {
  const Node value = ReadNoise(R"({"type": "value"})").noise;
  const auto inputs = [&](const char* key, std::size_t count) {
    return [=](Recipe& r) { r.noise.inputs[key] = std::vector<Node>(count, value); };
  };
  CheckAll(
      R"({"type": "warp", "source": {"type": "value"}, "by": [{"type": "value"}, 1]})",
      {{inputs("by", 1), ""},
       {inputs("by", 4), "/noise/by"},
       {inputs("by", 0), "/noise/by"},
       {inputs("source", 2), "/noise/source"},
       {[](Recipe& r) { r.noise.inputs.erase("source"); }, "/noise/source"},
       {inputs("a", 1), "/noise/a"},
       {[](Recipe& r) { r.noise.inputs["by"][0].values["octaves"] = 0.0; }, "/noise/by/0/octaves"},
       {[](Recipe& r) { r.noise.inputs["by"][0].values.erase("octaves"); }, "/noise/by/0/octaves"},
       {[](Recipe& r) { r.noise.inputs["by"][1].values["value"] = kNan; }, "/noise/by/1/value"},
       {[](Recipe& r) { r.noise.inputs["by"][1].values.clear(); }, "/noise/by/1/value"}});
}

TEST_CASE("the points of a curve must be pairs that rise") {
  CheckAll(R"({"type": "curve", "source": {"type": "value"}, "points": [[0, 0], [1, 1]]})",
           {{SetTo("points", std::vector{0.0, 0.0, 1.0}), "/noise/points/1"},
            {SetTo("points", std::vector{1.0, 0.0, 0.0, 1.0}), "/noise/points/1/0"}});
}

TEST_CASE("settings out of range are rejected") {
  const auto range = [](RangeMode mode, double low, double high) {
    return [=](Recipe& r) { r.range = {mode, low, high}; };
  };
  CheckAll(R"({"type": "value"})",
           {{[](Recipe& r) { r.width = 0; }, "/size/0"},
            {[](Recipe& r) { r.height = std::numeric_limits<int64_t>::min(); }, "/size/1"},
            {[](Recipe& r) { r.domain.scale[1] = 0; }, "/domain/scale/1"},
            {[](Recipe& r) { r.domain.extent[0] = 0; }, "/domain/extent/0"},
            {[](Recipe& r) { r.domain.rotate[2] = kNan; }, "/domain/rotate/2"},
            {[](Recipe& r) { r.domain.slice = -kInfinity; }, "/domain/slice"},
            {[](Recipe& r) { r.normal.strength = kInfinity; }, "/normal/strength"},
            {[](Recipe& r) { r.domain.grid = static_cast<Grid>(2); }, "/domain/grid"},
            {[](Recipe& r) { r.normal.y = static_cast<NormalY>(2); }, "/normal/y"},
            {[](Recipe& r) { r.range.mode = static_cast<RangeMode>(-1); }, "/range"},
            {range(RangeMode::kFixed, 1, 1), "/range"},
            {range(RangeMode::kFixed, 0, kNan), "/range/1"},
            {range(RangeMode::kNatural, 3, 3), ""},  // checked only for kFixed
            {range(RangeMode::kShares, 0, 1), "/range"},
            {[](Recipe& r) {
               r.range = {RangeMode::kShares, 2, 101, {true, true}};
             },
             "/range/1"},
            {[](Recipe& r) {
               r.range = {RangeMode::kShares, 2, kNan, {true, false}};
             },
             "/range/1"},
            {[](Recipe& r) {
               r.range = {RangeMode::kShares, 2, 2, {true, false}};
             },
             ""},
            {[](Recipe& r) {
               r.range = {RangeMode::kShares, 2, 2, {true, true}};
             },
             "/range"},
            {[](Recipe& r) { r.description = "a\xFF"; }, "/description"},
            {[](Recipe& r) { r.schema = "\xC3"; }, "/$schema"}});
}

TEST_CASE("types that do not exist, and refs without a name, are rejected") {
  const auto type = [](const char* name) { return [name](Recipe& r) { r.noise.type = name; }; };
  const auto ref = [](const Node& values) {
    return [values](Recipe& r) {
      r.noise = values;
      r.noise.type = "ref";
    };
  };
  Node wrong, foreign;
  wrong.values["ref"] = 1.0;
  foreign.values["ref"] = "rock";
  foreign.values["octaves"] = 1.0;
  CheckAll(R"({"type": "value"})", {{type("perlin "), "/noise/type"},
                                    {type(""), "/noise/type"},
                                    {type("no such type"), "/noise/type"},
                                    {type("\xFF"), "/noise/type"},
                                    {ref(Node()), "/noise/ref"},
                                    {ref(wrong), "/noise/ref"},
                                    {ref(foreign), "/noise/octaves"}});
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
  CheckAll(R"({"type": "value"})",
           {{name("rock"), ""},
            {name(""), "/nodes/"},
            {name("a/b"), "/nodes/a~1b"},
            {name("x-a"), "/nodes/x-a"},
            {name("\xFF"), "/nodes/\\xFF"},
            {[](Recipe& r) { (r.nodes["rock"] = r.noise).values.erase("octaves"); },
             "/nodes/rock/octaves"}});
}

TEST_CASE("up to 20 errors are reported together") {
  Recipe recipe = ReadNoise(R"({"type": "add", "a": {"type": "value"}, "b": {"type": "perlin"}})");
  recipe.width = 0;
  recipe.noise.inputs["a"][0].values["octaves"] = 0.0;
  recipe.noise.inputs["b"][0].values.erase("octaves");
  CHECK(PlacesOf(recipe) == "/size/0 /noise/a/octaves /noise/b/octaves");
  for (int i = 0; i < 30; ++i) recipe.noise.values["k" + std::to_string(i)] = 1.0;
  CHECK(FaultsOf(recipe).ends_with("\n13 more errors"));
}

// A chain of `levels` nodes. Destroyed level by level, because the recursion of the node's
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
    CHECK(faults.find(": nested deeper than 256 levels; combine") != std::string::npos);
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
  CHECK(MaxLineBytes(recipe) >= RecipeLineLength(recipe));
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;
    const Recipe each = ReadRecipe(preset.text, "f");
    CHECK(MaxLineBytes(each) >= RecipeLineLength(each));
  }
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

TEST_CASE("shares of a range are written as they are read") {
  Recipe recipe = ReadNoise(R"({"type": "value"})");
  for (const Range& range : {Range{RangeMode::kShares, 2, 98, {true, true}},
                             {RangeMode::kShares, 97.5, 0.7, {true, true}},
                             {RangeMode::kShares, -3, 50, {false, true}},
                             {RangeMode::kShares, 0, 1e7, {true, false}}}) {
    recipe.range = range;
    CHECK(ReadRecipe(WriteRecipe(recipe), "f").range == range);
  }
  recipe.range.is_share = {true, true};
  CHECK_FALSE(ReadRecipe(R"({"cobble": 1, "noise": {"type": "value"}, "range": [0, "0.7%"]})",
                         "f") == recipe);
}

}  // namespace
}  // namespace cobble
