// Tests named nodes and refs to them: reading, layers, paths, writing.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

using test::Resolve;

// Recipes with that noise, from column 24 on, or with those nodes, from column 50 on.
std::string NoiseRecipe(const std::string& noise) {
  return R"({"cobble": 1, "noise": )" + noise + "}";
}
std::string Nodes(const std::string& nodes) {
  return R"({"cobble":1,"noise":{"type":"perlin"},  "nodes": )" + nodes + "}";
}

Node Ref(const std::string& name) {
  Node node;
  node.type = "ref";
  node.values["ref"] = name;
  return node;
}

const std::string kTwo = R"({"cobble": 1, "noise": {"type": "add", "a": {"ref": "rock"}, "b": 1},
  "nodes": {"rock": {"type": "abs", "source": {"ref": "sand"}},
            "sand": {"type": "perlin", "octaves": 3}}})";

TEST_CASE("nodes have names, and refs name them") {
  const Recipe recipe = Resolve(kTwo);
  CHECK(recipe.noise.Input("a") == Ref("rock"));
  REQUIRE(recipe.nodes.size() == 2);
  CHECK(recipe.nodes.at("rock").Input("source") == Ref("sand"));
  CHECK(recipe.nodes.at("sand").Number("octaves") == 3);
  CHECK(recipe.nodes.at("sand").Number("frequency") == 4);
  CHECK(recipe.origins.at("/nodes").text == "f:2:12");
  CHECK(recipe.origins.at("/nodes/rock/source/ref").text == "f:2:55");
  CHECK(recipe.origins.at("/nodes/sand/octaves").text == "f:3:51");

  CHECK(Resolve(NoiseRecipe(R"({"ref": "rock", "x-a": {"b": 1}})")).noise == Ref("rock"));
  const Recipe warp =
      Resolve(NoiseRecipe(R"({"type": "warp", "source": {"ref": "a"}, "by": [{"ref": "b"}, 1]})"));
  CHECK(warp.noise.Inputs("by") == std::vector{Ref("b"), Node::Constant(1)});
  CHECK(Resolve(NoiseRecipe(R"({"type": "warp", "source": 1, "by": {"ref": "b"}})"))
            .noise.Input("by") == Ref("b"));
  CHECK(Resolve(Nodes("{}")).nodes.empty());
  CHECK(Resolve(Nodes(R"({"x-a": 5, "x-b": {}})")).nodes.empty());
  CHECK(Resolve(Nodes(R"({"a": {"type": "constant", "value": 2}})")).nodes.at("a") ==
        Node::Constant(2));
}

TEST_CASE("refs survive the round trip") {
  for (const std::string& text :
       {kTwo, NoiseRecipe(R"({"ref": "rock"})"), Nodes("{}"),
        Nodes(R"({"a \" \\ b.\u00e9": {"type": "constant", "value": 2}, "type": {"ref": "c"}})"),
        Nodes(R"({"a": {"type": "warp", "source": {"ref": "b"}, "by": {"ref": "c"}}})")}) {
    CAPTURE(text);
    const Recipe recipe = Resolve(text);
    CHECK(ReadRecipe(WriteRecipe(recipe), "g") == recipe);
    CHECK(ReadRecipe(WriteRecipeLine(recipe), "g") == recipe);
  }
  const auto line = [](const std::string& text) { return WriteRecipeLine(Resolve(text)); };
  CHECK(line(Nodes("{}")).find("nodes") == std::string::npos);
  CHECK(line(NoiseRecipe(R"({"ref": "rock", "x-a": 1})"))
            .find(R"("noise": {"ref": "rock"}, "range")") != std::string::npos);
  CHECK(line(Nodes(R"({"b": {"ref": "a"}, "a": {"type": "constant", "value": 2}})"))
            .find(R"(, "nodes": {"a": {"type": "constant", "value": 2}, "b": {"ref": "a"}}, )") !=
        std::string::npos);
}

TEST_CASE("wrong refs are reported") { test::CheckRecipes(); }

TEST_CASE("invalid names and named nodes are reported") {
  test::CheckRecipes();
  const auto faults = [](const std::string& name) {
    return test::IssuesOf(Nodes("{\"" + name + R"(": {"type": "value"}})")).size();
  };
  CHECK(faults(std::string(100, 'n')) == 0);
  CHECK(faults(std::string(101, 'n')) == 1);
  CHECK(faults(std::string(100, 'n') + "...") == 1);
  CHECK(faults(std::string(49, 'n') + "\xE2\x82\xAC") == 0);
}

TEST_CASE("a type replaces a ref, and a ref replaces a type with its keys") {
  test::CheckRecipes();
}

TEST_CASE("paths reach into named nodes") { test::CheckRecipes(); }

TEST_CASE("IsNodeName rejects separators, control characters and the x- prefix") {
  for (const char* name : {"a", "rock 2", "h\xC3\xA9", "\"", "0", "type", ".", "a.b", "X-a"})
    CHECK_MESSAGE(IsNodeName(name), name);
  for (const char* name :
       {"", "/", "a~", "\t", "\x1B[0m", "\x7F", "\xFF", "\xC2\x9B", "\xE2\x80\xAE", "x-a"})
    CHECK_FALSE_MESSAGE(IsNodeName(name), name);
  CHECK_FALSE(IsNodeName(std::string_view("a\0b", 3)));
}

}  // namespace
}  // namespace cobble
