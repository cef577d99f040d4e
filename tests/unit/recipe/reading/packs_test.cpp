// Tests of packs: reading, checking, layers and writing.
#include "recipe/reading/packs.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/messages.h"
#include "unit/recipe/one_noise.h"

namespace cobble {
namespace {

using Sets = std::vector<std::pair<std::string, std::string>>;

// `packs` starts in column 11 of the third line.
std::string Text(const std::string& packs) {
  return R"({"cobble": 1, "noise": {"type": "perlin"},
 "nodes": {"t": {"type": "color", "value": 1}}, )"
         R"("maps": {"color": "teal", "tint": {"ref": "t"}, "roughness": 0.6, "x-own": 1},
 "pack":  )" +
         packs + "}";
}

Recipe ReadPacks(const std::string& packs, const Sets& sets = {}) {
  RecipeLayers layers;
  layers.AddText(Text(packs), "f");
  for (const auto& [path, value] : sets) layers.AddSet(path, value, "--set " + path);
  return layers.Resolve();
}

// The error of the pack "p", without its place.
std::string PackError(const std::string& pack) {
  const std::string error = test::ErrorOf(Text(R"({"p": )" + pack + "}"));
  if (error == "nothing is wrong") return {};
  const std::size_t at = error.find(": /pack/p");
  return at == std::string::npos ? error : error.substr(at + 2);
}

const std::string kPart =
    R"(the name of a map, "invert:NAME", "weight:NAME" or a number from 0 to 1)";

TEST_CASE("a pack lists maps, inverted maps, weights and numbers") {
  const Recipe recipe =
      ReadPacks(R"({"orm": ["ao", "roughness", 0], "m": ["invert:roughness", "normal"],
               "a": ["color", 0.5], "b": ["tint", "height"], "x-own": "anything",
               "w": ["weight:roughness", "ao", "weight:height"]})");
  using Parts = std::vector<PackPart>;
  CHECK(recipe.packs.size() == 5);
  CHECK(recipe.packs.at("orm") == Parts{{.map = "ao"}, {.map = "roughness"}, {.map = {}}});
  CHECK(recipe.packs.at("m") == Parts{{.map = "roughness", .invert = true}, {.map = "normal"}});
  CHECK(recipe.packs.at("a") == Parts{{.map = "color"}, {.map = {}, .value = 0.5}});
  CHECK(recipe.packs.at("w") == Parts{{.map = "roughness", .weight = true},
                                      {.map = "ao"},
                                      {.map = "height", .weight = true}});
  CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
  CHECK(WriteRecipeLine(recipe).find(
            R"("pack": {"a": ["color", 0.5], "b": ["tint", "height"], )"
            R"("m": ["invert:roughness", "normal"], "orm": ["ao", "roughness", 0], )"
            R"("w": ["weight:roughness", "ao", "weight:height"]})") != std::string::npos);
  CHECK(PackToJson({}).list()->empty());
}

TEST_CASE("parts are checked") {
  test::CheckMessages(PackError);
  for (const std::string map : {"normal", "color", "tint"}) {
    CHECK(PackError(R"(["ao", "invert:)" + map + "\"]") ==
          "/pack/p/1: \"" + map + "\" cannot be inverted: it has more than one channel");
    CHECK(PackError(R"(["weight:ao", "weight:)" + map + "\"]") ==
          "/pack/p/1: \"" + map + "\" cannot be a weight: it has more than one channel");
  }
}

TEST_CASE("a pack has at most four channels") { test::CheckMessages(PackError); }

TEST_CASE("names of packs are those of neither maps nor built-in maps") { test::CheckRecipes(); }

TEST_CASE("a map that is invalid is known to packs") {
  const std::string text = R"({"cobble": 1, "noise": {"type": "perlin"}, "maps": {"a": "tael"},
 "pack": {"p": ["a", 0]}})";
  CHECK_THROWS_WITH(ReadRecipe(text, "f"),
                    "f:1:59: /maps/a: unknown name \"tael\"; did you mean \"teal\"?");
}

TEST_CASE("packs merge by name, and their parts can be set") {
  const std::string base = R"({"p": ["ao", "roughness", 0]})";
  using Parts = std::vector<PackPart>;
  const Recipe recipe = ReadPacks(base, {{"pack.p.2", "0.25"},
                                         {"pack.q", "ao,invert:roughness,1"},
                                         {"pack.r", R"(["ao", 0])"},
                                         {"/pack/q/0", "height"}});
  CHECK(recipe.packs.at("p") ==
        Parts{{.map = "ao"}, {.map = "roughness"}, {.map = {}, .value = 0.25}});
  CHECK(recipe.packs.at("q") ==
        Parts{{.map = "height"}, {.map = "roughness", .invert = true}, {.map = {}, .value = 1}});
  CHECK(recipe.packs.at("r").size() == 2);
  CHECK(ReadPacks(base, {{"p", R"(["ao", 1])"}}).packs.at("p").size() == 2);  // the only such key

  test::CheckRecipes();
}

TEST_CASE("packs of recipes built in code are validated") {
  const auto error_of = [](std::vector<PackPart> parts) {
    Recipe recipe;
    recipe.noise = Node::Constant(0);
    recipe.packs["p"] = std::move(parts);
    try {
      Validate(recipe);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
    return std::string();
  };
  CHECK(error_of({{.map = "ao"}, {.map = {}, .value = 1}}).empty());
  CHECK(error_of({{.map = "ao"}}) ==
        "/pack/p: must be a list of 2 to 4 parts, each " + kPart + R"(, got ["ao"])");
  CHECK(error_of({{.map = "ao"}, {.map = {}, .invert = true}}) ==
        "/pack/p/1: a number cannot be inverted");
  CHECK(error_of({{.map = "ao"}, {.map = {}, .weight = true}}) ==
        "/pack/p/1: a number cannot be a weight");
  CHECK(error_of({{.map = "ao", .weight = true}, {.map = "ao", .invert = true, .weight = true}}) ==
        "/pack/p/1: must be inverted or a weight, not both");
  CHECK(error_of({{.map = "weight:ao"}, {.map = "weight:ao"}})
            .starts_with("/pack/p/0: must be made a weight with PackPart::weight"));
  CHECK(error_of({{.map = "ao", .value = 1}, {.map = "ao"}}) ==
        "/pack/p/0: must have a map or a value, not both");
  CHECK(error_of({{.map = "invert:ao"}, {.map = "ao"}}) ==
        "/pack/p/0: must be inverted with PackPart::invert");
  CHECK(error_of({{.map = {}, .value = 2}, {.map = "ao"}}) ==
        "/pack/p/0: must be " + kPart + ", got 2");
  CHECK(error_of({{.map = "wear"}, {.map = "ao"}}) == "/pack/p/0: unknown map \"wear\"");
}

}  // namespace
}  // namespace cobble
