// Tests of the hints for texts that are not colours.
#include "recipe/hints/color_hint.h"

#include <doctest/doctest.h>

namespace cobble {
namespace {

TEST_CASE("a hint says what is wrong with a colour") {
  CHECK(ColorHint("#12345") == "write 3 or 6 digits after #, not 5");
  CHECK(ColorHint("#") == "write 3 or 6 digits after #, not 0");
  CHECK(ColorHint("#ff00ff80") == "write 3 or 6 digits after #, not 8; colours have no alpha");
  CHECK(ColorHint("#f0f8") == "write 3 or 6 digits after #, not 4; colours have no alpha");
  CHECK(ColorHint("#12g456") == "after #, only 0 to 9 and a to f are digits");
  CHECK(ColorHint("#\xFF") == "after #, only 0 to 9 and a to f are digits");
}

TEST_CASE("a hint says what to write instead") {
  CHECK(ColorHint("ff8800") == "write \"#ff8800\"");
  CHECK(ColorHint("F80") == "write \"#F80\"");
  CHECK(ColorHint("tael") == "did you mean \"teal\"?");
  CHECK(ColorHint("light blue") == "did you mean \"lightblue\"?");
  CHECK(ColorHint("Dark-Green") == "did you mean \"darkgreen\"?");
  for (const char* text : {"", "rgb(1, 2, 3)", "no such colour", "1,0,0"})
    CHECK(ColorHint(text) == R"(write "#rrggbb", "#rgb", a CSS name or [r, g, b])");
}

}  // namespace
}  // namespace cobble
