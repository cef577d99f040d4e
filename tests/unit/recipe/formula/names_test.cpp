// Tests the names in formulas.
#include "recipe/formula/names.h"

#include <doctest/doctest.h>

#include <string>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "unit/recipe/formula/expansion.h"

namespace cobble::test {
namespace {

constexpr std::string_view kHere = R"({"ref": "here"})";

TEST_CASE("names of numbers and of formulas of numbers are numbers") {
  CHECK(Expanded("n", R"("n": 8)") == "8");
  CHECK(Expanded("perlin(n)*1", R"("n": 8)")
            .starts_with(
                R"({"type": "multiply", "a": {"type": "perlin", "frequency": 8, "pattern")"));
  CHECK(Expanded("a", R"("a": "b + 1", "b": "2*c", "c": "d", "d": 20)") == "41");
  CHECK(Expanded("z", R"-("z": "min(pi, 3) ? y : 0", "y": "-(2^3)")-") == "-8");
  CHECK(Expanded("a", R"-("a": "perlin(4)")-") == R"({"ref": "a"})");
  CHECK(Expanded("a", R"("a": "b + 1", "b": "x")") == R"({"ref": "a"})");
  CHECK(Expanded("a", R"("a": "b +", "b": 1)") == R"({"ref": "a"})");
  CHECK(Expanded("a", R"("a": {"type": "constant", "value": 2})") == R"({"ref": "a"})");
  CHECK(Expanded("a", R"("a": "red")") == R"({"ref": "a"})");
}

TEST_CASE("cycles of names end, and are not numbers") {
  CHECK(Expanded("a", R"("a": "a")") == R"({"ref": "a"})");
  CHECK(Expanded("a", R"("a": "a + 1")") == R"({"ref": "a"})");
  CHECK(Expanded("a", R"("a": "b", "b": "c", "c": "a")") == R"({"ref": "a"})");
  CHECK(Expanded("b", R"("a": "b", "b": "c", "c": "a", "d": 1)") == R"({"ref": "b"})");
  CHECK(Expanded("here", R"("here": "here*2")") == kHere);
}

TEST_CASE("a chain of names can be as long as a recipe") {
  std::string nodes = R"("n20000": 1)";
  for (int i = 0; i < 20000; ++i)
    nodes += ", \"n" + std::to_string(i) + "\": \"n" + std::to_string(i + 1) + " + 1\"";
  CHECK(Expanded("n0", nodes) == "20001");
}

TEST_CASE("thousands of names that are wrong are refused, and counted") {
  std::string text = R"({"cobble": 1, "noise": "x", "nodes": {)";
  for (int i = 0; i < 40000; ++i)
    text += (i == 0 ? "\"n" : ", \"n") + std::to_string(i) + "\": \"foo\"";
  try {
    ReadRecipe(text + "}}", "f");
    FAIL("nothing is wrong");
  } catch (const Error& error) {
    CHECK(error.issues().size() == 21);
    CHECK(error.issues().back().message.Text() == "39980 more errors");
  }
}

TEST_CASE("nodes come before coordinates, these before constants, these before colours") {
  CHECK(Expanded("x") == R"({"type": "coordinate", "axis": "x"})");
  CHECK(Expanded("x", R"("x": 3)") == "3");
  CHECK(Expanded("e", R"-("e": "perlin()")-") == R"({"ref": "e"})");
  CHECK(Expanded("pi") == "3.141592653589793");
  CHECK(Expanded("tau") == "6.283185307179586");
  CHECK(Expanded("e") == "2.718281828459045");
  CHECK(Expanded("tan") == R"("tan")");
  CHECK(Expanded("tan", R"-("tan": "perlin()")-") == R"({"ref": "tan"})");
  CHECK(Expanded("perlin", R"("perlin": 7)") == "7");
  CHECK(Expanded("perlin") == R"({"type": "perlin"})");
  CHECK(Expanded("perlin(7)", R"("perlin": 7)") == R"({"type": "perlin", "frequency": 7})");
}

TEST_CASE("ref takes names that the grammar does not") {
  CHECK(Expanded("ref('my rock') * 2", R"-("my rock": "perlin()")-") ==
        R"({"type": "multiply", "a": {"ref": "my rock"}, "b": 2})");
  CHECK(Expanded(R"(ref("a\"b"))") == R"({"ref": "a\"b"})");
  CHECK(Expanded("ref(rock)") == R"({"ref": "rock"})");
}

TEST_CASE("a noise inside a formula has the pattern of its place") {
  CHECK(Expanded("perlin(2)") == R"({"type": "perlin", "frequency": 2})");
  CHECK(Expanded("perlin(2) * perlin(3)") ==
        R"({"type": "multiply", "a": {"type": "perlin", "frequency": 2, )"
        R"("pattern": "/nodes/here perlin 1"}, "b": {"type": "perlin", "frequency": 3, )"
        R"("pattern": "/nodes/here perlin 2"}})");
  // Each type counts its own calls, with a seed or without.
  const std::string mixed =
      Expanded("simplex(1) + perlin(1, seed=4) + perlin(2) + perlin(3, pattern='a') + simplex(2)");
  for (const char* const pattern : {"simplex 1", "perlin 2", "simplex 2"})
    CHECK(mixed.find("\"/nodes/here " + std::string(pattern) + '"') != std::string::npos);
  for (const char* const pattern : {"perlin 1", "perlin 3"})
    CHECK(mixed.find("\"/nodes/here " + std::string(pattern) + '"') == std::string::npos);
  // Adding to the end of a formula changes none of its noises.
  const std::string before = Expanded("abs(perlin(2))");
  CHECK(Expanded("abs(perlin(2)) + perlin(3)").find(before) != std::string::npos);
}

}  // namespace
}  // namespace cobble::test
