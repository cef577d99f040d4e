// Tests of the fields that hold colours, stops and lists of colours, on the node type of tint.cpp:
// reading, paths, merging, writing, the schema and explanations.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/color.h"
#include "support/harness.h"
#include "support/schema_validator.h"

namespace cobble {
namespace {

using Sets = std::vector<std::pair<std::string, std::string>>;

// The keys start in column 88.
std::string Text(const std::string& keys) {
  return R"({"cobble": 1, "noise": {"type": "perlin"}, "maps": {"m": {"type": "tint", )"
         R"("source": 1, )" +
         keys + "}}}";
}

const std::string kInputs = R"("base": 1, "layers": 1)";
const std::string kForms =
    R"( ("#rrggbb", "#rgb", a CSS name, linear [r, g, b], or a number for grey))";

Node Read(const std::string& keys, const Sets& sets = {}) {
  RecipeLayers layers;
  layers.AddText(Text(keys), "f");
  for (const auto& [path, value] : sets) layers.AddSet(path, value, "--set " + path);
  const Recipe recipe = layers.Resolve();
  CHECK(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
  return recipe.maps.at("m");
}

std::string ErrorOf(const std::string& keys, const Sets& sets = {}) {
  std::string error;
  try {
    Read(keys, sets);
  } catch (const Error& thrown) {
    error = thrown.what();
  }
  if (sets.empty()) test::CheckSchemaAgrees(Text(keys), error);
  return error;
}

// The numbers of a key with the value `json`.
std::vector<double> Numbers(const std::string& key, const std::string& json,
                            const Sets& sets = {}) {
  return Read(kInputs + ", \"" + key + "\": " + json, sets).Numbers(key);
}

std::string KeyError(const std::string& key, const std::string& json, const Sets& sets = {}) {
  return ErrorOf(kInputs + ", \"" + key + "\": " + json, sets);
}

std::vector<double> Joined(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all = a;
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

std::vector<double> Rgb3(std::string_view text) {
  const Rgb color = *ParseColor(text);
  return {color.begin(), color.end()};
}

TEST_CASE("stops are pairs of a number and a colour") {
  CHECK(Numbers("stops", R"([[-1, "#000"], [0.5, [0, 2, 0.5]], [3, 1]])") ==
        std::vector<double>{-1, 0, 0, 0, 0.5, 0, 2, 0.5, 3, 1, 1, 1});
  CHECK(Read(kInputs).Numbers("stops") == std::vector<double>{0, 0, 0, 0, 1, 1, 1, 1});
  const std::string line = WriteRecipeLine(
      ReadRecipe(Text(kInputs + R"(, "stops": [[0, "teal"], [1, [2, 0, 0]]])"), "f"));
  CHECK(line.find(R"("stops": [[0, "#008080"], [1, [2, 0, 0]]])") != std::string::npos);
  CHECK(line.find(R"("palette": ["#ff0000", [0, 2, 0.5]], "paint": "#008080")") !=
        std::string::npos);

  const std::string rule =
      "must be a list of 2 to 8 pairs [x, colour] of numbers from -100 to 100, with increasing x, "
      "and colours" +
      kForms + ", got ";
  const std::string pair =
      "must be a pair [x, colour] of a number from -100 to 100 and a colour" + kForms + ", got ";
  CHECK(KeyError("stops", R"([[0, "red"]])") == "f:1:121: /maps/m/stops: " + rule + "a list of 1");
  CHECK(KeyError("stops", R"("red")") == "f:1:121: /maps/m/stops: " + rule + "\"red\"");
  CHECK(KeyError("stops", R"([[0, 0], [1]])") == "f:1:130: /maps/m/stops/1: " + pair + "[1]");
  CHECK(KeyError("stops", R"([[0, 0], 1])") == "f:1:130: /maps/m/stops/1: " + pair + "1");
  CHECK(KeyError("stops", R"([[101, 0], [102, "tael"]])") ==
        "f:1:123: /maps/m/stops/0/0: must be a number from -100 to 100, got 101\n"
        "f:1:133: /maps/m/stops/1/0: must be a number from -100 to 100, got 102\n"
        "f:1:138: /maps/m/stops/1/1: unknown colour \"tael\"; did you mean \"teal\"?");
  CHECK(KeyError("stops", R"([[0, [0, -1, 0]], [1, 1]])") ==
        "f:1:130: /maps/m/stops/0/1/1: must be a number from 0 to 1e6, got -1");
  CHECK(
      KeyError("stops", R"([[1, 0], [0, 1]])") ==
      "f:1:131: /maps/m/stops/1/0: must be at least 1e-9 above the previous x, which is 1, got 0; "
      "sort the stops by x");
}

TEST_CASE("lists of colours") {
  CHECK(Numbers("palette", R"(["red", 0.5, [0, 2, 1]])") ==
        std::vector<double>{1, 0, 0, 0.5, 0.5, 0.5, 0, 2, 1});
  CHECK(KeyError("palette", "[]") ==
        "f:1:123: /maps/m/palette: must be a list of 1 to 4 colours" + kForms + ", got []");
  CHECK(KeyError("palette", R"(["red", "#12"])") ==
        "f:1:131: /maps/m/palette/1: unknown colour \"#12\"; write 3 or 6 digits after #, not 2");
}

TEST_CASE("--set reaches into stops, lists of colours and colours") {
  const std::string stops = R"([[0, "red"], [1, "teal"]])";
  CHECK(Numbers("stops", stops, {{"maps.m.stops.0.1", "lime"}}) ==
        Joined({0, 0, 1, 0, 1}, Rgb3("teal")));
  CHECK(Numbers("stops", stops, {{"maps.m.stops.0.1", "#00f"}, {"maps.m.stops.0.0", "-1"}}) ==
        Joined({-1, 0, 0, 1, 1}, Rgb3("teal")));
  CHECK(Numbers("stops", stops, {{"maps.m.stops.0.1.2", "0.5"}}) ==
        Joined({0, 1, 0, 0.5, 1}, Rgb3("teal")));
  CHECK(Numbers("stops", stops, {{"stops.2", R"([2, "black"])"}}).size() == 12);
  CHECK(Numbers("palette", R"(["red"])", {{"maps.m.palette.1", "1,0,2"}}) ==
        std::vector<double>{1, 0, 0, 1, 0, 2});
  CHECK(Numbers("palette", R"(["red"])", {{"maps.m.palette.0.1", "1"}}) ==
        std::vector<double>{1, 1, 0});
  CHECK(Read(kInputs, {{"maps.m.paint.0", "1"}}).Numbers("paint")[0] == 1);
  CHECK(Read(kInputs, {{"maps.m.paint", "1,0,2"}}).Numbers("paint") ==
        std::vector<double>{1, 0, 2});
  CHECK(Read(kInputs, {{"paint", "0.5"}, {"paint.1", "1"}}).Numbers("paint") ==
        std::vector<double>{0.5, 1, 0.5});

  CHECK(KeyError("stops", stops, {{"maps.m.stops.0.2", "1"}}) ==
        "--set maps.m.stops.0.2: an index into \"stops\" must be a whole number from 0 to 1, got "
        "\"2\"");
  CHECK(KeyError("stops", stops, {{"maps.m.stops.8", "1"}}) ==
        "--set maps.m.stops.8: an index into \"stops\" must be a whole number from 0 to 7, got "
        "\"8\"");
  CHECK(KeyError("stops", stops, {{"maps.m.stops.0.1.3", "1"}}) ==
        "--set maps.m.stops.0.1.3: an index into \"stops\" must be a whole number from 0 to 2, got "
        "\"3\"");
  CHECK(KeyError("stops", stops, {{"maps.m.stops.0.0.1", "1"}}) ==
        "--set maps.m.stops.0.0.1: a plain value has no keys, got \"1\"");
  CHECK(KeyError("stops", stops, {{"maps.m.stops.0.1", "raed"}}) ==
        "--set maps.m.stops.0.1: unknown colour \"raed\"; did you mean \"red\"?");
  CHECK(KeyError("stops", stops, {{"maps.m.stops.3.0", "3"}}) ==
        "--set maps.m.stops.3.0: /maps/m/stops/2: is required: a pair [x, colour] of a number from "
        "-100 to 100 and a colour" +
            kForms +
            "\n--set maps.m.stops.3.0: /maps/m/stops/3: must be a pair [x, colour] of a "
            "number from -100 to 100 and a colour" +
            kForms + ", got [3]");
}

TEST_CASE("inputs that are colours") {
  const auto base = [](const std::string& json) {
    return Read(R"("layers": 1, "base": )" + json).Input("base");
  };
  CHECK(base("0.5") == Node::Constant(0.5));
  CHECK(base(R"("red")") == Node::Color({1, 0, 0}));
  CHECK(base("[0, 1, 2]") == Node::Color({0, 1, 2}));
  CHECK(base(R"({"type": "color", "value": "red"})") == Node::Color({1, 0, 0}));
  CHECK(base(R"({"type": "perlin"})").type == "perlin");
  // A list of inputs is never the channels of a colour.
  const auto layers = Read(R"("base": 1, "layers": [0, 1, 0.5])").Inputs("layers");
  CHECK(layers.size() == 3);
  CHECK(layers[1] == Node::Constant(1));
  CHECK(Read(R"("base": 1, "layers": ["red", [0, 1, 2]])").Inputs("layers")[1] ==
        Node::Color({0, 1, 2}));
  CHECK(Read(R"("base": 1, "layers": "red")").Inputs("layers").size() == 1);
  CHECK(Read(kInputs, {{"maps.m.base", "red"}, {"maps.m.base.value.1", "1"}}).Input("base") ==
        Node::Color({1, 1, 0}));
  CHECK(ErrorOf(R"("layers": 1, "base": "raed")") ==
        "f:1:110: /maps/m/base: unknown name \"raed\"; did you mean \"red\"?");
  CHECK(ErrorOf(R"("base": 1, "layers": ["red", "raed"])") ==
        "f:1:118: /maps/m/layers/1: unknown name \"raed\"; did you mean \"red\"?");
  CHECK(ErrorOf(R"("base": 1, "layers": "raed")") ==
        "f:1:110: /maps/m/layers: unknown name \"raed\"; did you mean \"red\"?");
  CHECK(
      ErrorOf(R"("base": 1, "layers": [[0, 1]])")
          .starts_with("f:1:110: /maps/m/layers/0: must be a number from -1e12 to 1e12, a colour"));
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
  CHECK(error_of("0.5").ends_with(": nested deeper than 256 levels"));
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
  CHECK(Out("render --help all").find("--paint COLOR") != std::string::npos);
}

}  // namespace
}  // namespace cobble
