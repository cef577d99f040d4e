// Tests blend's keys for the mode height, and colours that are too bright.
#include <doctest/doctest.h>

#include <string>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

std::string BlendText(const std::string& type, const std::string& keys) {
  return R"({"cobble": 1, "noise": {"type": "perlin"}, "maps": {"m": {"type": ")" + type +
         R"(", )" + keys + "}}}";
}

TEST_CASE("the mode height requires its keys, and other modes refuse them") {
  test::CheckRecipes();
}

TEST_CASE("a blend is written with exactly the keys of its mode") {
  const auto line = [](const std::string& keys) {
    return WriteRecipeLine(ReadRecipe(BlendText("blend", R"("base": 0, "over": 1, )" + keys), "f"));
  };
  CHECK(line(R"("x-": 0)")
            .find(R"({"type": "blend", "base": 0, "over": 1, "by": 1, "mode": "normal"})") !=
        std::string::npos);
  CHECK(line(R"("mode": "height", "width": 2, "over-height": 0.5, "base-height": 0)")
            .find(R"("by": 1, "mode": "height", "base-height": 0, "over-height": 0.5, )"
                  R"("width": 2})") != std::string::npos);
}

TEST_CASE("colours that are too bright to compute are refused") {
  const Recipe recipe = ReadRecipe(
      BlendText("adjust", R"("source": 1e12, "brightness": 1e12, "contrast": 1e12)"), "f");
  CompileOptions options;
  options.maps = {"m"};
  CHECK_THROWS_WITH(Program::Compile(recipe, options),
                    doctest::Contains("/maps/m: its values can reach"));
}

}  // namespace
}  // namespace cobble
