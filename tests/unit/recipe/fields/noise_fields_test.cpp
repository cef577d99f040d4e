// Tests of the fields of cell and hill noise: mutually exclusive keys and distributions, when read
// from texts, merged in layers, and written.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

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
  test::CheckRecipes();
  CHECK(ErrorOf(Text("voronoi", R"("function": "F4")"))
            .starts_with(
                "f:1:56: /noise/function: unknown value \"F4\"; the type \"cell\" has it (one "
                "of \"F1\", \"F2\", \"F2-F1\", "));
}

TEST_CASE("wrong fields of hill noise are reported") {
  const std::string sizes =
      "f:1:50: /noise/sizes: must be a list of 1 to 4096 numbers from 1e-6 to 1e6, got ";
  const auto hill = [](const std::string& members) { return ErrorOf(Text("hill", members)); };
  test::CheckRecipes();
  std::string long_list = "1";
  for (int i = 1; i < 4096; ++i) long_list += ",1";
  CHECK(hill("\"sizes\": [" + long_list + "]") == "nothing is wrong");
  CHECK(hill("\"sizes\": [" + long_list + ",1]") == sizes + "a list of 4097");
}

TEST_CASE("mutually exclusive keys are rejected together") { test::CheckRecipes(); }

TEST_CASE("wrong distributions are reported") { test::CheckRecipes(); }

TEST_CASE("low, mode and high of a triangular distribution must be in order") {
  test::CheckRecipes();
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
  test::CheckRecipes();
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

  test::CheckRecipes();
}

TEST_CASE("an unknown type hides errors that depend on it") {
  CHECK(ErrorOf(R"({"cobble": 1, "noise": {"type": "cel", "function": "F4", "lacunarity": 99}})")
            .ends_with("unknown type \"cel\"; did you mean \"cell\"?\n"
                       "f:1:72: /noise/lacunarity: must be a number from 1 to 16, got 99"));
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
  const Recipe recipe = ReadRecipe(hill_at(255), "f");
  CHECK(ReadRecipe(WriteRecipe(recipe), "g") == recipe);
  CHECK(ErrorOf(hill_at(256)).ends_with(": nested deeper than 256 levels"));
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
