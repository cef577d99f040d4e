// Tests of the blanks of formulas.
#include <doctest/doctest.h>

#include <string>

#include "recipe/writing/shorten.h"

namespace cobble::test {
namespace {

TEST_CASE("formulas get the usual blanks") {
  CHECK(SpacedFormula("rock+moss-1") == "rock + moss-1");  // a name with a hyphen
  CHECK(SpacedFormula(" rock  +  moss ") == "rock + moss");
  CHECK(SpacedFormula("2*x") == "2*x");
  CHECK(SpacedFormula("2 *x/ 3") == "2 * x / 3");
  CHECK(SpacedFormula("a ^2") == "a ^ 2");
  CHECK(SpacedFormula("perlin( 8,5 ,seed = 3 )") == "perlin(8, 5, seed=3)");
  CHECK(SpacedFormula("- x+ -3") == "-x + -3");
  CHECK(SpacedFormula("x - - 3") == "x - -3");
  CHECK(SpacedFormula("(x)-(y)") == "(x) - (y)");
  CHECK(SpacedFormula("x<0.4?a:b") == "x < 0.4 ? a : b");
  CHECK(SpacedFormula("x>=-1") == "x >= -1");
  CHECK(SpacedFormula("ramp(x,[[0,#fff],[1 , wheat]])") == "ramp(x, [[0, #fff], [1, wheat]])");
  CHECK(SpacedFormula("ref( 'my  rock' )*2") == "ref('my  rock')*2");
  CHECK(SpacedFormula("") == "");
  CHECK(SpacedFormula("x\t+\ny") == "x + y");
}

}  // namespace
}  // namespace cobble::test
