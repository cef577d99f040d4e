// Tests of the replies of terminals, and of rows on the screen.
#include "cli/terminal/terminal.h"

#include <doctest/doctest.h>

#include "cli/terminal/status_block.h"

namespace cobble {
namespace {

TEST_CASE("the replies of a terminal say which graphics it has") {
  const auto is = [](std::string_view text, bool complete, bool kitty, bool sixel) {
    const TerminalReplies replies = ParseReplies(text);
    return replies.is_complete == complete && replies.has_kitty == kitty &&
           replies.has_sixel == sixel;
  };
  CHECK(is("", false, false, false));
  CHECK(is("\x1b[?62;4;22c", true, false, true));
  CHECK(is("\x1b[?62;22;4c", true, false, true));
  CHECK(is("\x1b[?1;2c", true, false, false));
  CHECK(is("\x1b[?4;6c", true, false, false));  // a VT132
  CHECK(is("\x1b[?62;14;44c", true, false, false));
  CHECK(is("\x1b[?62;4;22", false, false, false));
  CHECK(is("\x1b[?62;4;", false, false, false));
  CHECK(is("\x1b_Gi=31;OK\x1b\\", false, true, false));
  CHECK(is("\x1b_Gi=31;OK\x1b\\\x1b[?62c", true, true, false));
  CHECK(is("\x1b_Gi=31;ENOENT:no\x1b\\\x1b[?62;4c", true, false, true));
  CHECK(is("typed\x1b[?6c", true, false, false));
}

TEST_CASE("lines wrap at the width of the terminal") {
  CHECK(RowsOf("", 10) == 0);
  CHECK(RowsOf("a\n", 10) == 1);
  CHECK(RowsOf("\n", 10) == 1);
  CHECK(RowsOf("0123456789\n", 10) == 1);
  CHECK(RowsOf("0123456789a\nb\n", 10) == 3);
}

}  // namespace
}  // namespace cobble
