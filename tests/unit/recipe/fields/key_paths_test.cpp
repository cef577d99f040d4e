// Tests the search for a key in a recipe, and the paths of --set.
#include "recipe/fields/key_paths.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "recipe/reading/patch.h"
#include "recipe/writing/recipe_tree.h"
#include "support/errors.h"
#include "support/messages.h"

namespace cobble {
namespace {

constexpr std::string_view kTree = R"({"cobble": 1,
    "noise": {"type": "mix", "a": {"type": "perlin"}, "b": {"ref": "rock"}, "by":
        {"type": "warp", "source": {"type": "hill", "distribution": {"type": "exponential",
        "rate": 1}}, "by": [0, {"type": "fractal", "source": {"ref": "rock"}}]}},
    "nodes": {"rock": {"type": "voronoi"}, "a.b": {"type": "voronoi"}, "x-mine": 5}})";

std::vector<std::string> PathsOf(std::string_view text, std::string_view key) {
  std::vector<std::string> paths;
  for (const KeyPath& path : PathsOfKey(RecipeTree(ReadRecipe(text, "f")), key))
    paths.push_back(path.path + (path.is_set_by_flag ? " by flag" : ""));
  return paths;
}

using Paths = std::vector<std::string>;

TEST_CASE("a key is found in all objects whose type has it") {
  CHECK(PathsOf(kTree, "frequency") == Paths{"noise.a.frequency", "noise.by.source.frequency",
                                             "/nodes/a.b/frequency", "nodes.rock.frequency"});
  CHECK(PathsOf(kTree, "kind") == Paths{"noise.by.by.1.kind"});
  CHECK(PathsOf(kTree, "rate") == Paths{"noise.by.source.distribution.rate"});
  CHECK(PathsOf(kTree, "mean").empty());
  CHECK(PathsOf(kTree, "rock") == Paths{"nodes.rock"});
  CHECK(PathsOf(kTree, "x-mine").empty());
  CHECK(PathsOf(kTree, "radius") ==
        Paths{"world.radius by flag", "curvature.radius by flag", "ao.radius by flag"});
  CHECK(PathsOf(kTree, "translate") == Paths{"domain.translate by flag"});
  CHECK(PathsOf(R"({"cobble": 1, "noise": {"type": "perlin"}})", "octaves") ==
        Paths{"noise.octaves by flag"});
}

TEST_CASE("a hint lists a few paths") {
  const auto choice = [](int count, std::string_view value) {
    std::vector<KeyPath> paths;
    for (int i = 0; i < count; ++i) paths.push_back({"p" + std::to_string(i)});
    return PathChoice(paths, value).Text();
  };
  CHECK(choice(1, "5") == "`p0=5`");
  CHECK(choice(2, "") == "`p0` or `p1`");
  CHECK(choice(4, "5") == "`p0=5`, `p1=5`, `p2=5` or `p3=5`");
  CHECK(choice(9, "5") == "`p0=5`, `p1=5`, `p2=5` or one of 6 others");
}

TEST_CASE("a path is dotted or a JSON pointer") {
  CHECK(KeysOfPath("noise.by.0") == Paths{"noise", "by", "0"});
  CHECK(KeysOfPath("/noise/by/0") == Paths{"noise", "by", "0"});
  CHECK(KeysOfPath("/nodes/a.b/~1~0~2~01") == Paths{"nodes", "a.b", "/~~2~1"});
  CHECK(KeysOfPath("noise/octaves") == Paths{"noise", "octaves"});
  CHECK(KeysOfPath("") == Paths{""});
}

Recipe Set(const std::vector<std::pair<std::string, std::string>>& sets) {
  RecipeLayers layers;
  layers.AddText(kTree, "f");
  for (const auto& [path, value] : sets) layers.AddSet(path, value, "--set " + path);
  return layers.Resolve();
}

TEST_CASE("--set understands pointers and the only key of a name") {
  CHECK(Set({{"/nodes/a.b/frequency", "3"}}).nodes.at("a.b").Number("frequency") == 3);
  CHECK(Set({{"/size/1", "7"}}).height == 7);
  const auto kind = [](const Recipe& recipe) {
    return recipe.noise.Input("by").Inputs("by")[1].Text("kind");
  };
  CHECK(kind(Set({{"kind", "ridged"}})) == "ridged");
  CHECK(kind(Set({{"kind", "ridged"}, {"noise.by.by.1.kind", "hybrid"}})) == "hybrid");
  CHECK(kind(Set({{"noise.by.by.1.kind", "hybrid"}, {"kind", "ridged"}})) == "ridged");
  CHECK(Set({{"translate.1", "3"}}).domain.translate == std::array<double, 3>{0, 3, 0});
  CHECK(Set({{"rock.frequency", "3"}}).nodes.at("rock").Number("frequency") == 3);
  CHECK(Set({{"distribution.rate", "3"}})
            .noise.Input("by")
            .Input("source")
            .Number("distribution.rate") == 3);
  // A key of the root wins over keys further down, as with flags.
  CHECK(Set({{"noise.type", "perlin"}, {"octaves", "3"}}).noise.Number("octaves") == 3);
}

// Rows: PATH=VALUE.
TEST_CASE("--set answers an ambiguous or unknown key with paths") {
  test::CheckIssues([](const std::string& given) -> std::vector<Issue> {
    const std::size_t equals = given.find('=');
    return test::IssuesIn(
        [&] {
          Set({{given.substr(0, equals), given.substr(equals + 1)}});
        },
        ErrorKind::kUsage);
  });
}

TEST_CASE("a recipe made in code must hold all numbers of a vector") {
  Recipe recipe =
      ReadRecipe(R"({"cobble": 1, "noise": {"type": "transform", "source": 0.5}})", "f");
  recipe.noise.values["translate"] = NumberList{1, 2};
  CHECK_THROWS_WITH_AS(Validate(recipe), "/noise/translate: must be stored as 3 numbers", Error);
}

}  // namespace
}  // namespace cobble
