// Tests what quantile costs, that it stops when asked, and which pictures share a measurement.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/program.h"
#include "core/interrupt.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

using test::CompileErrors;
using test::CompileText;
using test::QuestionsOf;

TEST_CASE("a measurement is limited before it runs, and counts once") {
  const std::string one = R"json("quantile(perlin(3))")json";
  const double cost = CompileText(one).cost().simulation;
  CHECK(cost > 1024 * 1024 * 40);
  CHECK(CompileErrors(one, "", {.max_cost = cost}).empty());
  CHECK(CompileErrors(one, "", {.max_cost = cost * 0.9}).size() == 1);
  CHECK(CompileErrors(one, "", {.max_memory = 4 << 20}).empty());
  CHECK(CompileErrors(one, "", {.max_memory = 1 << 20}).size() == 1);
  const std::string two = R"json("smoothstep(quantile(s), 0.3, 0.4) + quantile(s)")json";
  CHECK(CompileText(two, R"json("nodes": {"s": "perlin(3)"}, )json").cost().simulation == cost);
}

TEST_CASE("a measurement stops when asked, and runs again") {
  const std::string node = R"json("quantile(perlin(3.21), resolution=256)")json";
  int count = 0;
  {
    const InterruptScope scope([&] { return ++count > 8; });
    CHECK_THROWS_AS(CompileText(node), Interrupted);
  }
  CHECK(QuestionsOf(node) > 8);
}

TEST_CASE("views are measured once") {
  const std::string nodes = R"json("nodes": {"s": "perlin(5.43)"}, )json";
  const std::string node = R"json("quantile(s, resolution=256)")json";
  const int measured = QuestionsOf(node, nodes);
  CHECK(QuestionsOf(node, nodes) < measured / 2);
  CHECK(QuestionsOf(node, nodes + "\"seed\": 5, ") > measured / 2);
  CHECK(QuestionsOf(node, nodes + R"("domain": {"scale": 2}, )") > measured / 2);
}

TEST_CASE("calls within calls take no more nodes than a recipe may have") {
  std::string call = "perlin(3)";
  for (int k = 0; k < 20; ++k) call = "quantile(" + call + " + 0.1*x, resolution=32)";
  const std::vector<std::string> errors = CompileErrors('"' + call + '"');
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find("nodes") != std::string::npos);
}

}  // namespace
}  // namespace cobble
