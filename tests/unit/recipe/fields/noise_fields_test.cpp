// Tests of the fields of cell and hill noise: mutually exclusive keys and distributions, when read
// from texts, merged in layers, and written.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "unit/recipe/one_noise.h"

namespace cobble {
namespace {

using test::ErrorOf;
using test::Pairs;
using test::Resolve;
using test::Text;

std::string Hill(const std::string& distribution) {
  return Text("hill", "\"distribution\": " + distribution);
}

const std::string kCell = Text("cell", R"("function": "F2", "density": 2, "limit": 1)");
const std::string kWeights = Text("cell", R"("weights": [1, 2])");
const std::string kWaves = Text("hill", R"("waves": 5, "smoothness": 0.3)");
const std::string kWeibull = Hill(R"({"type": "weibull", "alpha": 1, "beta": 2})");
const std::string kTriangle = Hill(R"({"type": "triangular", "low": 0, "mode": 0.5, "high": 1})");

TEST_CASE("wrong fields of cell noise are reported") {
  const std::string weights = "f:1:52: /noise/weights: must be a list of 1 to 4 numbers ";
  const std::string range = "from -1e6 to 1e6, got ", item = "must be a number from -1e6 to 1e6";
  const std::string density = "f:1:52: /noise/density: must be a number from 0.1 to 16, got ";
  const auto cell = [](const std::string& members) { return ErrorOf(Text("cell", members)); };
  CHECK(cell(R"("weights": [])") == weights + range + "[]");
  CHECK(cell(R"("weights": [1, 2, 3, 4, 5])") == weights + range + "[1, 2, 3, 4, 5]");
  CHECK(cell(R"("weights": "F1")") == weights + range + "\"F1\"");
  CHECK(cell(R"("weights": 1)") == weights + range + "1");
  CHECK(cell(R"("weights": [1, "2"])") ==
        "f:1:56: /noise/weights/1: " + item + ", got \"2\"; write 2 without quotes");
  CHECK(cell(R"("weights": [null])") == "f:1:53: /noise/weights/0: " + item + ", got null");
  CHECK(cell(R"("weights": [1e7])") == "f:1:53: /noise/weights/0: " + item + ", got 10000000");
  CHECK(cell(R"("weights": [1e999])") ==
        "f:1:53: /noise/weights/0: must be a finite number, got 1e999");
  const std::string choices = R"((one of "F1", "F2", "F3", "F4", "F2-F1", "cell-id"))";
  CHECK(cell(R"("function": "F5")") ==
        R"(f:1:53: /noise/function: unknown value "F5"; did you mean "F1"? )" + choices);
  CHECK(cell(R"("function": "edge")") ==
        R"(f:1:53: /noise/function: unknown value "edge"; the type "voronoi" has it (one of "F1", )"
        R"("F2", "F3", "F4", "F2-F1", "cell-id"))");
  CHECK(cell(R"("function": "cellid")") ==
        R"(f:1:53: /noise/function: unknown value "cellid"; did you mean "cell-id"? )" + choices);
  CHECK(cell(R"("density": 0.05)") == density + "0.05");
  CHECK(cell(R"("density": 17)") == density + "17");
  CHECK(cell(R"("densty": 2)") ==
        "f:1:41: /noise/densty: unknown key \"densty\"; did you mean \"density\"?");
  CHECK(cell(R"("jitter": 1)") ==
        "f:1:41: /noise/jitter: \"jitter\" is not used by \"cell\" (scatter and voronoi use it)");
  CHECK(ErrorOf(Text("perlin", R"("function": "F4")")) ==
        "f:1:43: /noise/function: \"function\" is not used by \"perlin\" (dots, bricks, hexagons, "
        "tiles, weave, scatter, voronoi and cell use it)");
  CHECK(ErrorOf(Text("voronoi", R"("function": "F4")"))
            .starts_with(
                "f:1:56: /noise/function: unknown value \"F4\"; the type \"cell\" has it (one "
                "of \"F1\", \"F2\", \"F2-F1\", "));
}

TEST_CASE("wrong fields of hill noise are reported") {
  const std::string sizes = "f:1:50: /noise/sizes: must be a list of 1 to 4096 numbers ";
  const std::string range = "from 1e-6 to 1e6, got ", item = "must be a number from 1e-6 to 1e6";
  const auto hill = [](const std::string& members) { return ErrorOf(Text("hill", members)); };
  CHECK(hill(R"("sizes": [])") == sizes + range + "[]");
  CHECK(hill(R"("sizes": 1)") == sizes + range + "1");
  CHECK(hill(R"("sizes": [1, 0])") == "f:1:54: /noise/sizes/1: " + item + ", got 0");
  CHECK(hill(R"("sizes": [-1, 1])") == "f:1:51: /noise/sizes/0: " + item + ", got -1");
  std::string long_list = "1";
  for (int i = 1; i < 4096; ++i) long_list += ",1";
  CHECK(hill("\"sizes\": [" + long_list + "]") == "nothing is wrong");
  CHECK(hill("\"sizes\": [" + long_list + ",1]") == sizes + range + "a list of 4097");
  const std::string waves = "f:1:50: /noise/waves: must be a whole number from 1 to 4096, got ";
  CHECK(hill(R"("waves": 0)") == waves + "0");
  CHECK(hill(R"("waves": 4097)") == waves + "4097");
  CHECK(hill(R"("waves": 1.5)") == waves + "1.5");
  const std::string smoothness =
      "f:1:55: /noise/smoothness: must be a number from 0.2 to 0.95, got ";
  CHECK(hill(R"("smoothness": 0.1)") == smoothness + "0.1");
  CHECK(hill(R"("smoothness": 1)") == smoothness + "1");
  CHECK(hill(R"("smooth": "lse")") ==
        "f:1:41: /noise/smooth: \"smooth\" is not used by \"hill\" (voronoi uses it)");
  CHECK(hill(R"("alpha": 2)") ==
        "f:1:41: /noise/alpha: unknown key \"alpha\"; it belongs in \"noise.distribution\"");
}

TEST_CASE("mutually exclusive keys are rejected together") {
  const std::string weights = "use \"weights\" or \"function\", not both";
  CHECK(ErrorOf(Text("cell", R"("weights": [1], "function": "F1")")) ==
        "f:1:52: /noise/weights: " + weights);
  CHECK(ErrorOf(Text("cell", R"("function": "F1", "weights": [1])")) ==
        "f:1:70: /noise/weights: " + weights);
  CHECK(ErrorOf(Text("hill", R"("waves": 3, "sizes": [1])")) ==
        "f:1:62: /noise/sizes: use \"sizes\" or \"waves\", not both");
  CHECK(ErrorOf(Text("hill", R"("sizes": [1], "waves": 3, "smoothness": 0.3)")) ==
        "f:1:50: /noise/sizes: use \"sizes\" or \"waves\", not both\n"
        "f:1:50: /noise/sizes: use \"sizes\" or \"smoothness\", not both");
  // Keys that exclude each other are reported once.
  CHECK(ErrorOf(Text("perlin", R"("seed": 1, "pattern": "a")")) ==
        "f:1:65: /noise/pattern: use \"pattern\" or \"seed\", not both");
  // The same is true in an upper layer.
  CHECK(ErrorOf(kCell, {{"--weights", "1,2"}, {"--function", "F2"}}) == "--weights: " + weights);
  CHECK(ErrorOf(kWeights, {}, {{"noise.weights.0", "1"}, {"noise.function", "F2"}}) ==
        "--set noise.weights.0: /noise/weights: " + weights);
}

TEST_CASE("wrong distributions are reported") {
  const auto hill = [](const std::string& distribution) { return ErrorOf(Hill(distribution)); };
  const std::string types =
      R"(must be one of "uniform", "weibull", "normal", "exponential", "triangular", got )";
  const std::string at = ": /noise/distribution";
  CHECK(hill("\"normal\"") ==
        "f:1:57" + at + ": must be an object, got \"normal\"; write {\"type\": \"normal\"}");
  CHECK(hill("[]") == "f:1:57" + at + ": must be an object, got []");
  CHECK(hill(R"({"type": "wiebull", "alpha": 1, "beta": 2})") ==
        "f:1:66" + at + "/type: " + types + "\"wiebull\"; did you mean \"weibull\"?");
  CHECK(hill(R"({"type": 1})") == "f:1:66" + at + "/type: " + types + "1");
  CHECK(hill(R"({"type": "weibull"})") == "f:1:57" + at +
                                              "/alpha: is required by \"weibull\"\nf:1:57" + at +
                                              "/beta: is required by \"weibull\"");
  CHECK(hill(R"({"type": "normal", "mean": 0})") ==
        "f:1:57" + at + "/deviation: is required by \"normal\"");
  CHECK(hill(R"({"type": "normal", "mean": 0, "deviation": 0})") ==
        "f:1:100" + at + "/deviation: must be a number from 1e-6 to 1e6, got 0");
  CHECK(hill(R"({"type": "weibull", "alpha": 0, "beta": 0.05})") ==
        "f:1:86" + at + "/alpha: must be a number from 1e-6 to 1e6, got 0\nf:1:97" + at +
            "/beta: must be a number from 0.1 to 100, got 0.05");
  CHECK(hill(R"({"type": "exponential", "rate": -1})") ==
        "f:1:89" + at + "/rate: must be a number from 1e-6 to 1e6, got -1");
  CHECK(hill(R"({"type": "exponential", "rate": 1, "mean": 1})") ==
        "f:1:92" + at + "/mean: \"mean\" is not used by \"exponential\" (normal uses it)");
  CHECK(hill(R"({"alpha": 1})") ==
        "f:1:58" + at + "/alpha: \"alpha\" is not used by \"uniform\" (weibull uses it)");
  CHECK(hill(R"({"type": "normal", "means": 0, "deviation": 1})") ==
        "f:1:57" + at + "/mean: is required by \"normal\"\nf:1:76" + at +
            "/means: unknown key \"means\"; did you mean \"mean\"?");
  CHECK(hill(R"({"type": "uniform", "waves": 0})") ==
        "f:1:77" + at + "/waves: unknown key \"waves\"; it belongs in \"noise\"");
}

TEST_CASE("low, mode and high of a triangular distribution must be in order") {
  const auto triangle = [](const char* low, const char* mode, const char* high) {
    return ErrorOf(Hill(R"({"type": "triangular", "low": )" + std::string(low) +
                        ", \"mode\": " + mode + ", \"high\": " + high + "}"));
  };
  const std::string at = ": /noise/distribution/", good = "nothing is wrong";
  CHECK(triangle("0", "0", "1") == good);
  CHECK(triangle("0", "1", "1") == good);
  CHECK(triangle("-3", "-2", "-1") == good);
  CHECK(
      triangle("1", "0", "2") ==
      "f:1:98" + at +
          "mode: must be at least \"low\", which is 1, got 0; swap them: \"low\": 0, \"mode\": 1");
  CHECK(triangle("0", "2", "1") == "f:1:109" + at +
                                       "high: must be at least \"mode\", which is 2, got 1; swap "
                                       "them: \"mode\": 1, \"high\": 2");
  CHECK(triangle("1", "1", "1") ==
        "f:1:109" + at + "high: must be at least 1e-9 above \"low\", which is 1, got 1");
  // A number that is wrong by itself is not compared.
  CHECK(triangle("\"0\"", "-1", "1") ==
        "f:1:87" + at +
            "low: must be a number from -1e6 to 1e6, got \"0\"; write 0 without quotes");
  // The error is located at the key of the upper layer.
  CHECK(ErrorOf(kTriangle, {{"--low", "0.7"}}) ==
        "--low: must be at most \"mode\", which is 0.5, got 0.7");
  CHECK(ErrorOf(kTriangle, {{"--mode", "2"}}) ==
        "--mode: must be at most \"high\", which is 1, got 2");
  CHECK(ErrorOf(kTriangle, {}, {{"noise.distribution.high", "0.2"}}) ==
        "--set noise.distribution.high: must be at least \"mode\", which is 0.5, got 0.2");
}

TEST_CASE("a key that excludes another also replaces its default") {
  const Node cell = Resolve(Text("cell", R"("x-a": 1)"), {}).noise;
  CHECK(cell.Text("function") == "F1");
  CHECK(cell.Text("metric") == "euclidean");
  CHECK(cell.Number("density") == 4);
  CHECK_FALSE(cell.Has("weights"));
  const Node weights = Resolve(kWeights, {}).noise;
  CHECK(weights.Numbers("weights") == std::vector<double>{1, 2});
  CHECK_FALSE(weights.Has("function"));

  for (const std::string given : {"\"x-a\": 1", "\"distribution\": {}"}) {
    const Node hill = Resolve(Text("hill", given), {}).noise;
    CHECK(hill.Number("waves") == 32);
    CHECK(hill.Number("smoothness") == 0.5);
    CHECK(hill.Text("distribution.type") == "uniform");
    CHECK_FALSE(hill.Has("sizes"));
  }
  const Node sizes = Resolve(Text("hill", R"("sizes": [1, 0.5])"), {}).noise;
  CHECK(sizes.Numbers("sizes") == std::vector<double>{1, 0.5});
  CHECK_FALSE(sizes.Has("waves"));
  CHECK_FALSE(sizes.Has("smoothness"));
  CHECK(Resolve(kWeibull, {}).noise.Number("distribution.beta") == 2);
}

TEST_CASE("a key of an upper layer drops the keys that it excludes") {
  const Node weights = Resolve(kCell, {{"--weights", "0,0,-0.5,1"}}).noise;
  CHECK(weights.Numbers("weights") == std::vector<double>{0, 0, -0.5, 1});
  CHECK_FALSE(weights.Has("function"));
  CHECK(weights.Number("density") == 2);
  CHECK(weights == Resolve(kCell, {}, {{"noise.weights", "[0, 0, -0.5, 1]"}}).noise);
  CHECK(weights ==
        Resolve(kCell, {{"--function", "F4"}}, {{"noise.weights", "[0, 0, -0.5, 1]"}}).noise);

  const Node function = Resolve(kWeights, {{"--function", "F4"}}).noise;
  CHECK(function.Text("function") == "F4");
  CHECK_FALSE(function.Has("weights"));

  const Node sizes = Resolve(kWaves, {{"--sizes", "1"}}).noise;
  CHECK(sizes.Numbers("sizes") == std::vector<double>{1});
  CHECK_FALSE(sizes.Has("waves"));
  const Node waves = Resolve(Text("hill", R"("sizes": [1, 2])"), {{"--waves", "7"}}).noise;
  CHECK(waves.Number("waves") == 7);
  CHECK(waves.Number("smoothness") == 0.5);
  CHECK_FALSE(waves.Has("sizes"));
}

TEST_CASE("paths reach into lists of numbers") {
  const auto weights = [](const std::string& text, const Pairs& sets) {
    return Resolve(text, {}, sets).noise.Numbers("weights");
  };
  CHECK(weights(kWeights, {{"noise.weights.2", "0.5"}}) == std::vector<double>{1, 2, 0.5});
  CHECK(weights(kWeights, {{"noise.weights.1", "0.5"}}) == std::vector<double>{1, 0.5});
  CHECK(weights(kCell, {{"noise.weights.1", "3"}, {"noise.weights.0", "4"}}) ==
        std::vector<double>{4, 3});
  CHECK(weights(kCell, {{"noise.weights", "[1]"}, {"noise.weights.1", "3"}}) ==
        std::vector<double>{1, 3});
  const std::string missing = ": is required: a number from -1e6 to 1e6";
  CHECK(ErrorOf(kCell, {}, {{"noise.weights.2", "1"}}) ==
        "--set noise.weights.2: /noise/weights/0" + missing);
  CHECK(ErrorOf(kWeights, {}, {{"noise.weights.3", "1"}}) ==
        "--set noise.weights.3: /noise/weights/2" + missing);
  CHECK(ErrorOf(kWeights, {}, {{"noise.weights", "[1]"}, {"noise.weights.2", "1"}}) ==
        "--set noise.weights.2: /noise/weights/1" + missing);
  CHECK(ErrorOf(kWeights, {}, {{"noise.weights.4", "1"}}) ==
        "--set noise.weights.4: an index into \"weights\" must be a whole number from 0 to 3, got "
        "\"4\"");
  CHECK(ErrorOf(kWeights, {}, {{"noise.weights", "1"}}) ==
        "--set noise.weights: must be a list of 1 to 4 numbers from -1e6 to 1e6, got 1");
}

TEST_CASE("values of list flags are parsed strictly") {
  for (const char* word : {"", "1,", "1,2,3,4,5", "one", "1 2", "[1,2]", "1e999", "1x2"}) {
    CAPTURE(word);
    CHECK(ErrorOf(kCell, {{"--weights", word}})
              .starts_with("--weights: must be a list of 1 to 4 numbers "));
  }
  CHECK(ErrorOf(kWaves, {{"--sizes", "1,0"}}) ==
        "--sizes: must be a number from 1e-6 to 1e6, got 0");
}

TEST_CASE("distributions merge layer by layer") {
  const auto distribution = [](const std::string& text, const Pairs& flags, const Pairs& sets) {
    Node node = Resolve(text, flags, sets).noise;
    std::erase_if(node.values,
                  [](const auto& item) { return !item.first.starts_with("distribution."); });
    return node.values;
  };
  using Values = decltype(Node::values);
  const Values weibull{{"distribution.type", std::string("weibull")},
                       {"distribution.alpha", 3.0},
                       {"distribution.beta", 2.0}};
  CHECK(distribution(kWeibull, {{"--alpha", "3"}}, {}) == weibull);
  CHECK(distribution(kWeibull, {}, {{"noise.distribution.alpha", "3"}}) == weibull);
  CHECK(distribution(kWeibull, {}, {{"noise.distribution", R"({"alpha": 3})"}}) == weibull);
  CHECK(distribution(kTriangle, {{"--alpha", "3"}, {"--distribution", "weibull"}, {"--beta", "2"}},
                     {}) == weibull);
  CHECK(distribution(kWaves, {{"--alpha", "3"}},
                     {{"noise.distribution.type", "weibull"}, {"noise.distribution.beta", "2"}}) ==
        weibull);
  const Values uniform{{"distribution.type", std::string("uniform")}};
  CHECK(distribution(kWeibull, {{"--distribution", "uniform"}}, {}) == uniform);
  CHECK(distribution(kWaves, {}, {}) == uniform);
  CHECK(Resolve(kWeibull, {{"--noise", "perlin"}}).noise ==
        Resolve(Text("perlin", R"("x-a": 1)"), {}).noise);

  CHECK(ErrorOf(kWaves, {{"--alpha", "3"}}) ==
        "--alpha: \"alpha\" is not used by \"uniform\" (weibull uses it)");
  CHECK(
      ErrorOf(kCell, {{"--alpha", "3"}}) ==
      "--alpha: sets \"alpha\" in \"distribution\", which is not used by \"cell\" (hill uses it)");
  CHECK(ErrorOf(kWaves, {{"--distribution", "exponential"}}) ==
        "--distribution: /noise/distribution/rate: is required by \"exponential\"; use "
        "`noise.distribution.rate`");
  CHECK(ErrorOf(kWeibull, {{"--distribution", "normal"}, {"--beta", "1"}, {"--mean", "1"}}) ==
        "--beta: \"beta\" is not used by \"normal\" (weibull uses it)\n"
        "--distribution: /noise/distribution/deviation: is required by \"normal\"; use "
        "`noise.distribution.deviation`");
  CHECK(ErrorOf(kWaves, {}, {{"noise.distribution", "weibull"}}) ==
        "--set noise.distribution: must be an object, got \"weibull\"; use "
        "`noise.distribution.type=weibull`");
  CHECK(ErrorOf(kWaves, {}, {{"noise.distribution.alpa", "1"}}) ==
        "--set noise.distribution.alpa: unknown key \"alpa\"; did you mean \"alpha\"?");
}

TEST_CASE("an unknown type hides errors that depend on it") {
  CHECK(ErrorOf(R"({"cobble": 1, "noise": {"type": "cel", "function": "F4", "octaves": 99}})")
            .ends_with("unknown type \"cel\"; did you mean \"cell\"?\n"
                       "f:1:69: /noise/octaves: must be a whole number from 1 to 32, got 99"));
}

TEST_CASE("only keys in use are written") {
  const auto noise = [](const std::string& text) {
    const Recipe recipe = ReadRecipe(text, "f");
    REQUIRE(ReadRecipe(WriteRecipe(recipe), "g") == recipe);
    const std::string line = WriteRecipeLine(recipe);
    const auto start = line.find("\"persistence\": 0.5, ") + 20;
    return line.substr(start, line.find("}, \"range\"") - start);
  };
  CHECK(noise(kCell) == R"("metric": "euclidean", "function": "F2", "density": 2, "limit": 1)");
  CHECK(noise(kWeights) == R"("metric": "euclidean", "weights": [1, 2], "density": 4, "limit": 1)");
  CHECK(noise(kWaves) == R"("waves": 5, "smoothness": 0.3, "distribution": {"type": "uniform"})");
  CHECK(noise(Text("hill", R"("sizes": [1, 0.25], "seed": 3)")) ==
        R"("sizes": [1, 0.25], "distribution": {"type": "uniform"}, "seed": 3)");
  CHECK(noise(kTriangle) ==
        R"("waves": 32, "smoothness": 0.5, )"
        R"("distribution": {"type": "triangular", "low": 0, "mode": 0.5, "high": 1})");
}

TEST_CASE("a distribution that would be nested too deeply when written is rejected") {
  // Returns nested sums with a hill at that depth.
  const auto hill_at = [](int depth) {
    std::string text = R"({"cobble": 1, "noise": )";
    for (int i = 2; i < depth; ++i) text += R"({"type": "add", "b": 1, "a": )";
    return text + R"({"type": "hill"})" + std::string(static_cast<std::size_t>(depth) - 1, '}');
  };
  const Recipe recipe = ReadRecipe(hill_at(63), "f");
  CHECK(ReadRecipe(WriteRecipe(recipe), "g") == recipe);
  CHECK(ErrorOf(hill_at(64)).ends_with("/a/distribution: nested deeper than 64 levels"));
}

TEST_CASE("keys inside an object of a node have origins") {
  const Recipe recipe = Resolve(kWeibull, {{"--alpha", "3"}});
  CHECK(recipe.origins.at("/noise/distribution").text == "f:1:57");
  CHECK(recipe.origins.at("/noise/distribution/beta").text == "f:1:97");
  CHECK(recipe.origins.at("/noise/distribution/alpha").text == "--alpha");
  CHECK(Resolve(kWaves, {}).origins.count("/noise/distribution") == 0);
}

}  // namespace
}  // namespace cobble
