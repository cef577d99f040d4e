// Tests the meaning of the parts of formulas.
#include "recipe/formula/parts.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "recipe/formula/tables.h"

namespace cobble {
namespace {

constexpr std::string_view kNames[] = {"rock", "my-sand"};

// Returns "KIND TEXT[ in CALL][ of KEY]" for each part except operators and brackets.
std::string PartsOf(std::string_view formula, bool may_be_color = false) {
  std::string all;
  const FormulaParts split(formula, {kNames, may_be_color});
  for (const FormulaPart& part : split.parts()) {
    if (part.kind == FormulaPart::kOperator || part.kind == FormulaPart::kBracket) continue;
    all += std::string(all.empty() ? "" : "; ") + std::string(NameOf(part.kind)) + ' ' +
           std::string(formula.substr(part.begin, part.end - part.begin));
    if (part.call.is_known()) all += " in " + std::string(part.call.name());
    if (part.field != nullptr) all += " of " + std::string(part.field->key);
  }
  return all;
}

TEST_CASE("parts are what a formula says, each with its call and key") {
  CHECK(PartsOf("2*rock - x + pi") == "number 2; name rock; constant x; constant pi");
  CHECK(PartsOf("perlin") == "type perlin");
  CHECK(PartsOf("1 + perlin") == "number 1; unknown perlin");
  CHECK(PartsOf("voronoi(8, F2-F1, metric = manhattan)") ==
        "type voronoi; number 8 in voronoi of frequency; word F2-F1 in voronoi of function; "
        "key metric in voronoi of metric; word manhattan in voronoi of metric");
  CHECK(PartsOf("ridged(my-sand, octaves=3)") ==
        "function ridged; name my-sand in ridged of source; key octaves in ridged of octaves; "
        "number 3 in ridged of octaves");
  CHECK(PartsOf("max(1, rock, 3)") ==
        "type max; number 1 in max of a; name rock in max of b; number 3 in max of b");
  CHECK(PartsOf("lerp(rock, 1, x)") ==
        "function lerp; name rock in lerp; number 1 in lerp; constant x in lerp");
  CHECK(PartsOf("perlin(pattern='a b', wat=3)") ==
        "type perlin; key pattern in perlin of pattern; text 'a b' in perlin of pattern; "
        "key wat in perlin; number 3 in perlin");
  CHECK(PartsOf("ridged(rock, kind=fbm)") ==
        "function ridged; name rock in ridged of source; key kind in ridged; unknown fbm in "
        "ridged");
}

TEST_CASE("names of colours are colours where one may stand") {
  CHECK(PartsOf("teal") == "unknown teal");
  CHECK(PartsOf("Teal", true) == "color Teal");
  CHECK(PartsOf("(x > 0 ? teal : #abc)", true) == "constant x; number 0; color teal; color #abc");
  CHECK(PartsOf("blend(teal, rock, sine(teal))", true) ==
        "type blend; color teal in blend of base; name rock in blend of over; type sine in blend "
        "of by; unknown teal in sine of source");
  CHECK(PartsOf("ramp(rock, [[0, red], [red, 1]])") ==
        "type ramp; name rock in ramp of source; number 0 in ramp of stops; color red in ramp of "
        "stops; unknown red in ramp of stops; number 1 in ramp of stops");
}

TEST_CASE("text that is not a formula has parts, too") {
  CHECK(PartsOf("") == "");
  CHECK(PartsOf("wat(3, octaves=2") == "unknown wat; number 3; key octaves; number 2");
  CHECK(PartsOf(")]rock @ 2x") == "name rock; unknown @; number 2x");
  CHECK(PartsOf("perlin(4, 'abc") ==
        "type perlin; number 4 in perlin of frequency; text 'abc in perlin of octaves");
  CHECK(PartsOf("ä + rock") == "unknown ä; name rock");
  CHECK(PartsOf(std::string(30'000, '(')) == "");
  const std::string deep(1000, '(');
  CHECK(FormulaParts(deep, {}).parts().size() == 256);
}

TEST_CASE("the end of a formula takes what its place says") {
  const auto want = [](std::string_view formula, bool may_be_color = false) {
    return FormulaParts(formula, {kNames, may_be_color}).want();
  };
  CHECK(want("") == FormulaWant::kNode);
  CHECK(want("", true) == FormulaWant::kColorNode);
  CHECK(want("1 + (", true) == FormulaWant::kColorNode);
  CHECK(want("wat(", true) == FormulaWant::kNode);
  CHECK(want("perlin(") == FormulaWant::kNumber);
  CHECK(want("perlin(turbulence=") == FormulaWant::kWord);
  CHECK(want("perlin(aligned=") == FormulaWant::kWord);
  CHECK(want("perlin(pattern=") == FormulaWant::kText);
  CHECK(want("ramp(rock, [[0, ") == FormulaWant::kColor);
  CHECK(want("ramp(rock, [[0, red], [") == FormulaWant::kNumber);
  CHECK(want("warp(rock, [") == FormulaWant::kNode);
}

TEST_CASE("every type and every function has the places that its call shows") {
  for (const Callable& call : Callables()) {
    CAPTURE(std::string(call.name()));
    const std::string text = call.function ? CallText(*call.function) : CallText(*call.spec);
    std::size_t at = 0;
    for (const std::string_view place : call.Places()) {
      at = text.find(place, at);
      REQUIRE(at != text.npos);
      if (!call.function) CHECK(call.Find(place) != nullptr);
    }
  }
}

}  // namespace
}  // namespace cobble
