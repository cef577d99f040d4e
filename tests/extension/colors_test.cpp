// Tests fields that hold colours, stops and lists of colours, with the node type of tint.cpp:
// reading, paths, merging, writing, the schema and explanations.
#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/harness.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

const std::string kForms =
    R"( ("#rrggbb", "#rgb", a CSS name, linear [r, g, b], or a number for grey))";

TEST_CASE("stops, lists of colours and colours are read in all their forms") {
  test::CheckSameRecipes();
}

TEST_CASE("--set reaches into stops, lists of colours and colours") { test::CheckSameRecipes(); }

TEST_CASE("each kind of fault in colours has a sentence") { test::CheckSentences(); }

TEST_CASE("faults in colours are reported at their place") { test::CheckRecipes(); }

TEST_CASE("colours are written in their shortest form") {
  const std::string line = WriteRecipeLine(test::ResolveLine(
      R"("noise": "perlin", "maps": {"m": {"type": "tint", "source": 1, "base": 1, "layers": 1,
         "stops": [[0, "teal"], [1, [2, 0, 0]]]}})"));
  CHECK(line.find(R"("stops": [[0, "#008080"], [1, [2, 0, 0]]])") != std::string::npos);
  CHECK(Contains(line, R"("palette": ["#ff0000", [0, 2, 0.5]], "paint": "#008080")"));
}

TEST_CASE("inputs that are colours") {
  const auto read = [](const std::string& members) {
    return test::ResolveLine(R"("noise": "perlin", "maps": {"m": {"type": "tint", "source": 1, )" +
                             members + "}}")
        .maps.at("m");
  };
  const auto base = [&](const std::string& json) {
    return read(R"("layers": 1, "base": )" + json).Input("base");
  };
  CHECK(base("0.5") == Node::Constant(0.5));
  CHECK(base(R"("red")") == Node::Color({1, 0, 0}));
  CHECK(base("[0, 1, 2]") == Node::Color({0, 1, 2}));
  CHECK(base(R"({"type": "color", "value": "red"})") == Node::Color({1, 0, 0}));
  CHECK(base(R"({"type": "perlin"})").type == "perlin");
  // A list of inputs is never a colour's channels.
  const auto layers = read(R"("base": 1, "layers": [0, 1, 0.5])").Inputs("layers");
  CHECK(layers.size() == 3);
  CHECK(layers[1] == Node::Constant(1));
  CHECK(read(R"("base": 1, "layers": ["red", [0, 1, 2]])").Inputs("layers")[1] ==
        Node::Color({0, 1, 2}));
  CHECK(read(R"("base": 1, "layers": "red")").Inputs("layers").size() == 1);
}

TEST_CASE("a grey that would be written as a list nested too deeply is refused") {
  // The innermost node is at level 254, and stops are lists of lists.
  const auto error_of = [&](const std::string& color) {
    std::string node =
        R"({"type":"tint","source":1,"layers":1,"base":1,"stops":[[0,)" + color + "],[1,1]]}";
    for (int level = 254; level > 3; --level)
      node = R"({"type":"tint","source":1,"layers":1,"base":)" + node + "}";
    try {
      const std::string text =
          R"({"cobble": 1, "noise": {"type": "perlin"}, "maps": {"m": )" + node + "}}";
      const Recipe recipe = ReadRecipe(text, "f");
      CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(error_of("\"teal\"") == "");
  CHECK(error_of("0") == "");
  CHECK(error_of("0.5").find(": nested deeper than 256 levels; combine") != std::string::npos);
}

TEST_CASE("items of colours and stops are explained") {
  const auto value = [](const std::string& path) {
    const std::string text = Out("explain --json " + path);
    return nlohmann::json::parse(text)[0]["value"].get<std::string>();
  };
  CHECK(value("maps.m.paint") == "a colour" + kForms);
  CHECK(value("maps.m.paint.1") == "a number from 0 to 1e6");
  CHECK(value("maps.m.stops.1") ==
        "a pair [x, colour] of a number from -1e12 to 1e12 and a colour" + kForms);
  CHECK(value("maps.m.stops.1.0") == "a number from -1e12 to 1e12");
  CHECK(value("maps.m.stops.1.1") == "a colour" + kForms);
  CHECK(value("maps.m.stops.1.1.2") == "a number from 0 to 1e6");
  CHECK(value("maps.m.palette.3") == "a colour" + kForms);
}

}  // namespace
}  // namespace cobble
