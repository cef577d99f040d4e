// Tests brief recipes: what they leave out, and that they read back.
#include <doctest/doctest.h>

#include <string>

#include "cobble/recipe_io.h"
#include "recipe/writing/brief.h"

namespace cobble::test {
namespace {

// Returns the brief text. Checks that it reads as the same recipe and is formatted.
std::string Brief(const std::string& text) {
  const Recipe recipe = ReadRecipe(text, "f");
  std::string brief = WriteBriefRecipe(recipe);
  CAPTURE(brief);
  CHECK(ReadRecipe(brief, "brief") == recipe);
  CHECK(FormatRecipe(brief, "brief") == brief);
  return brief;
}

TEST_CASE("defaults are left out, but not those before a later place") {
  CHECK(Brief(R"({"cobble": 1, "seed": 0, "size": 1024, "noise": {"type": "perlin"}})") ==
        "{\n  \"cobble\": 1,\n  \"noise\": \"perlin\"\n}\n");
  CHECK(Brief(R"({"cobble": 1, "seed": 3, "noise": {"type": "perlin", "octaves": 7}})") ==
        "{\n  \"cobble\": 1,\n  \"seed\": 3,\n  \"noise\": \"perlin(4, 7)\"\n}\n");
}

TEST_CASE("a type with the name of a colour has brackets where a colour may stand") {
  CHECK(
      Brief(R"-({"cobble": 1, "noise": "a", "nodes": {"a": "white()"}, "maps": {"b": "white()"}})-")
          .find("\"white\"") == std::string::npos);
}

TEST_CASE("a list that is a default does not fill a place") {
  CHECK(Brief(R"-({"cobble": 1, "noise": "transform(x, scale=[5, 1, 1])"})-") ==
        "{\n  \"cobble\": 1,\n  \"noise\": \"transform(x, scale=[5, 1, 1])\"\n}\n");
}

TEST_CASE("formulas come back as they were written") {
  const std::string text = R"-({
  "cobble": 1,
  "size": [64, 64],
  "tiling": true,
  "nodes": {
    "rock": "ridged(simplex(2), 6)",
    "moss": "perlin(2, 5) - 0.35*perlin(48, 2) + rock",
    "cover": "smoothstep(moss - rock, -0.05, 0.06)",
    "sharp": "hill(8, 20)"
  },
  "noise": "smooth-max(rock, moss, 0.2)",
  "maps": {
    "color": "blend(ramp(rock, [[0, #332b22], [1, #f5deb3]]), #53682f, cover)",
    "metallic": 0
  }
}
)-";
  CHECK(Brief(text) == text);
}

TEST_CASE("nodes stand below those that they use") {
  CHECK(Brief(R"({"cobble": 1, "noise": "a", "nodes": {
    "a": {"type": "add", "a": {"ref": "c"}, "b": {"ref": "b"}}, "b": {"ref": "c"},
    "c": {"type": "perlin"}, "d": 8, "e": {"type": "color", "value": "red"}}})") == R"({
  "cobble": 1,
  "nodes": {
    "c": "perlin",
    "b": "c",
    "a": "c + b",
    "d": 8,
    "e": "#ff0000"
  },
  "noise": "a"
}
)");
}

TEST_CASE("a noise whose seed follows from its path keeps it") {
  CHECK(Brief(R"({"cobble": 1, "noise": {"type": "abs", "source": {"type": "perlin"}}})") ==
        "{\n  \"cobble\": 1,\n  \"noise\": {\"type\": \"abs\", \"source\": \"perlin\"}\n}\n");
}

// A node with an object inside, which formulas cannot have.
constexpr const char* kWeibull = R"("distribution": {"type": "weibull", "alpha": 2, "beta": 1})";

std::string WeibullRecipe() {
  return std::string(R"({"cobble": 1, "noise": {"type": "hill", )") + kWeibull + "}}";
}

TEST_CASE("an object inside a node is written briefly, too") {
  CHECK(Brief(WeibullRecipe()).find(kWeibull) != std::string::npos);
  CHECK(Brief(R"({"cobble": 1, "noise": {"type": "hill"}})") ==
        "{\n  \"cobble\": 1,\n  \"noise\": \"hill\"\n}\n");
}

TEST_CASE("the nodes of a tree have formulas for people to read") {
  const Json tree = BriefTree(
      ReadRecipe(R"-({"cobble": 1, "noise": "warp(perlin(8) + 1, [perlin(3), 0.5])"})-", "f"));
  CHECK(ReadableFormulaAt(tree, "/noise") == "warp(perlin(8) + 1, [perlin(3), 0.5])");
  CHECK(ReadableFormulaAt(tree, "/noise/source/a") == "perlin(8)");
  CHECK(ReadableFormulaAt(tree, "/noise/by/1") == "0.5");
  CHECK(ReadableFormulaAt(tree, "/noise/by/2") == "");
  CHECK(ReadableFormulaAt(tree, "/nodes/rock") == "");
  const Json hill = BriefTree(ReadRecipe(WeibullRecipe(), "f"));
  CHECK(ReadableFormulaAt(hill, "/noise") == "hill(distribution=...)");
}

}  // namespace
}  // namespace cobble::test
