// Tests functions: what their calls expand to, in which layer, and where their faults are.
#include <doctest/doctest.h>

#include <string>

#include "cobble/recipe_io.h"
#include "support/errors.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

// Returns the recipe of a line as if it had no functions and no knobs.
Recipe WithoutFunctions(const std::string& line) {
  Recipe recipe = test::ResolveLine(line);
  recipe.knobs.clear();
  return recipe;
}

TEST_CASE("calls expand to the nodes of the body, whose noises have patterns of their place") {
  test::CheckSameRecipes();
}
TEST_CASE("parameters are nodes, numbers, colours, words and texts") { test::CheckSameRecipes(); }
TEST_CASE(
    "a name in a body is a parameter, a node of the function, a knob, a coordinate, a constant or "
    "a colour") {
  test::CheckSameRecipes(&WithoutFunctions);
}
TEST_CASE("functions are those of the last layer, and a call takes the place of lower nodes") {
  test::CheckSameRecipes();
}
TEST_CASE("where faults of functions are, and what is meant") { test::CheckRecipes(); }
TEST_CASE("where faults of calls are, and what is meant") { test::CheckRecipes(); }
TEST_CASE("no path leads into a call") { test::CheckRecipes(); }

// Functions of which each calls the one before it twice.
std::string Doubling(int count, const std::string& first) {
  std::string functions = R"("f0": {"parameters": "s", "value": ")" + first + "\"}";
  for (int i = 1; i <= count; ++i) {
    const std::string call = "f" + std::to_string(i - 1) + "(s)";
    functions += ", \"f" + std::to_string(i) + R"(": {"parameters": "s", "value": ")" + call +
                 " + " + call + "\"}";
  }
  return R"({"cobble": 1, "functions": {)" + functions + R"(}, "noise": "f)" +
         std::to_string(count) + "(1)\"}";
}

// Functions of which each calls the one before it inside two objects.
std::string Nested(int count) {
  std::string functions = R"("f0": {"value": "x"})";
  for (int i = 1; i <= count; ++i)
    functions += ", \"f" + std::to_string(i) +
                 R"-(": {"value": {"type": "abs", "source": {"type": "abs", "source": "f)-" +
                 std::to_string(i - 1) + "()\"}}}";
  return R"({"cobble": 1, "functions": {)" + functions + R"(}, "noise": "f)" +
         std::to_string(count) + "()\"}";
}

TEST_CASE("limits count what calls expand to") {
  CHECK(ReadRecipe(Doubling(8, "s*x"), "f").noise.type == "add");
  const auto error_of = [](const std::string& text) {
    return test::ErrorOf(text, {}, {{"seed", "1"}});
  };
  CHECK(error_of(Doubling(20, "s*x")).find("more than 10000 nodes") != std::string::npos);
  CHECK(error_of(Doubling(40, "s")).find("more than 4 MiB") != std::string::npos);
  for (const std::string& deep : {Doubling(100, "s"), Nested(30)})
    CHECK(error_of(deep).find("nested deeper than 64") != std::string::npos);
}

constexpr const char* kFloor = R"json({"cobble": 1,
  "knobs": {"knots": {"value": 2, "range": [0, 4]}},
  "functions": {
    "plank": {"parameters": "id", "nodes": {"grain": "perlin([4, 90], 5)"},
              "value": "grain*0.6 + bent(grain, knots)*id"},
    "bent": {"parameters": "s, by", "description": "turned", "value": "s^by"},
    "idle": {"value": "7"}, "tinted": {"parameters": "s", "value": "ramp(s, [[0, #420], [1, tan]])"}
  },
  "nodes": {"cut": "plank(x) + 1", "plain": "perlin(4)"},
  "noise": "abs(cut + plank(perlin(3)))", "range": [-2, 2],
  "maps": {"color": "tinted(plain)"}})json";

TEST_CASE("a written recipe has its calls, and the functions that they need") {
  const Recipe recipe = ReadRecipe(kFloor, "f");
  CHECK(recipe.nodes.size() == 4);
  for (const std::string& text :
       {WriteRecipe(recipe), WriteRecipeLine(recipe), WriteBriefRecipe(recipe)}) {
    CAPTURE(text);
    CHECK(text.find("idle") == std::string::npos);
    CHECK(text.find("nodes plank") == std::string::npos);
    const Recipe read = ReadRecipe(text, "f");
    CHECK(read == recipe);
    CHECK(read.formulas == recipe.formulas);
    CHECK(read.functions == recipe.functions);
    CHECK(WriteRecipe(read) == WriteRecipe(recipe));
    RecipeLayers turned, original;
    turned.AddText(text, "f");
    original.AddText(kFloor, "f");
    for (RecipeLayers* const layers : {&turned, &original}) layers->AddKnob("knots", "3");
    CHECK(turned.Resolve() == original.Resolve());
  }
  const std::string formatted = FormatRecipe(kFloor, "f");
  CAPTURE(formatted);
  CHECK(ReadRecipe(formatted, "f") == recipe);
  CHECK(FormatRecipe(formatted, "f") == formatted);
  CHECK(recipe.functions.size() == 3);
}

TEST_CASE("a recipe that is not what its calls give is written without functions") {
  Recipe recipe = ReadRecipe(kFloor, "f");
  recipe.maps.at("color").inputs.at("source").front() = Node::Constant(0.5);
  const Recipe read = ReadRecipe(WriteRecipe(recipe), "f");
  CHECK(read.functions.empty());
  CHECK(read.nodes == recipe.nodes);
  RecipeLayers layers;
  layers.AddText(kFloor, "f");
  layers.AddSet("nodes.cut.b", "3");
  const Recipe changed = layers.Resolve();
  CHECK(ReadRecipe(WriteRecipe(changed), "f") == changed);
  CHECK(WriteRecipe(changed).find("nodes:cut plank 1:grain") != std::string::npos);
}

}  // namespace
}  // namespace cobble
