// Tests sources and costs that erosion does not allow.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/program.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

using test::CompileErrors;
using Errors = std::vector<std::string>;

TEST_CASE("the range of erosion has its lower number first") {
  CHECK(CompileErrors(R"({"type": "erosion", "source": 1, "range": [1, 0.5]})") ==
        Errors{"f:1:66: /noise/range: must have the lower number first; swap them: [0.5, 1]"});
}

// Its slope along z would need the second derivatives of the source.
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
  // Turned about z alone.
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

// Samples of a large picture share the points of their cells; a lone one has a hundred of its own.
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
  // An octave of Perlin noise is four evaluations.
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

}  // namespace
}  // namespace cobble
