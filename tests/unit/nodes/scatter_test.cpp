// Tests the cost of scatter.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/program.h"
#include "program/program_impl.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

using test::CompileErrors;

// Up to 25 stamps around a sample, to the sixth power.
TEST_CASE("the cost of nested scatters is limited") {
  std::string noise = R"({"type": "perlin"})";
  for (int depth = 0; depth < 6; ++depth)
    noise = R"({"type": "scatter", "radius": 2, "density": 2, "source": )" + noise + "}";
  const auto errors = CompileErrors(noise);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find("/noise/source/source/source/source/source/radius: a sample takes more") !=
        std::string::npos);
}

TEST_CASE("the cost counts the source once for each stamp at a sample") {
  const auto evaluations = [](const std::string& members) {
    return test::CompileText(R"({"type": "scatter",
        "source": {"type": "perlin", "octaves": 32}, )" +
                             members + "}")
        .cost()
        .evaluations;
  };
  const double half = evaluations(R"("radius": 0.5)"), whole = evaluations(R"("radius": 1)");
  CHECK(half > 0.785 * 128);
  CHECK(half < 0.785 * 128 + 8);
  CHECK(whole > 3.14 * 128);
  CHECK(whole < 3.14 * 128 + 12);
}

}  // namespace
}  // namespace cobble
