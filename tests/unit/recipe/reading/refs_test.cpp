// Tests of named nodes and refs to them: reading, layers, paths, writing.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "unit/recipe/one_noise.h"

namespace cobble {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Recipe Resolve(const std::vector<std::string>& texts, const Pairs& flags = {},
               const Pairs& sets = {}) {
  RecipeLayers layers;
  for (const std::string& text : texts) layers.AddText(text, "f");
  for (const auto& [flag, value] : flags) layers.AddFlag(flag, value);
  for (const auto& [path, value] : sets) layers.AddSet(path, value, "--set " + path);
  return layers.Resolve();
}

// Recipes with that noise, which starts in column 24, or with those nodes, which start in column
// 50.
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
  const Recipe recipe = Resolve({kTwo});
  CHECK(recipe.noise.Input("a") == Ref("rock"));
  REQUIRE(recipe.nodes.size() == 2);
  CHECK(recipe.nodes.at("rock").Input("source") == Ref("sand"));
  CHECK(recipe.nodes.at("sand").Number("octaves") == 3);
  CHECK(recipe.nodes.at("sand").Number("frequency") == 4);
  CHECK(recipe.origins.at("/nodes").text == "f:2:12");
  CHECK(recipe.origins.at("/nodes/rock/source/ref").text == "f:2:55");
  CHECK(recipe.origins.at("/nodes/sand/octaves").text == "f:3:51");

  CHECK(Resolve({NoiseRecipe(R"({"ref": "rock", "x-a": {"b": 1}})")}).noise == Ref("rock"));
  const Recipe warp = Resolve(
      {NoiseRecipe(R"({"type": "warp", "source": {"ref": "a"}, "by": [{"ref": "b"}, 1]})")});
  CHECK(warp.noise.Inputs("by") == std::vector{Ref("b"), Node::Constant(1)});
  CHECK(Resolve({NoiseRecipe(R"({"type": "warp", "source": 1, "by": {"ref": "b"}})")})
            .noise.Input("by") == Ref("b"));
  CHECK(Resolve({Nodes("{}")}).nodes.empty());
  CHECK(Resolve({Nodes(R"({"x-a": 5, "x-b": {}})")}).nodes.empty());
  CHECK(Resolve({Nodes(R"({"a": {"type": "constant", "value": 2}})")}).nodes.at("a") ==
        Node::Constant(2));
}

TEST_CASE("refs survive the round trip") {
  for (const std::string& text :
       {kTwo, NoiseRecipe(R"({"ref": "rock"})"), Nodes("{}"),
        Nodes(R"({"a \" \\ b.\u00e9": {"type": "constant", "value": 2}, "type": {"ref": "c"}})"),
        Nodes(R"({"a": {"type": "warp", "source": {"ref": "b"}, "by": {"ref": "c"}}})")}) {
    CAPTURE(text);
    const Recipe recipe = Resolve({text});
    CHECK(ReadRecipe(WriteRecipe(recipe), "g") == recipe);
    CHECK(ReadRecipe(WriteRecipeLine(recipe), "g") == recipe);
  }
  const auto line = [](const std::string& text) { return WriteRecipeLine(Resolve({text})); };
  CHECK(line(Nodes("{}")).find("nodes") == std::string::npos);
  CHECK(line(NoiseRecipe(R"({"ref": "rock", "x-a": 1})"))
            .find(R"("noise": {"ref": "rock"}, "range")") != std::string::npos);
  CHECK(line(Nodes(R"({"b": {"ref": "a"}, "a": {"type": "constant", "value": 2}})"))
            .find(R"(, "nodes": {"a": {"type": "constant", "value": 2}, "b": {"ref": "a"}}, )") !=
        std::string::npos);
}

TEST_CASE("wrong refs are reported") {
  const std::string exclusive = R"(use "ref" or "type", not both)";
  test::CheckRecipes();
  CHECK(test::ErrorOf(NoiseRecipe(R"({"reff": "a"})"))
            .ends_with("f:1:25: /noise/reff: unknown key \"reff\"; did you mean \"ref\"?"));
  CHECK(test::ErrorOf(NoiseRecipe(R"({"type": "ref", "ref": "a"})"))
            .ends_with("f:1:47: /noise/ref: " + exclusive));
}

TEST_CASE("invalid names and named nodes are reported") {
  const std::string name =
      ": a name must be 1 to 100 bytes of text without /, ~ or control "
      "characters";
  const auto error = [](const std::string& nodes) { return test::ErrorOf(Nodes(nodes)); };
  const std::string node = R"(": {"type": "value"}})";
  test::CheckRecipes();
  CHECK(error("{\"" + std::string(100, 'n') + node) == "nothing is wrong");
  CHECK(error("{\"" + std::string(101, 'n') + node).ends_with(name));
  CHECK(error("{\"" + std::string(100, 'n') + "..." + node).ends_with(name));
  CHECK(error("{\"" + std::string(49, 'n') + "\xE2\x82\xAC" + node) == "nothing is wrong");
  CHECK(error(R"({"a": {}})")
            .starts_with("f:1:56: /nodes/a/type: is required: the name of a type; see"));
  // Unused nodes are also checked.
  CHECK(error(R"({"a": {"type": "abs", "source": {"type": "zebra"}}})")
            .starts_with("f:1:91: /nodes/a/source/type: must be the name of a type, got "));
}

TEST_CASE("named nodes merge by name and then like other nodes") {
  const std::string upper = R"({"cobble": 1, "nodes": {"sand": {"octaves": 5, "seed": 7},
      "rock": {"source": {"type": "value"}}, "new": {"type": "constant", "value": 1}}})";
  const Recipe recipe = Resolve({kTwo, upper});
  CHECK(recipe.nodes.size() == 3);
  CHECK(recipe.nodes.at("sand").type == "perlin");
  CHECK(recipe.nodes.at("sand").Number("octaves") == 5);
  CHECK(recipe.nodes.at("sand").Number("seed") == 7);
  CHECK(recipe.nodes.at("rock").type == "abs");
  CHECK(recipe.nodes.at("rock").Input("source").type == "value");
  CHECK(recipe.nodes.at("new") == Node::Constant(1));
  CHECK(Resolve({kTwo}, {}, {{"nodes", R"({"sand": {"octaves": 5}})"}})
            .nodes.at("sand")
            .Number("octaves") == 5);
}

TEST_CASE("a type replaces a ref, and a ref replaces a type with its keys") {
  const Recipe typed = Resolve({NoiseRecipe(R"({"ref": "rock"})")}, {{"--noise", "perlin"}});
  CHECK(typed.noise.type == "perlin");
  CHECK_FALSE(typed.noise.Has("ref"));
  const std::string perlin = NoiseRecipe(R"({"type": "perlin", "octaves": 3, "x-a": 1})");
  CHECK(Resolve({perlin}, {}, {{"noise.ref", "rock"}}).noise == Ref("rock"));
  CHECK(Resolve({perlin}, {}, {{"noise", R"({"ref": "rock"})"}}).noise == Ref("rock"));
  CHECK(Resolve({NoiseRecipe(R"({"ref": "a"})")}, {}, {{"noise.ref", "b"}}).noise == Ref("b"));
  CHECK(Resolve({kTwo}, {}, {{"noise.b.ref", "sand"}}).noise.Input("b") == Ref("sand"));
  CHECK(Resolve({kTwo}, {}, {{"noise.b", "3"}, {"noise.b.ref", "sand"}}).noise.Input("b") ==
        Ref("sand"));
  CHECK(Resolve({kTwo}, {}, {{"noise.a.type", "value"}}).noise.Input("a").type == "value");

  test::CheckRecipes();
}

TEST_CASE("a recipe can consist only of sets") {
  RecipeLayers layers;
  layers.AddSet("noise.ref", "rock");
  layers.AddSet("nodes.rock.type", "perlin");
  layers.AddSet("nodes.rock.octaves", "3");
  const Recipe recipe = layers.Resolve();
  CHECK(recipe.noise == Ref("rock"));
  CHECK(recipe.nodes.at("rock").Number("octaves") == 3);
}

TEST_CASE("paths reach into named nodes") {
  const Recipe recipe = Resolve({kTwo}, {},
                                {{"nodes.sand.octaves", "5"},
                                 {"nodes.rock.source.ref", "grit"},
                                 {"nodes.grit", R"({"type": "value"})"},
                                 {"nodes.grit.frequency", "9"},
                                 {"nodes.x-mine.a", "9"}});
  CHECK(recipe.nodes.at("sand").Number("octaves") == 5);
  CHECK(recipe.nodes.at("rock").Input("source") == Ref("grit"));
  CHECK(recipe.nodes.at("grit").Number("frequency") == 9);
  CHECK(recipe.origins.at("/nodes/sand/octaves").text == "--set nodes.sand.octaves");
  CHECK(recipe.origins.at("/nodes/sand").text == "f:3:21");

  test::CheckRecipes();
}

TEST_CASE("named nodes may be nested as deeply as other nodes") {
  const auto deep = [](int depth) {
    std::string text = Nodes(R"({"a": )");
    text.pop_back();
    for (int i = 3; i < depth; ++i) text += R"({"type": "abs", "source": )";
    return text + R"({"ref": "b"})" + std::string(static_cast<std::size_t>(depth) - 1, '}');
  };
  const Recipe recipe = Resolve({deep(256)});
  CHECK(ReadRecipe(WriteRecipe(recipe), "g") == recipe);
  CHECK(test::ErrorOf(deep(257)).find("nested deeper than 256 levels") != std::string::npos);
}

TEST_CASE("IsNodeName rejects separators, control characters and the x- prefix") {
  for (const char* name : {"a", "rock 2", "h\xC3\xA9", "\"", "0", "type", ".", "a.b", "X-a"}) {
    CAPTURE(name);
    CHECK(IsNodeName(name));
  }
  for (const char* name :
       {"", "/", "a~", "\t", "\x1B[0m", "\x7F", "\xFF", "\xC2\x9B", "\xE2\x80\xAE", "x-a"}) {
    CAPTURE(name);
    CHECK_FALSE(IsNodeName(name));
  }
  CHECK_FALSE(IsNodeName(std::string_view("a\0b", 3)));
}

}  // namespace
}  // namespace cobble
