// Tests of the maps that recipes define: reading, layers, paths, writing.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/color.h"
#include "recipe/fields/fields.h"
#include "unit/recipe/one_noise.h"

namespace cobble {
namespace {

using Sets = std::vector<std::pair<std::string, std::string>>;

// `maps` starts in column 50.
std::string Text(const std::string& maps) {
  return R"({"cobble":1,"noise":{"type":"perlin"},  "maps":  )" + maps + "}";
}

Recipe Read(const std::vector<std::string>& maps, const Sets& sets = {}) {
  RecipeLayers layers;
  for (const std::string& each : maps) layers.AddText(Text(each), "f");
  for (const auto& [path, value] : sets) layers.AddSet(path, value, "--set " + path);
  return layers.Resolve();
}

Node Color(std::string_view text) { return Node::Color(*ParseColor(text)); }

// A map of the layer `maps` with the layers above it.
Node MapOf(const std::vector<std::string>& maps, const Sets& sets = {}) {
  return Read(maps, sets).maps.at("m");
}

TEST_CASE("a map is a node, a number or a colour") {
  const Recipe recipe = Read({R"({"a": {"type": "value"}, "b": 0.6, "c": "teal", "d": "#1a2",
      "e": [0.1, 0.2, 3], "f": {"type": "color", "value": 0.5}, "x-own": "anything"})"});
  CHECK(recipe.maps.size() == 6);
  CHECK(recipe.maps.at("a").Number("octaves") == 1);
  CHECK(recipe.maps.at("b") == Node::Constant(0.6));
  CHECK(recipe.maps.at("c") == Color("#008080"));
  CHECK(recipe.maps.at("d") == Color("#11aa22"));
  CHECK(recipe.maps.at("e") == Node::Color({0.1, 0.2, 3}));
  CHECK(recipe.maps.at("f") == Node::Color({0.5, 0.5, 0.5}));
  const std::string line = WriteRecipeLine(recipe);
  CHECK(line.find(R"("b": 0.6, "c": "#008080", "d": "#11aa22", "e": [0.1, 0.2, 3], )"
                  R"("f": [0.5, 0.5, 0.5]})") != std::string::npos);
  CHECK(ReadRecipe(line, "f") == recipe);
  CHECK(WriteRecipe(Read({"{}"})).find("maps") == std::string::npos);
}

TEST_CASE("what is not a map is refused") { test::CheckRecipes(); }

TEST_CASE("names of maps") {
  test::CheckRecipes();
  for (const std::string_view each : Names<Map>()) {
    const std::string name(each);
    CHECK(test::ErrorOf(Text("{\"" + name + "\": 1}")) ==
          "f:1:51: /maps/" + name + ": \"" + name + "\" is a built-in map; choose another name");
  }
  for (const std::string_view name : {"a", "base-color", "a1-", "noise", "color", "type"})
    CHECK(IsMapName(name));
  for (const std::string_view name : {"", "1", "-a", "x-a", "a_b", "a.b", "A", "\xC3\xA4"})
    CHECK_FALSE(IsMapName(name));
  CHECK(IsMapName(std::string(100, 'a')));
  CHECK_FALSE(IsMapName(std::string(101, 'a')));
}

TEST_CASE("maps merge by name and key") {
  const std::string node = R"({"m": {"type": "value", "octaves": 3}, "n": 1})";
  const Recipe both = Read({node, R"({"m": {"octaves": 5}, "k": 2})"});
  CHECK(both.maps.size() == 3);
  CHECK(both.maps.at("m").type == "value");
  CHECK(both.maps.at("m").Number("octaves") == 5);
  CHECK(MapOf({node, R"({"m": "teal"})"}) == Color("teal"));
  CHECK(MapOf({R"({"m": "teal"})", R"({"m": 0.5})"}) == Node::Constant(0.5));
  CHECK(MapOf({R"({"m": "teal"})", R"({"m": {"type": "color", "value": "red"}})"}) == Color("red"));
}

TEST_CASE("--set reaches into maps, whatever their form") {
  const std::string teal = R"({"m": "teal"})", list = R"({"m": [0.5, 0.25, 1]})";
  CHECK(MapOf({teal}, {{"maps.m", "#ff0000"}}) == Color("red"));
  CHECK(MapOf({teal}, {{"maps.m", "[0, 1, 0]"}}) == Color("lime"));
  CHECK(MapOf({teal}, {{"m", "Lime"}}) == Color("lime"));  // the only key of that name
  CHECK(MapOf({teal}, {{"maps.m.value", "red"}}) == Color("red"));
  CHECK(MapOf({teal}, {{"maps.m.value", "1,0,0"}}) == Color("red"));
  CHECK(MapOf({teal}, {{"maps.m.value.0", "1"}}).Numbers("value")[0] == 1);
  CHECK(MapOf({teal}, {{"maps.m.value.0", "1"}}).Numbers("value")[1] == (*ParseColor("teal"))[1]);
  CHECK(MapOf({list}, {{"maps.m.value.2", "0"}}) == Node::Color({0.5, 0.25, 0}));
  CHECK(MapOf({teal}, {{"maps.m", "red"}, {"maps.m.value.1", "1"}}) == Color("yellow"));
  CHECK(MapOf({teal}, {{"maps.m.value", "0.5"}, {"maps.m.value.1", "1"}}) ==
        Node::Color({0.5, 1, 0.5}));
  CHECK(MapOf({R"({"m": 0.5})"}, {{"maps.m.value", "0.75"}}) == Node::Constant(0.75));
  CHECK(MapOf({teal}, {{"maps.m.type", "cell"}, {"maps.m.frequency", "3"}}).Number("frequency") ==
        3);
  test::CheckRecipes();
}

TEST_CASE("maps of recipes built in code are validated") {
  const auto error_of = [](const std::string& name, const Node& node) {
    Recipe recipe;
    recipe.noise = Node::Constant(0);
    recipe.maps[name] = node;
    try {
      Validate(recipe);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
    return std::string();
  };
  CHECK(error_of("m", Node::Color({0, 1, 1e6})).empty());
  CHECK(error_of("m", Node::Constant(-3)).empty());
  CHECK(error_of("m", Node::Color({0, -1, 0})) ==
        "/maps/m/1: must be a number from 0 to 1e6, got -1");
  CHECK(error_of("m", Node::Color({std::numeric_limits<double>::quiet_NaN(), 0, 0}))
            .ends_with(": must be a number from 0 to 1e6, got nan"));
  CHECK(error_of("m", Node::Color({HUGE_VAL, 0, 0})) ==
        "/maps/m/0: must be a number from 0 to 1e6, got inf");
  const std::string rule =
      ": a name must be 1 to 100 lower-case letters, digits and hyphens that start with a letter";
  CHECK(error_of("x-m", Node::Constant(1)) == "/maps/x-m" + rule);
  CHECK(error_of("M", Node::Constant(1)) == "/maps/M" + rule);
  Node node = Node::Color({0, 0, 0});
  node.values["value"] = "teal";
  CHECK(error_of("m", node) == "/maps/m/value: must be stored as a NumberList");
  node.values["value"] = 1.0;
  CHECK(error_of("m", node) == "/maps/m/value: must be stored as a NumberList");
  node.values["value"] = NumberList{1, 2};
  CHECK(error_of("m", node).starts_with("/maps/m/value: must be a colour"));
}

}  // namespace
}  // namespace cobble
