// Tests the fields of cell and hill noise: mutually exclusive keys and distributions, when read
// from texts, merged in layers, and written.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/requirements.h"
#include "recipe/json/json.h"
#include "recipe/reading/read_value.h"
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

// --- Requirements ---

// Returns whether `text` is JSON, written as in messages, and a value that the field accepts.
bool IsValueOf(const Field& field, std::string_view text) {
  Faults faults;
  const auto json = ParseJson(text, std::make_shared<const Source>(Source{"test"}), &faults);
  return json && WriteJsonLine(*json) == text && ReadValue(field, *json, "/x", &faults);
}

TEST_CASE("requirements name keys of their type and values of those keys") {
  std::size_t requirements = 0;
  for (const NodeSpec* spec : NoiseSpecs()) {
    for (const Requirement& requirement : spec->noise->requirements) {
      CAPTURE(spec->name);
      CAPTURE(requirement.key);
      CAPTURE(requirement.other);
      const int type = *NodeTypeNumber(spec->name);
      const Field* const field = FindField(ObjectKind::kNode, requirement.key, type);
      const Field* const other = FindField(ObjectKind::kNode, requirement.other, type);
      REQUIRE(field != nullptr);
      REQUIRE(other != nullptr);
      CHECK(Uses(type, *field));
      CHECK(Uses(type, *other));
      CHECK(field != other);
      if (!requirement.value.empty()) CHECK(IsValueOf(*field, requirement.value));
      CHECK_FALSE(field->fallback.empty());
      CHECK_FALSE(requirement.required.empty());
      for (const std::string_view value : requirement.required) CHECK(IsValueOf(*other, value));
      ++requirements;
    }
  }
  CHECK(requirements >= 3);
}

using Messages = std::vector<std::string>;

Messages Violations(const std::string& type, const std::string& members) {
  Messages messages;
  for (const Violation& violation :
       ViolatedRequirements(test::Resolve(test::Text(type, members)).noise))
    messages.push_back(std::string(violation.key) + ": " + violation.message);
  return messages;
}

TEST_CASE("each incompatible key is reported once") {
  CHECK(Violations("voronoi", R"("smooth": "none", "metric": "manhattan")").empty());
  CHECK(Violations("voronoi", R"("smooth": "lse", "jitter": 0)").empty());
  CHECK(Violations("voronoi", R"("function": "edge")").empty());
  CHECK(Violations("cell", R"("weights": [1, 2], "metric": "manhattan")").empty());
  CHECK(Violations("perlin", R"("octaves": 2)").empty());
  CHECK(Violations("voronoi", R"("function": "edge", "metric": "chebyshev")") ==
        Messages{R"(metric: must be "euclidean" if "function" is "edge", got "chebyshev")"});
  CHECK(Violations("voronoi", R"("function": "edge", "metric": "chebyshev", "smooth": "poly")") ==
        Messages{R"(function: must be "F1" if "smooth" is set, got "edge")",
                 R"(metric: must be "euclidean" if "smooth" is set, got "chebyshev")"});
  CHECK(Violations("voronoi", R"("function": "v", "dimensions": 3)").empty());
  CHECK(Violations("voronoi", R"("function": "v", "dimensions": 1, "limit": 2)") ==
        Messages{R"(limit: must be 1 if "function" is "v", got 2)",
                 R"(dimensions: must be 2 or 3 if "function" is "v", got 1)"});
  CHECK(Violations("cell", R"("function": "w")") ==
        Messages{R"(dimensions: must be 3 if "function" is "w", got 2)"});
}

TEST_CASE("operations have no requirements") { CHECK(Violations("abs", R"("source": 1)").empty()); }

}  // namespace
}  // namespace cobble
