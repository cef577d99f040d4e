// Tests the maps that recipes define: reading, layers, paths, writing.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/color.h"
#include "recipe/fields/fields.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

// `maps` starts in column 50.
std::string Text(const std::string& maps) {
  return R"({"cobble":1,"noise":{"type":"perlin"},  "maps":  )" + maps + "}";
}

Node Color(std::string_view text) { return Node::Color(*ParseColor(text)); }

TEST_CASE("a map is a node, a number or a colour") {
  const Recipe recipe =
      ReadRecipe(Text(R"({"a": {"type": "value"}, "b": 0.6, "c": "teal", "d": "#1a2",
      "e": [0.1, 0.2, 3], "f": {"type": "color", "value": 0.5}, "x-own": "anything"})"),
                 "f");
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
  CHECK(WriteRecipe(ReadRecipe(Text("{}"), "f")).find("maps") == std::string::npos);
}

TEST_CASE("names of maps") {
  for (const std::string_view each : Names<Map>()) {
    const auto issues = test::IssuesOf(Text("{\"" + std::string(each) + "\": 1}"));
    REQUIRE(issues.size() == 1);
    CHECK(issues[0].where == "f:1:51: /maps/" + std::string(each));
  }
  for (const std::string_view name :
       {"a", "base-color", "base_color", "a1-", "noise", "color", "type"})
    CHECK(IsMapName(name));
  for (const std::string_view name : {"", "1", "-a", "x-a", "_a", "a.b", "A", "\xC3\xA4"})
    CHECK_FALSE(IsMapName(name));
  CHECK(IsMapName(std::string(100, 'a')));
  CHECK_FALSE(IsMapName(std::string(101, 'a')));
}

TEST_CASE("--set reaches into maps, whatever their form") { test::CheckRecipes(); }

TEST_CASE("maps of recipes built in code are validated") {
  const auto fault_of = [](const std::string& name, const Node& node) {
    Recipe recipe;
    recipe.noise = Node::Constant(0);
    recipe.maps[name] = node;
    try {
      Validate(recipe);
    } catch (const Error& error) {
      return error.issues().front().pointer;
    }
    CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
    return std::string();
  };
  CHECK(fault_of("m", Node::Color({0, 1, 1e6})).empty());
  CHECK(fault_of("m", Node::Constant(-3)).empty());
  CHECK(fault_of("m", Node::Color({0, -1, 0})) == "/maps/m/1");
  CHECK(fault_of("m", Node::Color({std::numeric_limits<double>::quiet_NaN(), 0, 0})) ==
        "/maps/m/value/0");
  CHECK(fault_of("m", Node::Color({HUGE_VAL, 0, 0})) == "/maps/m/0");
  CHECK(fault_of("x-m", Node::Constant(1)) == "/maps/x-m");
  CHECK(fault_of("M", Node::Constant(1)) == "/maps/M");
  Node node = Node::Color({0, 0, 0});
  for (const Value& wrong : {Value("teal"), Value(1.0), Value(NumberList{1, 2})}) {
    node.values["value"] = wrong;
    CHECK(fault_of("m", node) == "/maps/m/value");
  }
}

}  // namespace
}  // namespace cobble
