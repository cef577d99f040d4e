// Tests of the origins that errors name if they are found after reading.
#include "recipe/reading/origins.h"

#include <doctest/doctest.h>

namespace cobble {
namespace {

std::string TextOf(const Recipe& recipe, const std::string& pointer, ErrorKind kind) {
  const Error error = FaultAt(recipe, pointer, "is wrong", "do better");
  CHECK(error.kind() == kind);
  return error.what();
}

TEST_CASE("an error names where its value was written") {
  Recipe recipe;
  recipe.origins = {{"", {"f:1:1", false}},
                    {"/noise/octaves", {"f:7:14", false}},
                    {"/noise/a", {"f:8:2", false}},
                    {"/size", {"--size", true}},
                    {"/seed", {"--set seed", true, "/seed"}},
                    {"/noise/b", {"--set noise.b", true, "/noise/b"}},
                    {"/noise/b/octaves", {"--set noise.b", true, "/noise/b"}}};
  const std::string end = ": is wrong; do better";
  CHECK(TextOf(recipe, "/noise/octaves", ErrorKind::kRecipe) == "f:7:14: /noise/octaves" + end);
  CHECK(TextOf(recipe, "/noise/a/x/y", ErrorKind::kRecipe) == "f:8:2: /noise/a/x/y" + end);
  CHECK(TextOf(recipe, "/tiling", ErrorKind::kRecipe) == "f:1:1: /tiling" + end);
  CHECK(TextOf(recipe, "/size", ErrorKind::kUsage) == "--size" + end);
  CHECK(TextOf(recipe, "/size/0", ErrorKind::kUsage) == "--size: /size/0" + end);
  CHECK(TextOf(recipe, "/seed", ErrorKind::kUsage) == "--set seed" + end);
  CHECK(TextOf(recipe, "/noise/b/octaves", ErrorKind::kUsage) ==
        "--set noise.b: /noise/b/octaves" + end);
}

TEST_CASE("an error in a default names no location") {
  Recipe recipe;
  CHECK(TextOf(recipe, "/size", ErrorKind::kRecipe) == "/size: is wrong; do better");
  recipe.origins = {{"/seed", {"--seed", true}}};  // flags only
  CHECK(TextOf(recipe, "/size", ErrorKind::kUsage) == "/size: is wrong; do better");
}

}  // namespace
}  // namespace cobble
