// Tests of the fields of cell and hill noise: mutually exclusive keys and distributions, when read
// from texts, merged in layers, and written.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

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

TEST_CASE("paths reach into lists of numbers") { test::CheckRecipes(); }

TEST_CASE("distributions merge layer by layer") { test::CheckRecipes(); }

TEST_CASE("an unknown type hides errors that depend on it") {
  const auto issues = test::IssuesOf(
      R"({"cobble": 1, "noise": {"type": "cel", "function": "F4", "lacunarity": 99}})");
  REQUIRE(issues.size() == 2);
  CHECK(issues[0].pointer == "/noise/type");
  CHECK(issues[1].where == "f:1:72: /noise/lacunarity");
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

TEST_CASE("keys inside an object of a node have origins") {
  const Recipe recipe = Resolve(kWeibull, {{"--alpha", "3"}});
  CHECK(recipe.origins.at("/noise/distribution").text == "f:1:57");
  CHECK(recipe.origins.at("/noise/distribution/beta").text == "f:1:97");
  CHECK(recipe.origins.at("/noise/distribution/alpha").text == "--alpha");
  CHECK(Resolve(kWaves, {}).origins.count("/noise/distribution") == 0);
}

}  // namespace
}  // namespace cobble
