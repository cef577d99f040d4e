// Tests what formulas of numbers are, and the limits on nodes.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/numbers.h"
#include "recipe/formula/formula.h"
#include "unit/recipe/formula/expansion.h"

namespace cobble::test {
namespace {

TEST_CASE("operators of numbers are those of IEEE, in double") {
  CHECK(Expanded("0.1 + 0.2") == "0.30000000000000004");
  CHECK(Expanded("1 - 0.9") == Shortest(1 - 0.9));
  CHECK(Expanded("1/3*3") == "1");
  CHECK(Expanded("1/10*3") == "0.30000000000000004");
  CHECK(Expanded("2/3/5") == Shortest(2.0 / 3 / 5));
  CHECK(Expanded("9 - 4 - 3") == "2");
  CHECK(Expanded("-7 % 3") == "2");
  CHECK(Expanded("7 % -3") == "-2");
  CHECK(Expanded("5.5 % 2") == "1.5");
  CHECK(Expanded("-0") == "0");
  CHECK(Expanded("0*-1") == "0");
  CHECK(Expanded("1e308*10/10") ==
        "6: the result is not a finite number; do not divide by 0, and keep numbers below 1e308");
  CHECK(Expanded("1/0") ==
        "2: the result is not a finite number; do not divide by 0, and keep numbers below 1e308");
  CHECK(Expanded("0/0") ==
        "2: the result is not a finite number; do not divide by 0, and keep numbers below 1e308");
  CHECK(Expanded("1 % 0") ==
        "3: the result is not a finite number; do not divide by 0, and keep numbers below 1e308");
}

TEST_CASE("powers of numbers are products and roots") {
  double product = 1;
  for (int i = 0; i < 64; ++i) product *= 1.1;
  CHECK(Expanded("1.1^64") == Shortest(product));
  CHECK(Expanded("1.1^-64") == Shortest(1 / product));
  CHECK(Expanded("2^0.5") == Shortest(std::sqrt(2.0)));
  CHECK(Expanded("sqrt(2)") == Shortest(std::sqrt(2.0)));
  CHECK(Expanded("0^0") == "1");
  CHECK(Expanded("(-2)^3") == "-8");
  CHECK(Expanded("-2^2") == "-4");
  CHECK(Expanded("2^-2^0") == "0.5");
  CHECK(Expanded("0^-1") ==
        "2: the result is not a finite number; do not divide by 0, and keep numbers below 1e308");
  CHECK(Expanded("10^65").starts_with("3: "));
  CHECK(Expanded("2^1.5").starts_with("2: "));
  CHECK(Expanded("(-1)^0.5") ==
        "5: a negative number has no square root; write its magnitude, abs(a)");
  CHECK(Expanded("10^64") == "1.0000000000000002e+64");
}

TEST_CASE("calls of numbers are numbers") {
  CHECK(Expanded("min(3, 1, 2)") == "1");
  CHECK(Expanded("max(3, 1, 2, 5, 4)") == "5");
  CHECK(Expanded("abs(-2)") == "2");
  CHECK(Expanded("floor(-2.5)") == "-3");
  CHECK(Expanded("clamp(5, 0, 1)") == "1");
  CHECK(Expanded("saturate(-3)") == "0");
  CHECK(Expanded("mix(2, 4, 0.25)") == "2.5");
  CHECK(Expanded("mix(2, 4, 3)") == "4");
  CHECK(Expanded("lerp(2, 4, -3)") == "2");
  CHECK(Expanded("pow(3, 2)") == "9");
  CHECK(Expanded("2 < 3 ? 10 : 20") == "10");
  CHECK(Expanded("(3 <= 3) + (3 < 3)*10 + (4 > 3)*100 + (3 >= 4)*1000") == "101");
  CHECK(Expanded("0 ? 1 : 0 ? 2 : 3") == "3");
}

TEST_CASE("what a node would refuse is not a number") {
  CHECK(Expanded("clamp(3, 1, 0) + x") ==
        R"({"type": "add", "a": {"type": "clamp", "source": 3, "low": 1, "high": 0}, )"
        R"("b": {"type": "coordinate", "axis": "x"}})");
  CHECK(Expanded("clamp(3, 1, 1)") == "1");
}

TEST_CASE("pow is the operator") {
  CHECK(Expanded("pow(perlin(4), 1)") == Expanded("perlin(4)^1"));
  CHECK(Expanded("pow(perlin(4), 1)").find("/nodes/here perlin 1") != std::string::npos);
}

TEST_CASE("a call's type is its name") {
  for (const char* const call : {"value(8, type=perlin)", "value(type=perlin)"})
    CHECK(Expanded(call).ends_with(
        ": unknown key \"type\"; the name before the bracket is the type"));
  CHECK(Expanded("value(8, type=perlin)").starts_with("10: "));
  CHECK(Expanded("fbm(x, type=perlin)").starts_with("8: unknown key \"type\""));
  CHECK(Expanded("value(8, ref=rock)") ==
        "10: unknown key \"ref\"; a name alone is a node of \"nodes\"");
}

TEST_CASE("what comes by key is a node") {
  CHECK(Expanded("abs(source=-2)") == R"({"type": "abs", "source": -2})");
  CHECK(Expanded("min(1, b=2)") == R"({"type": "min", "a": 1, "b": 2})");
  CHECK(Expanded("min(1, 2, x)") ==
        R"({"type": "min", "a": 1, "b": {"type": "coordinate", "axis": "x"}})");
}

TEST_CASE("min and max of many are nested to the left") {
  CHECK(
      Expanded("max(x, 1, 2)") ==
      R"({"type": "max", "a": {"type": "max", "a": {"type": "coordinate", "axis": "x"}, "b": 1}, )"
      R"("b": 2})");
  CHECK(Expanded("max(x, 1, 2, b=3)") == "14: \"b\" is given twice; remove one of them");
  CHECK(Expanded("max(x, a=3)") == "8: \"a\" is given twice; remove one of them");
}

TEST_CASE("formulas of a recipe make at most 10000 nodes") {
  // With 100 terms each, so that they are not deep.
  const std::string part = "(" + Repeated("x", 100, "+") + ")";
  const Expansion most = Expand("-(" + Repeated(part, 50, "+") + ")");
  CHECK(most.error == "");
  CHECK(most.nodes == kMaxFormulaNodes);
  const Expansion more = Expand("-(-(" + Repeated(part, 50, "+") + "))");
  CHECK(more.error.find("the formulas of the recipe expand to more than 10000 nodes; name a part "
                        "that repeats in \"nodes\"") != std::string::npos);
  CHECK(more.nodes == kMaxFormulaNodes + 1);
}

TEST_CASE("formulas make at most as many levels of nodes as a recipe may have") {
  // /nodes/here is inside two objects.
  CHECK(Expand(Repeated("x", 254, "+")).error == "");
  const Expansion deep = Expand(Repeated("x", 255, "+"));
  CHECK(deep.error ==
        "508: expands to more than 254 levels of nodes; put parts of a long sum in brackets, "
        "(a + b) + (c + d)");
  CHECK(Expand("(" + Repeated("x", 200, "+") + ") + (" + Repeated("x", 200, "+") + ")").error ==
        "");
  CHECK(Expand(Repeated("-", 253) + "x").error == "");
  CHECK(Expand(Repeated("-", 254) + "x").error.starts_with("1: expands to more than 254 levels"));
  CHECK(Expanded(Repeated("-", 300) + "1") == "1");
}

TEST_CASE("brackets and calls nest 64 deep") {
  const auto nested = [](int n) { return Repeated("(", n) + "1" + Repeated(")", n); };
  CHECK(Expanded(nested(64)) == "1");
  CHECK(Expanded(nested(65)) ==
        "65: nested deeper than 64 brackets and calls; name a part of it in \"nodes\"");
  CHECK(Expanded(Repeated("abs(", 64) + "-2" + Repeated(")", 64)) == "2");
  CHECK(
      Expanded(Repeated("abs(", 65) + "-2" + Repeated(")", 65)).starts_with("257: nested deeper"));
  CHECK(Expanded(Repeated("(1)", 1000, "+")) == "1000");
}

TEST_CASE("exponents and choices nest 256 deep") {
  CHECK(Expanded(Repeated("1", 257, "^")) == "1");
  CHECK(Expanded(Repeated("1", 258, "^")).starts_with("514: nested deeper than 256 levels"));
  CHECK(Expanded(Repeated("0 ? 1 : ", 256) + "2") == "2");
  CHECK(Expanded(Repeated("0 ? 1 : ", 257) + "2").find("nested deeper than 256 levels") !=
        std::string::npos);
}

}  // namespace
}  // namespace cobble::test
