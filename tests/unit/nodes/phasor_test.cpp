// Tests angles and costs that phasor does not allow.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/program.h"
#include "program/program_impl.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

using test::CompileErrors;
using Errors = std::vector<std::string>;

// Its slope along z would need that of the angle, and a kernel of each z its own direction.
TEST_CASE("the angle of phasor must not vary along z where samples do") {
  const auto phasor = [](const std::string& angle) {
    return R"({"type": "phasor", "angle": )" + angle + "}";
  };
  const std::string tilted = R"("domain": {"rotate": [20, 0, 0]}, )";
  const Errors refused{
      "f:1:58: /noise: its angle varies along z, which here varies between samples; use an angle "
      "of 2 dimensions"};
  // A noise without a slope, too.
  for (const char* type : {"perlin", "white"}) {
    const std::string deep = phasor(std::string(R"({"type": ")") + type + R"(", "dimensions": 3})");
    CHECK(CompileErrors(deep).empty());
    CHECK(CompileErrors(deep, R"("domain": {"slice": 0.7}, )").empty());
    CHECK(CompileErrors(deep, tilted) == refused);
    CHECK(CompileErrors(deep, "", {.positions = CompileOptions::kPoints}).size() == 1);
  }
  const std::string flat = phasor(R"({"type": "perlin"})");
  CHECK(CompileErrors(flat, tilted).empty());
  CHECK(CompileErrors(flat, "", {.positions = CompileOptions::kPoints}).empty());
  // Turned about x, a noise of two dimensions varies along z.
  CHECK(CompileErrors(
            phasor(R"({"type": "transform", "rotate": [30, 0, 0], "source": {"type": "perlin"}})"),
            tilted)
            .size() == 1);
}

// Samples of a large picture share the points of their cells; a lone one has 9 of each octave.
TEST_CASE("the cost counts the kernels and the angle at their points") {
  const auto evaluations = [](const std::string& members, const CompileOptions& options = {}) {
    return test::CompileText(R"({"type": "phasor")" + members + "}", "\"size\": 4096, ", options)
        .cost()
        .evaluations;
  };
  const CompileOptions points{.positions = CompileOptions::kPoints};
  const std::string angle = R"(, "angle": {"type": "perlin"})";
  const std::string three = R"(, "octaves": 3)";
  const double steps = evaluations("") - 9;
  CHECK(steps < 5);
  CHECK(evaluations(three + R"(, "angle": 20)") == steps + 3 * 9);
  // An octave of Perlin noise is four evaluations.
  const double shared = evaluations(angle) - evaluations("");
  CHECK(shared > 0);
  CHECK(shared < 0.01);
  CHECK(evaluations(three + angle, points) - evaluations(three, points) == 3 * 9 * 4);
}

}  // namespace
}  // namespace cobble
