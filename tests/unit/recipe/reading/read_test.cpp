// Tests reading recipes: where their errors are, and what texts mean.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

using test::ErrorOf;

TEST_CASE("faults are reported at their key or value, with what is meant") { test::CheckRecipes(); }

// Returns nested sums, with `last` at that depth.
std::string Sums(int depth, const std::string& last) {
  std::string text = R"({"cobble": 1, "noise": )";
  for (int i = 2; i < depth; ++i) text += R"({"type": "add", "b": 1, "a": )";
  return text + last + std::string(static_cast<std::size_t>(depth) - 1, '}');
}

TEST_CASE("a deep recipe survives the round trip or is rejected") {
  // Anything written as an object or a list adds a level.
  const std::pair<int, const char*> deepest[] = {
      {257, "1"},
      {256, R"({"ref": "b"})"},
      {255, R"({"type": "hill"})"},
      {255, R"({"type": "transform", "source": 1, "scale": 2})"},
      {255, R"({"type": "remap", "source": 1})"},
      {254, R"({"type": "curve", "source": 1, "points": [[0, 1], [1, 1]]})"},
      {254, R"({"type": "warp", "source": 1, "by": {"ref": "b"}})"}};
  for (const auto& row : deepest) {
    const auto [depth, last] = row;
    CAPTURE(row.second);
    const Recipe recipe = ReadRecipe(Sums(depth, last), "f");
    CHECK(ReadRecipe(WriteRecipe(recipe), "g") == recipe);
    CHECK(ErrorOf(Sums(depth + 1, last)).find(": nested deeper than 256 levels") !=
          std::string::npos);
  }
}

TEST_CASE("errors beyond the limit are counted, not printed") {
  std::string text = R"({"cobble": 1, "noise": {"type": "perlin"})";
  for (int i = 0; i < 50000; ++i) text += ", \"k" + std::to_string(i) + "\": 0";
  const std::string error = ErrorOf(text + "}");
  CHECK(error.ends_with("\n49980 more errors"));
  CHECK(std::count(error.begin(), error.end(), '\n') == 20);
}

TEST_CASE("comments, x- keys, explicit defaults and the order of keys do not change a recipe") {
  const Recipe plain = ReadRecipe(R"({"cobble": 1, "noise": {"type": "perlin"}})", "f");
  for (const char* text :
       {"\xEF\xBB\xBF{\"cobble\": 1.0, \"noise\": {\"type\": \"perlin\"}}",
        R"({"cobble": 1, "x-a": {"x": [null]}, "noise": {"type": "perlin", "x-b": 1}})",
        R"(/* a */ {"cobble": 1, // b
            "noise": {"type": "perlin", "octaves": 1.0e0}} // c)",
        R"({"cobble": 1, "noise": {"type": "perlin"}, "domain": {"x-c": 1}, "normal": {}})",
        R"({"noise": {"frequency": 4, "type": "perlin"}, "size": 1024, "cobble": 1})"})
    CHECK_MESSAGE(ReadRecipe(text, "f") == plain, text);
}

TEST_CASE("every key of a recipe is read") {
  const Recipe recipe = ReadRecipe(R"({
    "cobble": 1, "$schema": "s", "description": "d", "size": [640, 480], "seed": 7, "tiling": true,
    "flip": true, "loop": true,
    "domain": {"translate": [1, 2, 3], "rotate": [0, 0, 45], "scale": -2, "slice": 0.25,
               "grid": "vertices"},
    "noise": {"type": "warp", "source": {"type": "value", "octaves": 3, "seed": 4294967295},
              "by": [0, {"type": "perlin", "dimensions": 3}], "amount": 0.5},
    "range": [1, -1], "normal": {"strength": 2, "y": "down"}})",
                                   "f");
  CHECK(recipe.schema == "s");
  CHECK(recipe.description == "d");
  CHECK(recipe.width == 640);
  CHECK(recipe.height == 480);
  CHECK(recipe.seed == 7);
  CHECK(recipe.tiling);
  CHECK(recipe.flip);
  CHECK(recipe.loop);
  CHECK(recipe.domain ==
        Domain{{1, 2, 3}, {0, 0, 45}, {-2, -2, -2}, {1, 479.0 / 639}, 0.25, Grid::kVertices});
  CHECK(recipe.noise.type == "warp");
  CHECK(recipe.noise.Number("amount") == 0.5);
  CHECK(recipe.noise.Input("source").type == "value");
  CHECK(recipe.noise.Input("source").Number("seed") == 4294967295.0);
  CHECK(recipe.noise.Input("source").Text("turbulence") == "none");
  REQUIRE(recipe.noise.Inputs("by").size() == 2);
  CHECK(recipe.noise.Inputs("by")[0] == Node::Constant(0));
  CHECK(recipe.noise.Inputs("by")[1].Number("dimensions") == 3);
  CHECK_FALSE(recipe.noise.Inputs("by")[1].Has("seed"));
  CHECK(recipe.range == Range{RangeMode::kFixed, 1, -1});
  CHECK(recipe.normal == Normal{2, NormalY::kDown});
}

TEST_CASE("reading a key that a node lacks is a bug") {
  const Node node = Node::Constant(1);
  CHECK_THROWS_AS((void)node.Number("octaves"), Error);
  CHECK_THROWS_AS((void)node.Text("value"), Error);
  CHECK_THROWS_AS((void)node.Inputs("a"), Error);
}

}  // namespace
}  // namespace cobble
