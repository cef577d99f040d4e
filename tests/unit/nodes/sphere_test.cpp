// Tests which nodes spheres refuse, and which need one.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/errors.h"
#include "support/messages.h"
#include "support/random/test_image.h"

namespace cobble {
namespace {

TEST_CASE("nodes fit their surface") {
  test::CheckIssues([](const std::string& text) -> std::vector<Issue> {
    return test::IssuesIn(
        [&] {
          Recipe recipe = ReadRecipe(text, "f");
          test::AttachTestImages(&recipe);
          Program::Compile(recipe);
        },
        ErrorKind::kRecipe);
  });
}

// The sphere has a radius of 1 / (2 pi).
TEST_CASE("coordinates of a sphere have its bounds, moved by the domain") {
  const auto bounds = [](const std::string& noise, const std::string& domain) {
    const Program program =
        Program::Compile(ReadRecipe(R"({"cobble": 1, "noise": ")" + noise +
                                        R"(", "domain": {"surface": "cube")" + domain + "}}",
                                    "f"));
    return std::vector<double>{program.low(), program.high()};
  };
  constexpr double kRadius = 0.15915494309189535;
  for (const char* axis : {"x", "y", "z"}) {
    CHECK(bounds(axis, "")[0] == doctest::Approx(-kRadius));
    CHECK(bounds(axis, R"(, "rotate": [30, 50, 20])")[1] == doctest::Approx(kRadius));
  }
  CHECK(bounds("x", R"(, "translate": [3, 0], "scale": 2)")[1] == doctest::Approx(3 + 2 * kRadius));
}

}  // namespace
}  // namespace cobble
