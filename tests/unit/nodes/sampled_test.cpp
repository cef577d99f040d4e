// Tests which sources and costs erosion, phasor and scatter refuse.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/program.h"
#include "program/program_impl.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

// --- Erosion ---

using test::CompileErrors;
using Errors = std::vector<std::string>;

TEST_CASE("the range of erosion has its lower number first") {
  CHECK(CompileErrors(R"({"type": "erosion", "source": 1, "range": [1, 0.5]})") ==
        Errors{"f:1:66: /noise/range: must have the lower number first; swap them: [0.5, 1]"});
}

// Its slope along z would need the source's second derivatives.
TEST_CASE("the source of erosion must not vary along z where samples do") {
  const std::string deep = R"({"type": "erosion", "source": {"type": "perlin", "dimensions": 3}})";
  CHECK(CompileErrors(deep).empty());
  CHECK(CompileErrors(deep, R"("domain": {"slice": 0.7}, )").empty());
  CHECK(CompileErrors(deep, R"("domain": {"rotate": [0, 0, 50]}, )").empty());
  CHECK(CompileErrors(deep, R"("domain": {"rotate": [20, 0, 0]}, )").size() == 1);
  CHECK(CompileErrors(deep, "", {.positions = CompileOptions::kPoints}).size() == 1);
  CHECK(
      CompileErrors(R"({"type": "warp", "by": [0, 0, {"type": "perlin"}], "source": )" + deep + "}")
          .size() == 1);
  CHECK(CompileErrors(R"({"type": "warp", "by": [{"type": "perlin"}], "source": )" + deep + "}")
            .empty());
  const std::string flat = R"({"type": "erosion", "source": {"type": "perlin"}})";
  CHECK(CompileErrors(flat, R"("domain": {"rotate": [20, 0, 0]}, )").empty());
  CHECK(CompileErrors(flat, "", {.positions = CompileOptions::kPoints}).empty());
  // Turned only about z.
  const std::string turned = R"({"type": "erosion", "source": {"type": "transform", "rotate": 30,
      "source": {"type": "perlin"}}})";
  CHECK(CompileErrors(turned, "", {.positions = CompileOptions::kPoints}).empty());
}

TEST_CASE("the source of erosion must have a slope") {
  const Errors errors = CompileErrors(
      R"({"type": "erosion", "source": {"type": "slope-of", "source": {"type": "perlin"}}})", "",
      {.slopes = false});
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find("but /noise needs the slope of its source") < errors[0].size());
}

// Samples of a large picture share their cells' points; a lone one has a hundred of its own.
TEST_CASE("the cost counts the kernels and the source at their points") {
  const auto evaluations = [](const std::string& source_members, int64_t size,
                              const CompileOptions& options = {}) {
    const std::string noise =
        R"({"type": "erosion", "source": {"type": "perlin")" + source_members + "}}";
    return test::CompileText(noise, "\"size\": " + std::to_string(size) + ", ", options)
        .cost()
        .evaluations;
  };
  const double one = evaluations("", 4096);
  CHECK(one > 9 * 5);
  CHECK(one < 9 * 5 + 10);
  // An octave of Perlin noise counts as four evaluations.
  const auto per_octave = [&](const CompileOptions& options = {}) {
    const double ten = evaluations(R"(, "octaves": 10)", 4096, options);
    return (ten - evaluations("", 4096, options)) / (9 * 4);
  };
  CHECK(per_octave() > 1);
  CHECK(per_octave() < 1.01);
  const double lone = per_octave({.positions = CompileOptions::kPoints});
  CHECK(lone > 100);
  CHECK(lone < 200);
}

TEST_CASE("the cost of erosion over erosion is limited") {
  std::string noise = R"({"type": "perlin"})";
  for (int depth = 0; depth < 5; ++depth) noise = R"({"type": "erosion", "source": )" + noise + "}";
  const Errors errors = CompileErrors(noise);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find("a sample takes more than 4194304 noise evaluations") < errors[0].size());
}

// --- Phasor ---

using Errors = std::vector<std::string>;

// Its slope along z would need the angle's, and kernels at each z their own directions.
TEST_CASE("the angle of phasor must not vary along z where samples do") {
  const auto phasor = [](const std::string& angle) {
    return R"({"type": "phasor", "angle": )" + angle + "}";
  };
  const std::string tilted = R"("domain": {"rotate": [20, 0, 0]}, )";
  const Errors refused{
      "f:1:58: /noise: its angle varies along z, which here varies between samples; use an angle "
      "of 2 dimensions"};
  // Also a noise without a slope.
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

// Samples of a large picture share their cells' points; a lone one has 9 per octave.
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
  // An octave of Perlin noise counts as four evaluations.
  const double shared = evaluations(angle) - evaluations("");
  CHECK(shared > 0);
  CHECK(shared < 0.01);
  CHECK(evaluations(three + angle, points) - evaluations(three, points) == 3 * 9 * 4);
}

// --- Scatter ---

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
