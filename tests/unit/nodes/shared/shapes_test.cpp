// Tests wrong fields of shapes, and pictures that they do not tile.
#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/messages.h"
#include "unit/recipe/one_noise.h"

namespace cobble {
namespace {

using test::Text;

TEST_CASE("wrong fields of shapes are reported") { test::CheckRecipes(); }

// Returns the error of a tiled square picture, or nothing.
std::string TilingErrorOf(const std::string& noise) {
  try {
    Program::Compile(
        ReadRecipe(R"({"cobble": 1, "tiling": true, "noise": {"type": )" + noise + "}}", "f"));
  } catch (const Error& error) {
    REQUIRE(error.issues().size() == 1);
    return error.issues().front().Text();
  }
  return {};
}

TEST_CASE("shapes tile whole cells, as many as their pattern needs") {
  test::CheckMessages(TilingErrorOf);
}

}  // namespace
}  // namespace cobble
