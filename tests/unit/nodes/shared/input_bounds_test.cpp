// Tests inputs with bounds: the errors of divide, modulo, exp and log, and the clamps they propose.
#include "nodes/shared/input_bounds.h"

#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/messages.h"

namespace cobble {
namespace {

void Compile(const std::string& before, const std::string& input, const std::string& after) {
  Program::Compile(ReadRecipe(R"({"cobble": 1, "noise": {)" + before + input + after + "}}", "f"));
}

std::string ErrorOf(const std::string& before, const std::string& input, const std::string& after) {
  try {
    Compile(before, input, after);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kRecipe);
    CHECK(error.issues().size() == 1);
    const std::string text = error.issues().front().Text();
    return text.substr(text.find('/'));  // the JSON pointer and the message
  }
  return "nothing is wrong";
}

const std::string kPerlin = R"({"type": "perlin"})", kHill = R"({"type": "hill"})";

std::string Times(double factor, const std::string& node) {
  return R"({"type": "multiply", "a": )" + std::to_string(factor) + R"(, "b": )" + node + "}";
}

struct Refused {
  std::string node;   // up to the input
  std::string input;  // which is refused
  std::string error;
  std::string clamp;  // proposed by the error
};

std::string Proposal(const Refused& refused) {
  return refused.clamp.empty() ? "" : refused.clamp + R"("source": ...} around the node)";
}

TEST_CASE("bounds that do not fit are reported at the input, with a clamp that fits") {
  const std::string divide = R"("type": "divide", "a": {"type": "value"}, "b": )",
                    modulo = R"("type": "modulo", "a": 3, "b": )",
                    log = R"("type": "log", "source": )", exp = R"("type": "exp", "source": )";
  const std::string above = "; to keep it above 0, put ", below = "; to keep it below 0, put ";
  for (const Refused& refused :
       {Refused{divide, kPerlin, "/noise/b: must not reach 0, got values from -1 to 1" + above,
                R"({"type": "clamp", "low": 0.01, "high": 1, )"},
        Refused{divide, kHill, "/noise/b: must not reach 0, got values from 0 to 1" + above,
                R"({"type": "clamp", "low": 0.01, "high": 1, )"},
        Refused{divide, Times(0.75, kHill),
                "/noise/b: must not reach 0, got values from 0 to 0.75" + above,
                R"({"type": "clamp", "low": 0.001, "high": 0.75, )"},
        Refused{divide, Times(-20, kHill),
                "/noise/b: must not reach 0, got values from -20 to 0" + below,
                R"({"type": "clamp", "low": -20, "high": -0.1, )"},
        Refused{
            divide, Times(1000, Times(1e12, kPerlin)),
            "/noise/b: must not reach 0, got values from -1000000000000000 to 1000000000000000" +
                above,
            R"({"type": "clamp", "low": 10000000000, "high": 1000000000000, )"},
        Refused{divide, "0", "/noise/b: must not be 0", ""},
        Refused{divide, "1e-40", "/noise/b: must have a magnitude of at least 1.2e-38, got 1e-40",
                ""},
        Refused{divide, "-1e-40", "/noise/b: must have a magnitude of at least 1.2e-38, got -1e-40",
                ""},
        Refused{divide, R"({"type": "clamp", "low": 1e-39, "high": 1, "source": )" + kHill + "}",
                "/noise/b: must have a magnitude of at least 1.2e-38, got values from 1e-39 to 1" +
                    above,
                R"({"type": "clamp", "low": 0.01, "high": 1, )"},
        Refused{modulo, kPerlin, "/noise/b: must not reach 0, got values from -1 to 1" + above,
                R"({"type": "clamp", "low": 0.01, "high": 1, )"},
        Refused{modulo, "0", "/noise/b: must not be 0", ""},
        Refused{log, kPerlin, "/noise/source: must be above 0, got values from -1 to 1" + above,
                R"({"type": "clamp", "low": 0.01, "high": 1, )"},
        Refused{log, kHill, "/noise/source: must be above 0, got values from 0 to 1" + above,
                R"({"type": "clamp", "low": 0.01, "high": 1, )"},
        Refused{log, Times(-2, kHill), "/noise/source: must be above 0, got values from -2 to 0",
                ""},
        Refused{log, "0", "/noise/source: must be above 0, got 0", ""},
        Refused{log, "1e-300", "/noise/source: must be at least 1.2e-38, got 1e-300", ""},
        Refused{log, R"({"type": "clamp", "low": 1e-39, "high": 1, "source": )" + kHill + "}",
                "/noise/source: must be at least 1.2e-38, got values from 1e-39 to 1" + above,
                R"({"type": "clamp", "low": 0.01, "high": 1, )"},
        Refused{log, "-3", "/noise/source: must be above 0, got -3", ""},
        Refused{exp, Times(90, kPerlin),
                "/noise/source: must be at most 69, got values from -90 to 90; to limit it, put ",
                R"({"type": "clamp", "low": -90, "high": 69, )"},
        Refused{exp, "80", "/noise/source: must be at most 69, got 80", ""},
        Refused{exp, "69.5", "/noise/source: must be at most 69, got 69.5", ""}}) {
    CAPTURE(refused.node);
    CAPTURE(refused.input);
    CHECK(ErrorOf(refused.node, refused.input, "") == refused.error + Proposal(refused));
    if (refused.clamp.empty()) continue;
    CHECK_NOTHROW(Compile(refused.node, refused.clamp + "\"source\": " + refused.input + "}", ""));
  }
}

std::string FormulaError(const std::string& formula) {
  const std::string nodes = R"-({"cobble": 1, "nodes": {"rock": "perlin(4)"}, "noise": ")-";
  try {
    Program::Compile(ReadRecipe(nodes + formula + "\"}", "f"));
  } catch (const Error& error) {
    return error.issues().front().Text();
  }
  return "nothing is wrong";
}

TEST_CASE("errors in formulas say what to write in the formula") {
  test::CheckAnswers(&FormulaError);
}

TEST_CASE("what the hints of formulas write is accepted") {
  for (const char* formula :
       {"1/max(rock, 0.01)", "1/(rock^2 + 0.01)", "1/min(-rock^2, -0.01)", "x % max(rock, 0.01)",
        "log(max(rock, 0.01))", "exp(min(100*rock, 69))", "1/max(rock^2, 0.01)",
        "1 - smoothstep(x, 0, 1)"})
    CHECK(FormulaError(formula) == "nothing is wrong");
}

TEST_CASE("inputs next to the limits are accepted, if the values stay below 1e30") {
  const auto error = [](const std::string& node) { return ErrorOf(node, "", ""); };
  CHECK(error(R"("type": "exp", "source": 69)") == "nothing is wrong");
  CHECK(error(R"("type": "exp", "source": -1e12)") == "nothing is wrong");
  CHECK(error(R"("type": "log", "source": 2e-38)") == "nothing is wrong");
  CHECK(error(R"("type": "divide", "a": 1, "b": 2e-30)") == "nothing is wrong");
  CHECK(error(R"("type": "divide", "a": 0, "b": 2e-38)") == "nothing is wrong");
  CHECK(error(R"("type": "modulo", "a": 1e12, "b": -2e-38)") == "nothing is wrong");
  CHECK(error(R"("type": "divide", "a": {"type": "perlin"},
                "b": {"type": "clamp", "source": {"type": "hill"}, "low": 1e-35, "high": 1})") ==
        "/noise: its values can reach 1e35; the maximum is 1e30");
}

}  // namespace
}  // namespace cobble
