// Tests wrong fields of scatter, and pictures and costs that it does not allow.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/program.h"
#include "program/program_impl.h"
#include "unit/recipe/one_noise.h"

namespace cobble {
namespace {

using test::CompileErrors;

TEST_CASE("wrong fields of scatter are reported") { test::CheckRecipes(); }

using Errors = std::vector<std::string>;
constexpr const char* kTiling = R"("tiling": true, )";

const std::string kWhole =
    "/noise/frequency: a tiled picture needs a whole number of cells along every axis, got 3.5 x "
    "3.5; use \"extent\": [2,2] in \"domain\" (7 x 7 cells), or \"frequency\": 4 (4 x 4 cells)";

TEST_CASE("scatter tiles whole cells; its source need not tile") {
  CHECK(CompileErrors(R"({"type": "scatter", "frequency": 3.5, "source": 1})", kTiling) ==
        Errors{"f:1:73: " + kWhole});
  CHECK(CompileErrors(R"({"type": "scatter", "frequency": 3, "source": {"type": "transform",
      "rotate": 30, "source": {"type": "fractal", "lacunarity": 1.7, "source":
      {"type": "perlin", "frequency": 1.3}}}})",
                      kTiling)
            .empty());
}

TEST_CASE("faults of a scatter and of its source are reported together") {
  CHECK(CompileErrors(R"({"type": "scatter", "frequency": 3.5, "source":
      {"type": "log", "source": 0}})",
                      kTiling) ==
        Errors{"f:2:33: /noise/source/source: must be above 0, got 0", "f:1:73: " + kWhole});
}

const std::string kFar =
    "the picture reaches cells more than 2^40 cells from the origin, where fractional positions "
    "lose precision; lower ";

TEST_CASE("the frequency of a noise in a stamp is limited") {
  CHECK(CompileErrors(R"({"type": "scatter", "source": {"type": "perlin", "dimensions": 3,
            "frequency": 1e10}})",
                      R"("domain": {"translate": [1, 0]}, )") ==
        Errors{"f:2:26: /noise/source/frequency: " + kFar + R"("frequency")"});
  CHECK(CompileErrors(R"({"type": "scatter", "source": {"type": "transform",
      "translate": [1e12, 0], "source": {"type": "perlin"}}})") ==
        Errors{"f:2:20: /noise/source/translate: " + kFar + R"("translate")"});
}

// Up to 25 stamps around a sample, to the sixth power.
TEST_CASE("the cost of nested scatters is limited") {
  std::string noise = R"({"type": "perlin"})";
  for (int depth = 0; depth < 6; ++depth)
    noise = R"({"type": "scatter", "radius": 2, "density": 2, "source": )" + noise + "}";
  CHECK(
      CompileErrors(noise) ==
      Errors{"f:1:339: /noise/source/source/source/source/source/radius: a sample takes more than "
             "4194304 noise evaluations; lower \"radius\""});
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
