// Tests FormatRecipe: layout, comments, and what it leaves alone.
#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "recipe/writing/document.h"
#include "support/errors.h"
#include "support/messages.h"

namespace cobble::test {
namespace {

// Returns the formatted text. Checks that formatting it again changes nothing.
std::string Formatted(const std::string& text) {
  std::string formatted = FormatRecipe(text, "f");
  CHECK(FormatRecipe(formatted, "f") == formatted);
  return formatted;
}

TEST_CASE("keys are sorted, short objects stand on one line, nodes become formulas") {
  CHECK(Formatted(R"({"noise": {"source": {"ref": "rock"}, "levels": 12.0, "type": "terrace"},
  "nodes":{"rock":{"octaves": 3, "type":"perlin"},"n":8},"size":[ 64,32 ],
  "domain": {"slice": 1, "extent": [2,
    1]}, "cobble":1})") == R"-({
  "cobble": 1,
  "size": [64, 32],
  "domain": {"extent": [2, 1], "slice": 1},
  "nodes": {
    "rock": "perlin(octaves=3)",
    "n": 8
  },
  "noise": "terrace(rock, 12)"
}
)-");
}

TEST_CASE("comments stay with their keys, blank lines stay between them") {
  CHECK(Formatted(R"(// Head.

/* Block
   of two lines. */
{ // first
  "noise": "perlin",  // beside

  // above
  "seed": /* value */ 3,
  "cobble": 1 // one
  , "x-note": [1, // in a list
    2, /* before */ 3]
  // below
}
)") == R"(// Head.

/* Block
   of two lines. */
{
  "cobble": 1,  // one
  "x-note": [
    1,  // in a list
    2,
    /* before */
    3
  ],

  // above
  /* value */
  "seed": 3,
  // first
  "noise": "perlin"  // beside
  // below
}
)");
}

TEST_CASE("blank lines are folded into one, and none stands above the first key") {
  CHECK(Formatted("{\"cobble\":1\n\n,\n\n\"noise\":\n\n\"x\"}") ==
        "{\n  \"cobble\": 1,\n\n  \"noise\": \"x\"\n}\n");
  CHECK(Formatted("{\"cobble\":1,\"nodes\":{\"a\":\n\n\"x\", \"b\":\"y\"},\"noise\":\"a\"}") ==
        "{\n  \"cobble\": 1,\n  \"nodes\": {\n    \"a\": \"x\",\n    \"b\": \"y\"\n  },\n"
        "  \"noise\": \"a\"\n}\n");
}

TEST_CASE("carriage returns and blanks at ends of lines go") {
  CHECK(Formatted("{\"cobble\":1, /* a \r\n b */\r\n\"noise\":\"x\"} \r\n// c \r\n") ==
        "{\n  \"cobble\": 1,\n  /* a\n b */\n  \"noise\": \"x\"\n}\n// c\n");
}

TEST_CASE("a node with a comment inside stays an object") {
  CHECK(Formatted(R"({"cobble": 1, "noise": {"type": "add",
    // Why.
    "a": {"type": "multiply", "a": {"ref": "rock"}, "b": 2}, "b": 1},
    "nodes": {"rock": "perlin"}})") == R"({
  "cobble": 1,
  "nodes": {"rock": "perlin"},
  "noise": {
    "type": "add",
    // Why.
    "a": "rock*2",
    "b": 1
  }
}
)");
}

// Returns a recipe with a long-named node, which `noise` uses.
std::string WithLongName(const std::string& name, const std::string& noise) {
  return R"({"cobble": 1, "nodes": {")" + name + R"(": "perlin"}, "noise": )" + noise + "}";
}

TEST_CASE("a long call is split into its inputs") {
  const std::string name(40, 'n'), abs = R"({"type": "abs", "source": {"ref": ")" + name + R"("}})";
  const std::string noise = R"({"type": "smooth-min", "a": )" + abs + R"(, "b": )" + abs + "}";
  CHECK(Formatted(WithLongName(name, noise)) == "{\n  \"cobble\": 1,\n  \"nodes\": {\"" + name +
                                                    "\": \"perlin\"},\n"
                                                    "  \"noise\": {\n"
                                                    "    \"type\": \"smooth-min\",\n"
                                                    "    \"a\": \"abs(" +
                                                    name +
                                                    ")\",\n"
                                                    "    \"b\": \"abs(" +
                                                    name +
                                                    ")\"\n"
                                                    "  }\n}\n");
}

TEST_CASE("a long sum is one formula") {
  const std::string name(40, 'n');
  std::string noise = R"({"ref": ")" + name + R"("})", formula = name;
  for (int i = 0; i < 200; ++i) {
    noise = R"({"type": "add", "a": )" + noise + R"(, "b": )" + std::to_string(i) + "}";
    formula += " + " + std::to_string(i);
  }
  const std::string formatted = Formatted(WithLongName(name, noise));
  CHECK(formatted.ends_with("\"noise\": \"" + formula + "\"\n}\n"));
}

TEST_CASE("a layer without its lower layers is formatted, too") {
  CHECK(Formatted(R"({"cobble": 1, "noise": {"source": {"frequency": 8}}})") ==
        "{\n  \"cobble\": 1,\n  \"noise\": {\"source\": {\"frequency\": 8}}\n}\n");
  CHECK(
      Formatted(
          R"({"cobble": 1, "noise": {"type": "add", "a": "rock-1+moss", "b": {"ref": "rock"}}})") ==
      "{\n  \"cobble\": 1,\n  \"noise\": \"rock-1 + moss + ref('rock')\"\n}\n");
  // `n` may be a number there, so nothing is known about the formula.
  CHECK(Formatted(R"-({"cobble": 1, "noise": "perlin( n )"
})-") == "{\n  \"cobble\": 1,\n  \"noise\": \"perlin( n )\"\n}\n");
}

TEST_CASE("other errors than those of JSON and formulas stay as they are") {
  CHECK(Formatted(R"({"cobble": 1, "noise": {"octavs": 3, "type": "perlin"}, "seeed": [4]})") ==
        "{\n  \"cobble\": 1,\n  \"noise\": {\"octavs\": 3, \"type\": \"perlin\"},\n  \"seeed\": "
        "[4]\n}\n");
}

TEST_CASE("functions are formatted, and may be in a library") {
  CHECK(Formatted(R"-({"cobble": 1, "functions": {"a": {"value": "b()+1"},
        "b": {"value": "voronoi(4,F2-F1)+x", "nodes": {"n": "x+1", "m": "2*y"}}}})-") ==
        R"-({
  "cobble": 1,
  "functions": {
    "a": {"value": "b()+1"},
    "b": {"nodes": {"n": "x + 1", "m": "2*y"}, "value": "voronoi(4, F2-F1) + x"}
  }
}
)-");
  CHECK(Formatted(R"-({"cobble": 1, "noise": "grime(2*x,F1+F2)"})-") ==
        "{\n  \"cobble\": 1,\n  \"noise\": \"grime(2*x,F1+F2)\"\n}\n");
}

TEST_CASE("texts that cannot be formatted are refused") {
  CheckAnswers([](const std::string& text) -> std::string {
    return TextIn([&] { FormatRecipe(text, "f"); }, ErrorKind::kRecipe);
  });
}

TEST_CASE("all presets are formatted") {
  for (const Preset& preset : Presets())
    CHECK_MESSAGE(Formatted(std::string(preset.text)) == preset.text, preset.name);
}

TEST_CASE("formulas get the usual blanks") {
  CHECK(SpacedFormula("rock+moss-1") == "rock + moss-1");  // a name with a hyphen
  CHECK(SpacedFormula(" rock  +  moss ") == "rock + moss");
  CHECK(SpacedFormula("2*x") == "2*x");
  CHECK(SpacedFormula("2 *x/ 3") == "2 * x / 3");
  CHECK(SpacedFormula("a ^2") == "a ^ 2");
  CHECK(SpacedFormula("perlin( 8,5 ,seed = 3 )") == "perlin(8, 5, seed=3)");
  CHECK(SpacedFormula("- x+ -3") == "-x + -3");
  CHECK(SpacedFormula("x - - 3") == "x - -3");
  CHECK(SpacedFormula("(x)-(y)") == "(x) - (y)");
  CHECK(SpacedFormula("x<0.4?a:b") == "x < 0.4 ? a : b");
  CHECK(SpacedFormula("x>=-1") == "x >= -1");
  CHECK(SpacedFormula("ramp(x,[[0,#fff],[1 , wheat]])") == "ramp(x, [[0, #fff], [1, wheat]])");
  CHECK(SpacedFormula("ref( 'my  rock' )*2") == "ref('my  rock')*2");
  CHECK(SpacedFormula("") == "");
  CHECK(SpacedFormula("x\t+\ny") == "x + y");
}

}  // namespace
}  // namespace cobble::test
