// Tests formulas composed of other formulas.
#include "recipe/formula/compose.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"

namespace cobble {
namespace {

std::string Composed(std::string_view op, std::initializer_list<const char*> parts) {
  return ComposedFormula(op, std::vector<std::string>(parts.begin(), parts.end()));
}

TEST_CASE("parts have brackets only where they would mean something else without") {
  CHECK(Composed("+", {"a", "b"}) == "a + b");
  CHECK(Composed("-", {"a - b", "c - d"}) == "a - b - (c - d)");
  CHECK(Composed("*", {"a + b", "c*d"}) == "(a + b) * (c*d)");
  CHECK(Composed("*", {"a*b", "-c"}) == "a*b * -c");
  CHECK(Composed("/", {"f(a + b)", "[1 - 2]"}) == "f(a + b) / [1 - 2]");
  CHECK(Composed("^", {"-a", "2"}) == "(-a) ^ 2");
  CHECK(Composed("^", {"a^2", "-2"}) == "(a^2) ^ -2");
  CHECK(Composed("^", {"my-rock", "b + 1"}) == "my-rock ^ (b + 1)");
  CHECK(Composed("-", {"a^2"}) == "-a^2");
  CHECK(Composed("-", {"a - b"}) == "-(a - b)");
  CHECK(Composed("-", {"-a"}) == "--a");
  CHECK(Composed("<", {"a + b", "c < d"}) == "a + b < (c < d)");
  CHECK(Composed("?", {"a < b", "c ? 1 : 2", "teal"}) == "a < b ? c ? 1 : 2 : teal");
  CHECK(Composed("?", {"a ? b : c", "1", "2"}) == "(a ? b : c) ? 1 : 2");
  CHECK(Composed("+", {"a ? b : c", "1e-3"}) == "(a ? b : c) + 1e-3");
  CHECK(Composed("*", {"f('(', a)", "x"}) == "f('(', a) * x");
}

TEST_CASE("text that is not a formula gets brackets, so that it ends where it ends") {
  CHECK(Composed("+", {"f(a", "b"}) == "(f(a) + b");
  CHECK(Composed("+", {"a) + (b", "c"}) == "(a) + (b) + c");
  CHECK(Composed("*", {"a, b", "c"}) == "(a, b) * c");
  CHECK(Composed("*", {"a = b", "c"}) == "(a = b) * c");
}

// Every operator below every other, on each side: the tree is as composed.
TEST_CASE("composed formulas expand to the composed nodes") {
  const auto node = [](const std::string& formula) {
    constexpr const char* kNodes =
        R"json({"p": "perlin(1)", "q": "perlin(2)", "r": "perlin(3)"})json";
    return WriteRecipe(ReadRecipe(
        std::string(R"({"cobble": 1, "nodes": )") + kNodes + R"(, "noise": ")" + formula + "\"}",
        "f"));
  };
  for (const std::string_view outer : {"+", "-", "*", "/", "%", "<", ">="})
    for (const std::string_view inner : {"+", "-", "*", "/", "%", "<", ">="}) {
      const std::string part = ComposedFormula(inner, std::vector<std::string>{"p", "q"});
      CAPTURE(part);
      CHECK(node(ComposedFormula(outer, std::vector<std::string>{part, "r"})) ==
            node("(" + part + ") " + std::string(outer) + " (r)"));
      CHECK(node(ComposedFormula(outer, std::vector<std::string>{"r", part})) ==
            node("(r) " + std::string(outer) + " (" + part + ")"));
      CHECK(node(ComposedFormula("^", std::vector<std::string>{part, "2"})) ==
            node("(" + part + ")^2"));
      CHECK(node(ComposedFormula("-", std::vector<std::string>{part})) == node("-(" + part + ")"));
    }
}

}  // namespace
}  // namespace cobble
