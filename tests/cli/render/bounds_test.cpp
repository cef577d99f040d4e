// Tests the bounds of nodes that cobble show --bounds prints.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/harness.h"

namespace cobble {
namespace {

// Returns the lines up to the pointer, which has no blanks.
std::string WithoutFormulas(const std::string& text) {
  return std::regex_replace(text, std::regex("( /[^ \n]*) [^\n]*"), "$1");
}

std::string PrintedBounds(const std::string& nodes, const std::string& noise) {
  const std::string text =
      R"({"cobble": 1, "size": 16, "nodes": {)" + nodes + R"(}, "noise": )" + noise + "}";
  const Outcome outcome = RunCobble({"show", "--quiet", "--bounds", "-"}, text);
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  return WithoutFormulas(outcome.out);
}

TEST_CASE("each node is printed on one line, before its inputs, starting with the root") {
  const std::string rock = R"("rock": {"type": "perlin"}, "unused": {"type": "value"})";
  CHECK(PrintedBounds(rock, R"({
    "type": "subtract",
    "a": {"ref": "rock"},
    "b": {"type": "fractal", "octaves": 3, "source":
      {"type": "multiply", "a": {"ref": "rock"}, "b": 0.5}}})") ==
        "-1.5  1.5  subtract  /noise\n"
        "-1    1    ref       /noise/a\n"
        "-1    1    perlin    /nodes/rock\n"
        "-0.5  0.5  fractal   /noise/b\n"
        "-0.5  0.5  multiply  /noise/b/source\n"
        "-1    1    ref       /noise/b/source/a\n"
        "0.5   0.5  constant  /noise/b/source/b\n");
  CHECK(PrintedBounds("", R"({"type": "add", "a": 1, "b": {"type": "hill"}})") ==
        "1  2  add       /noise\n"
        "1  1  constant  /noise/a\n"
        "0  1  hill      /noise/b\n");
}

TEST_CASE("nodes within a formula that names a knob have formulas, too") {
  const Outcome outcome = RunCobble({"show", "--quiet", "--bounds", "-"}, R"({"cobble": 1,
      "knobs": {"wear": {"value": 0.5, "range": [0, 1]}}, "noise": "x", "nodes": {"n": "2*y"},
      "maps": {"m": "wear*n + 1"}})");
  CHECK(Contains(outcome.out, " wear*n + 1\n"));
  CHECK(Contains(outcome.out, " 0.5*n\n"));
}

TEST_CASE("nodes that only maps use follow those of the noise") {
  CHECK(PrintedBounds(
            R"("rock": {"type": "perlin"}, "fine": {"type": "multiply", "a": {"ref": "rock"},
                  "b": 3}, "unused": {"type": "value"})",
            R"({"ref": "rock"}, "maps": {
                    "color": {"type": "channels", "red": {"ref": "fine"}, "green": 0,
                              "blue": 5},
                    "depth": {"ref": "rock"}, "metallic": 0.5})") ==
        "-1   1    ref       /noise\n"
        "-1   1    perlin    /nodes/rock\n"
        "-3   5    channels  /maps/color\n"
        "-3   3    ref       /maps/color/red\n"
        "-3   3    multiply  /nodes/fine\n"
        "-1   1    ref       /nodes/fine/a\n"
        "3    3    constant  /nodes/fine/b\n"
        "0    0    constant  /maps/color/green\n"
        "5    5    constant  /maps/color/blue\n"
        "-1   1    ref       /maps/depth\n"
        "0.5  0.5  constant  /maps/metallic\n");
  CompileOptions options{.maps = {"@rock"}, .value = false};
  const Program program = Program::Compile(
      ReadRecipe(
          R"({"cobble": 1, "noise": {"ref": "rock"}, "nodes": {"rock": {"type": "perlin"}}})",
          "r.json"),
      options);
  REQUIRE(program.node_bounds().size() == 1);
  CHECK(program.node_bounds()[0].pointer == "/nodes/rock");
  CHECK(program.node_bounds()[0].type == "perlin");
  CHECK(program.node_bounds()[0].low == -1);
  CHECK(program.node_bounds()[0].high == 1);
}

TEST_CASE("check and show find faults of nodes that only maps use") {
  const std::string text = R"({"cobble": 1, "noise": {"type": "perlin"},
    "maps": {"a": {"type": "log", "source": 0}}})";
  const std::string fault = "cobble: -:2:45: /maps/a/source: must be above 0, got 0\n";
  for (const char* command : {"check", "show"}) {
    const Outcome outcome = RunCobble({command, "-"}, text);
    CHECK(outcome.status == 3);
    CHECK(outcome.err == fault);
  }
}

TEST_CASE("bounds assume that inputs vary independently") {
  const std::string same = R"({"type": "subtract", "a": {"ref": "n"}, "b": {"ref": "n"}})";
  CHECK(PrintedBounds(R"("n": {"type": "value"})", same).starts_with("-2  2  subtract  /noise\n"));
}

TEST_CASE("the first line shows the bounds of the program") {
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    const std::string name(preset.name);
    CAPTURE(name);
    const Recipe recipe = ReadRecipe(preset.text, name);
    const Program program = Program::Compile(recipe);
    std::istringstream lines(Out("show --bounds --preset " + name));
    double low = 0, high = 0;
    std::string type, pointer;
    lines >> low >> high >> type >> pointer;
    // They are printed without a simulation, and then are wider.
    const bool simulates = program.cost().simulation > 0;
    CHECK((simulates ? low <= program.low() : low == program.low()));
    CHECK((simulates ? high >= program.high() : high == program.high()));
    CHECK(type == recipe.noise.type);
    CHECK(pointer == "/noise");
  }
}

TEST_CASE("flags affect the bounds, and a recipe that does not compile has no bounds") {
  CHECK(Out("show --noise perlin --turbulence smooth --bounds") ==
        "0  1  perlin  /noise  perlin(turbulence=smooth)\n");
  CHECK(Out("show --noise constant --value -3 --bounds") ==
        "-3  -3  constant  /noise  constant(-3)\n");
  CHECK(Out("show --noise perlin --bounds=false").starts_with("{\n"));
  const Outcome outcome =
      RunCobble({"show", "--quiet", "--bounds", "-"}, R"({"cobble": 1, "noise": {"ref": "rock"}})");
  CHECK(outcome.status == 3);
  CHECK(outcome.out == "");
  CHECK(outcome.err.find("unknown node \"rock\"") != std::string::npos);
}

TEST_CASE("bounds have the formulas of their nodes, cut if they are long") {
  CHECK(Out("show --noise ridged(perlin(8),3)-x/2 --bounds") ==
        "-0.25  1.25  subtract    /noise           ridged(perlin(8), 3) - x/2\n"
        "0      1     fractal     /noise/a         ridged(perlin(8), 3)\n"
        "-1     1     perlin      /noise/a/source  perlin(8)\n"
        "-0.25  0.25  divide      /noise/b         x/2\n"
        "-0.5   0.5   coordinate  /noise/b/a       x\n"
        "2      2     constant    /noise/b/b       2\n");
  const std::string line =
      RunCobble({"show", "--noise",
                 "min(x, 0.12345, 0.23456, 0.34567, 0.45678, 0.56789, y, 0.2, 0.3)", "--bounds",
                 "--quiet"})
          .out;
  CHECK_FALSE(Contains(line, "min(x, 0.12345, 0.23456, 0.34567, 0.45678, 0.56789, y, 0.2, 0.3)\n"));
  CHECK(Contains(line, "min(x, 0.12345, 0.23456, 0.34567, 0.45678, 0.56789, y, 0.2, ...\n"));
}

TEST_CASE("bounds can be printed as JSON") {
  const auto rows = nlohmann::json::parse(Out("show --noise constant --value -3 --bounds --json"));
  CHECK(rows == nlohmann::json::parse(
                    R"-([{"low": -3, "high": -3, "type": "constant", "pointer": "/noise",
                          "formula": "constant(-3)"}])-"));
  CHECK(Out("show --noise perlin --json") == Out("show --noise perlin"));
}

TEST_CASE("show rejects recipes that cannot be rendered") {
  for (const char* noise : {R"({"ref": "a"}, "nodes": {"a": {"ref": "a"}})",
                            R"({"type": "voronoi", "function": "edge", "metric": "manhattan"})"}) {
    CAPTURE(noise);
    const std::string text = R"({"cobble": 1, "noise": )" + std::string(noise) + "}";
    const Outcome show = RunCobble({"show", "-"}, text), check = RunCobble({"check", "-"}, text);
    CHECK(show.status == 3);
    CHECK(show.out == "");
    CHECK(show.err == check.err);
  }
}

}  // namespace
}  // namespace cobble
