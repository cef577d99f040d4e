// Tests what is a colour, and colours where a number is needed.
#include "recipe/fields/node_kind.h"

#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

Node Ref(const std::string& name) {
  Node node;
  node.type = "ref";
  node.values["ref"] = name;
  return node;
}

TEST_CASE("a colour is known by its type, through any number of refs") {
  Recipe recipe;
  recipe.nodes["teal"] = Node::Color({0, 0.2, 0.2});
  recipe.nodes["one"] = Ref("teal");
  recipe.nodes["two"] = Ref("one");
  recipe.nodes["half"] = Node::Constant(0.5);
  recipe.nodes["cycle"] = Ref("back");
  recipe.nodes["back"] = Ref("cycle");
  CHECK(IsColor(recipe, recipe.nodes["teal"]));
  for (const char* name : {"teal", "one", "two"}) CHECK(IsColor(recipe, Ref(name)));
  for (const char* name : {"half", "cycle", "no such node", ""})
    CHECK_FALSE(IsColor(recipe, Ref(name)));
  CHECK_FALSE(IsColor(recipe, Node::Constant(1)));
  Node odd;
  odd.type = "no such type";
  CHECK_FALSE(IsColor(recipe, odd));
  odd.type = "ref";
  CHECK_FALSE(IsColor(recipe, odd));
  odd.values["ref"] = 1.0;
  CHECK_FALSE(IsColor(recipe, odd));
}

TEST_CASE("a colour where a number is needed is an error, whatever its form") {
  test::CheckRecipes();
}

TEST_CASE("in formulas, hints are calls") { test::CheckRecipes(); }

TEST_CASE("colours are accepted as named nodes and as maps") { test::CheckRecipes(); }

TEST_CASE("a colour may not be called like a node of the recipe") {
  const Recipe recipe = ReadRecipe(R"({"cobble": 1, "noise": {"type": "perlin"},
      "maps": {"a": "tan"}, "nodes": {"tan": {"type": "cell"}}})",
                                   "f");
  CHECK(recipe.maps.at("a") == Ref("tan"));
}

TEST_CASE("colours in recipes built in code are checked, before anything is compiled") {
  Recipe recipe;
  recipe.noise.type = "abs";
  recipe.noise.inputs["source"] = {Ref("c")};
  recipe.noise.values.clear();
  recipe.nodes["c"] = Node::Color({0, 1, 2});
  CHECK_THROWS_WITH_AS(Program::Compile(recipe), doctest::Contains("/noise/source: is a colour"),
                       Error);
  recipe.noise.inputs["source"] = {Node::Color({0, 1, 2})};
  CHECK_THROWS_WITH_AS(Validate(recipe), doctest::Contains("/noise/source: is a colour"), Error);
  recipe.noise.inputs["source"] = {Node::Constant(1)};
  CHECK_NOTHROW(Program::Compile(recipe));
}

}  // namespace
}  // namespace cobble
