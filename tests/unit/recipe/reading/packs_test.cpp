// Tests packs: reading, checking, layers and writing.
#include "recipe/reading/packs.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

TEST_CASE("a pack lists maps, inverted maps, weights and numbers") {
  const Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "noise": "perlin", "nodes": {"t": "teal"},
          "maps": {"color": "teal", "tint": {"ref": "t"}, "roughness": 0.6},
          "pack": {"orm": ["ao", "roughness", 0], "m": ["invert:roughness", "normal"],
                   "a": ["color", 0.5], "b": ["tint", "height"], "x-own": "anything",
                   "w": ["weight:roughness", "ao", "weight:height"]}})",
      "f");
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

TEST_CASE("parts and names of packs are checked") { test::CheckRecipes(); }

TEST_CASE("a map that is invalid is known to packs") {
  const std::string text = R"({"cobble": 1, "noise": {"type": "perlin"}, "maps": {"a": "tael"},
 "pack": {"p": ["a", 0]}})";
  const auto issues = test::IssuesOf(text);
  REQUIRE(issues.size() == 1);
  CHECK(issues[0].where == "f:1:59: /maps/a");
}

TEST_CASE("packs merge by name, and their parts can be set") { test::CheckRecipes(); }

TEST_CASE("packs of recipes built in code are validated") {
  const auto fault_of = [](std::vector<PackPart> parts) {
    Recipe recipe;
    recipe.noise = Node::Constant(0);
    recipe.packs["p"] = std::move(parts);
    try {
      Validate(recipe);
    } catch (const Error& error) {
      return error.issues().front().Text();
    }
    CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
    return std::string();
  };
  CHECK(fault_of({{.map = "ao"}, {.map = {}, .value = 1}}).empty());
  CHECK(fault_of({{.map = "ao"}}).starts_with("/pack/p: "));
  CHECK(fault_of({{.map = {}, .value = 2}, {.map = "ao"}}).starts_with("/pack/p/0: "));
  CHECK(fault_of({{.map = "wear"}, {.map = "ao"}}).starts_with("/pack/p/0: "));
  // Possible only in code.
  CHECK(fault_of({{.map = "ao"}, {.map = {}, .invert = true}}) ==
        "/pack/p/1: a number cannot be inverted");
  CHECK(fault_of({{.map = "ao"}, {.map = {}, .weight = true}}) ==
        "/pack/p/1: a number cannot be a weight");
  CHECK(fault_of({{.map = "ao", .weight = true}, {.map = "ao", .invert = true, .weight = true}}) ==
        "/pack/p/1: must be inverted or a weight, not both");
  CHECK(fault_of({{.map = "weight:ao"}, {.map = "weight:ao"}})
            .starts_with("/pack/p/0: must be made a weight with PackPart::weight"));
  CHECK(fault_of({{.map = "ao", .value = 1}, {.map = "ao"}}) ==
        "/pack/p/0: must have a map or a value, not both");
  CHECK(fault_of({{.map = "invert:ao"}, {.map = "ao"}}) ==
        "/pack/p/0: must be inverted with PackPart::invert");
}

}  // namespace
}  // namespace cobble
