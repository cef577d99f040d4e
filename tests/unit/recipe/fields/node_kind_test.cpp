// Tests of what is a colour, and of colours where a number is needed.
#include "recipe/fields/node_kind.h"

#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/schema_validator.h"

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

std::string ErrorOfMembers(const std::string& members) {
  const std::string text = R"({"cobble": 1, )" + members + "}";
  std::string error;
  try {
    ReadRecipe(text, "f");
  } catch (const Error& thrown) {
    error = thrown.what();
  }
  test::CheckSchemaAgrees(text, error);
  return error;
}

const std::string kWrong =
    ": is a colour, but a number is needed; use a \"luminance\" or \"channel\" node";
const std::string kWrongNoise = kWrong + ", or put the node in \"maps\"";
const std::string kTeal = R"({"type": "color", "value": "teal"})";

TEST_CASE("a colour where a number is needed is an error, whatever its form") {
  CHECK(ErrorOfMembers(R"("noise": )" + kTeal) == "f:1:24: /noise" + kWrongNoise);
  CHECK(ErrorOfMembers(R"("noise": {"type": "abs", "source": )" + kTeal + "}") ==
        "f:1:50: /noise/source" + kWrong);
  CHECK(ErrorOfMembers(R"("noise": {"type": "add", "a": "teal", "b": "#123"})") ==
        "f:1:45: /noise/a" + kWrong + "\nf:1:58: /noise/b" + kWrong);
  CHECK(ErrorOfMembers(R"("noise": {"type": "abs", "source": [1, 0, 0]})") ==
        "f:1:50: /noise/source" + kWrong);
  CHECK(ErrorOfMembers(R"("noise": {"type": "warp", "source": 1, "by": [0, "red", [0, 0, 1]]})") ==
        "f:1:64: /noise/by/1" + kWrong + "\nf:1:71: /noise/by/2" + kWrong);
  CHECK(ErrorOfMembers(R"("noise": {"type": "warp", "source": 1, "by": "red"})") ==
        "f:1:60: /noise/by" + kWrong);
  CHECK(ErrorOfMembers(
            R"("noise": {"type": "perlin"}, "maps": {"m": {"type": "abs", "source": "red"}})") ==
        "f:1:84: /maps/m/source" + kWrong);
}

TEST_CASE("a ref to a colour where a number is needed is an error") {
  const std::string nodes = R"("nodes": {"c": )" + kTeal + R"(, "d": {"ref": "c"}})";
  CHECK(ErrorOfMembers(R"("noise": {"ref": "d"}, )" + nodes) == "f:1:24: /noise" + kWrongNoise);
  CHECK(ErrorOfMembers(R"("noise": {"type": "max", "a": 1, "b": {"ref": "c"}}, )" + nodes) ==
        "f:1:53: /noise/b" + kWrong);
  CHECK(ErrorOfMembers(R"("noise": {"type": "perlin"}, "nodes": {"c": )" + kTeal +
                       R"(, "d": {"type": "abs", "source": {"ref": "c"}}})")
            .ends_with(": /nodes/d/source" + kWrong));
}

TEST_CASE("colours are accepted as named nodes and as maps") {
  CHECK(ErrorOfMembers(R"("noise": {"type": "perlin"}, "nodes": {"c": )" + kTeal +
                       R"(}, "maps": {"a": {"ref": "c"}, "b": "red", "c": )" + kTeal + "}") == "");
}

TEST_CASE("a colour may be called like a type, but not like a node of the recipe") {
  const std::string noise = R"("noise": {"type": "perlin"}, )";
  CHECK(ErrorOfMembers(
            noise + R"("maps": {"a": "white", "b": {"type": "luminance", "source": "white"}})") ==
        "");
  CHECK(
      ErrorOfMembers(R"("noise": {"type": "abs", "source": "white"})") ==
      "f:1:50: /noise/source: must be a number from -1e12 to 1e12 or an object with a \"type\" or "
      "a \"ref\", got \"white\"; write {\"type\": \"white\"}");
  CHECK(ErrorOfMembers(noise + R"("maps": {"a": "tan"}, "nodes": {"tan": {"type": "cell"}})")
            .ends_with("got \"tan\"; write {\"ref\": \"tan\"}"));
}

TEST_CASE("words that are not colours get the rule for numbers") {
  const std::string rule =
      "must be a number from -1e12 to 1e12 or an object with a \"type\" or a \"ref\", got ";
  CHECK(ErrorOfMembers(R"("noise": {"type": "abs", "source": "tael"})") ==
        "f:1:50: /noise/source: " + rule + "\"tael\"");
  CHECK(ErrorOfMembers(R"("noise": {"type": "abs", "source": [1, 2]})") ==
        "f:1:50: /noise/source: " + rule + "[1, 2]");
  // The name of a node is more likely than a colour.
  CHECK(ErrorOfMembers(
            R"("noise": {"type": "abs", "source": "tan"}, "nodes": {"tan": {"type": "cell"}})") ==
        "f:1:50: /noise/source: " + rule + "\"tan\"; write {\"ref\": \"tan\"}");
}

TEST_CASE("colours in recipes built in code are checked, before anything is compiled") {
  Recipe recipe;
  recipe.noise.type = "abs";
  recipe.noise.inputs["source"] = {Ref("c")};
  recipe.noise.values.clear();
  recipe.nodes["c"] = Node::Color({0, 1, 2});
  CHECK_THROWS_WITH_AS(Program::Compile(recipe), ("/noise/source" + kWrong).c_str(), Error);
  recipe.noise.inputs["source"] = {Node::Color({0, 1, 2})};
  CHECK_THROWS_WITH_AS(Validate(recipe), ("/noise/source" + kWrong).c_str(), Error);
  recipe.noise.inputs["source"] = {Node::Constant(1)};
  CHECK_NOTHROW(Program::Compile(recipe));
}

}  // namespace
}  // namespace cobble
