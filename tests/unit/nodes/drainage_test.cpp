// Tests what drainage refuses, that its simulation stops and is limited, and which pictures share
// it.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/program.h"
#include "core/interrupt.h"
#include "jobs/scale_warnings.h"
#include "support/recipe_rows.h"

namespace cobble {
namespace {

using test::CompileErrors;
using test::CompileText;
using test::QuestionsOf;
using Errors = std::vector<std::string>;

std::string Land(const std::string& members, const std::string& source = R"({"type": "perlin"})") {
  return R"({"type": "drainage", "source": )" + source + members + "}";
}

TEST_CASE("the resolution of drainage is a power of two") {
  CHECK(CompileErrors(Land(R"(, "resolution": 100)")) ==
        Errors{"f:1:89: /noise/resolution: must be a power of two, from 32 to 4096, got 100; use "
               "128"});
}

TEST_CASE("simulations are limited before they run") {
  const std::string land = Land(R"(, "resolution": 4096)");
  const Errors memory = CompileErrors(land, "", {.max_memory = uint64_t{1} << 30});
  REQUIRE(memory.size() == 1);
  CHECK(memory[0].find("/noise/resolution: its simulation needs") != std::string::npos);
  const Errors cost = CompileErrors(land, "", {.max_cost = 1e6, .max_memory = uint64_t{1} << 40});
  REQUIRE(cost.size() == 1);
  CHECK(cost[0].find("exceed the limit of 1e+06") != std::string::npos);
  // Two lands, of which one alone would be within the limit.
  const std::string both = R"({"type": "add", "a": )" + Land(R"(, "resolution": 64)") +
                           R"(, "b": )" + Land(R"(, "resolution": 64, "strength": 2)") + "}";
  const double of_both = CompileText(both).cost().simulation;
  CHECK(CompileErrors(both, "", {.max_cost = of_both}).empty());
  CHECK(CompileErrors(both, "", {.max_cost = of_both * 0.9}).size() == 1);
}

TEST_CASE("errors behind a simulation are found before it runs") {
  const Errors errors =
      CompileErrors(R"({"type": "add", "a": )" + Land("") + R"(, "b": {"ref": "none"}})");
  CHECK(errors.size() == 1);
}

TEST_CASE("a simulation stops when asked, and runs again") {
  const std::string land = Land(R"(, "strength": 3.21, "resolution": 64)");
  int count = 0;
  {
    const InterruptScope scope([&] { return ++count > 100; });
    CHECK_THROWS_AS(CompileText(land), Interrupted);
  }
  CHECK(QuestionsOf(land) > 100);
}

TEST_CASE("a land is solved once for outputs, sizes, views and equal sources") {
  const std::string keys = R"(, "strength": 5.43, "resolution": 64)";
  const int solved = QuestionsOf(Land(keys));
  CHECK(QuestionsOf(Land(keys)) < solved / 2);
  CHECK(QuestionsOf(Land(keys), R"("size": 77, "domain": {"scale": 2}, )") < solved / 2);
  CHECK(QuestionsOf(Land(keys + R"(, "output": "flow")")) < solved / 2);
  CHECK(QuestionsOf(Land(keys, R"({"type": "perlin", "frequency": 4})")) < solved / 2);
  CHECK(QuestionsOf(Land(keys, R"({"type": "perlin", "frequency": 5})")) > solved / 2);
  CHECK(QuestionsOf(Land(keys), "\"seed\": 5, ") > solved / 2);
}

// Returns what a program warns of.
std::vector<std::string> WarningsOf(const std::string& noise, const std::string& members) {
  std::vector<std::string> texts;
  for (const Issue& each : FineWarnings(CompileText(noise, members)))
    texts.push_back(each.pointer + ": " + each.message.Text() + "; " + each.hint.Text());
  return texts;
}

TEST_CASE("land without rivers is worth a warning") {
  const std::string keys = R"(, "resolution": 32)";
  CHECK(WarningsOf(Land(keys), "").empty());
  CHECK(WarningsOf(Land(keys), R"("domain": {"translate": [0.25, 0]}, )") ==
        Errors{"/noise/width: the picture also shows land outside the square of 1, where rivers "
               "do not flow; use a width of at least 1.5"});
  CHECK(WarningsOf(Land(keys + R"(, "width": 1.5)"), R"("domain": {"translate": [0.25, 0]}, )")
            .empty());
  CHECK(WarningsOf(Land(keys + R"(, "sea": 2)"), "").size() == 1);
}

TEST_CASE("calls in one formula show one land, which is solved once and costs once") {
  const std::string nodes = R"json("nodes": {"s": "perlin(3)"}, )json";
  const auto call = [](const std::string& keys) {
    return "drainage(s, resolution=64, strength=" + keys + ")";
  };
  const std::string alone = '"' + call("6.1") + '"';
  const std::string both = '"' + call("6.2") + " + " + call("6.2, output=water") + '"';
  CHECK(QuestionsOf(both, nodes) < QuestionsOf(alone, nodes) * 3 / 2);
  CHECK(CompileText(both, nodes).cost().simulation == CompileText(alone, nodes).cost().simulation);
}

TEST_CASE("the sea covers level land, too") {
  CHECK(CompileText(Land(R"(, "sea": 5, "output": "water")", "3")).high() == 2);
  CHECK(CompileText(Land(R"(, "sea": 2, "output": "water")", "3")).high() == 0);
  CHECK(CompileText(Land(R"(, "sea": 5, "output": "distance")", "3")).high() == 0);
  CHECK(CompileText(Land(R"(, "output": "distance")", "3")).high() == 0.25);
}

TEST_CASE("a level source stays level") {
  const Program program = CompileText(Land(R"(, "resolution": 64)", "0.25"));
  CHECK(program.low() == 0.25);
  CHECK(program.high() == 0.25);
  CHECK(CompileText(Land(R"(, "resolution": 64, "output": "flow")", "0.25")).high() == 0);
}

}  // namespace
}  // namespace cobble
