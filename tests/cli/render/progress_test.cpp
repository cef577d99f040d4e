// Tests the bar of progress, and the colours of messages, on a terminal.
#include "cli/terminal/progress.h"

#include <doctest/doctest.h>

#include <regex>
#include <sstream>

#include "cli/terminal/style.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

TEST_CASE("the bar shows the fraction, the rate and the time left") {
  const Progress half{"render", 0.5, 200e6, 10};
  CHECK(BarLine(half, 79) ==
        "cobble: render [#################------------------]  50 %  10 Mpx/s  0:10 left");
  CHECK(BarLine(half, 79).size() <= 79);
  CHECK(BarLine(half, 200) ==
        "cobble: render [####################--------------------]  50 %  10 Mpx/s  0:10 left");
  CHECK(BarLine(half, 50) == "cobble: render  50 %  10 Mpx/s  0:10 left");
  CHECK(BarLine(half, 40) == "cobble: render [########---------]  50 %");
  CHECK(BarLine(half, 30) == "cobble: render  50 %");
  CHECK(BarLine(half, 10) == "cobble: re");
  CHECK(BarLine({"render", 0, 1e6, 0}, 40) == "cobble: render [-----------------]   0 %");
  CHECK(BarLine({"render", 1, 1e6, 4}, 60) ==
        "cobble: render [###############] 100 %  0.2 Mpx/s  0:00 left");
  CHECK(BarLine({"range", 0.25, 0, 1200}, 60) ==
        "cobble: range [######------------------]  25 %  1:00:00 left");
  CHECK(BarLine({"render", 0.999, 1e6, 0.1}, 30) == "cobble: render  99 %");
}

TEST_CASE("a terminal shows a bar, at most ten times a second, and erases it") {
  if (test::Lacks(test::kTerminal)) return;
  const Folder folder;
  const Outcome shown = RunOnTerminal(SplitWords(
      "render --noise perlin --octaves 16 --size 3000 --range natural --threads 1 -o a.r8"));
  CHECK(shown.status == 0);
  CHECK(std::regex_search(shown.out, std::regex("\rcobble: render \\[#*-*\\] +[0-9]+ %")));
  const std::size_t last = shown.out.rfind("\rcobble");
  REQUIRE(last != std::string::npos);
  CHECK(std::regex_match(shown.out.substr(last), std::regex("\rcobble: [^\r]*\r +\r")));
}

TEST_CASE("elsewhere, progress is printed as plain lines") {
  const Folder folder;
  const Outcome outcome =
      RunCommands("cobble render --noise perlin --size 64 -o a.png --progress always");
  CHECK(outcome.status == 0);
  CHECK(std::regex_match(outcome.err, std::regex("(cobble: render +[0-9]+ %\n)+")));
  CHECK(outcome.err.ends_with("cobble: render 100 %\n"));
}

TEST_CASE("only a terminal gets colours, unless NO_COLOR or TERM says otherwise") {
  if (test::Lacks(test::kShell)) return;
  const auto error = [](std::vector<std::string> environment) {
    return RunOnTerminal(SplitWords("render --bit 8"), environment).out;
  };
  const std::string plain = "cobble: --bit: unknown flag; did you mean \"--bits\"?\r\n";
  const std::string colored =
      "\x1b[1;31mcobble:\x1b[0m \x1b[1m--bit:\x1b[0m unknown flag; \x1b[36mdid you mean "
      "\"--bits\"?\x1b[0m\r\n";
  CHECK(error({"TERM=xterm", "NO_COLOR="}) == colored);
  CHECK(error({"TERM=xterm", "NO_COLOR=0"}) == plain);
  CHECK(error({"TERM=dumb", "NO_COLOR="}) == plain);
  CHECK(error({"TERM=", "NO_COLOR="}) == plain);
  CHECK(RunShell("TERM=xterm NO_COLOR= cobble render --bit 8").err.find('\x1b') ==
        std::string::npos);
  const std::string warning =
      RunOnTerminal(SplitWords("show --noise perlin --slice 1"), {"TERM=xterm", "NO_COLOR="}).out;
  CHECK(warning.starts_with(
      "\x1b[1;33mcobble: warning:\x1b[0m \x1b[1m--slice:\x1b[0m has no effect: "));
}

TEST_CASE("colours add nothing but escape sequences") {
  const Issue issues[] = {{"a.json:1:2", "must be 1", "write 1"},
                          {"", "no recipe", ""},
                          {"--x\x1b[31m", "un\nknown", ""}};
  for (const Issue& issue : issues) {
    const std::string plain = MessageLine(issue, Severity::kWarning, false);
    const std::string colored = MessageLine(issue, Severity::kWarning, true);
    CHECK(colored.starts_with("\x1b[1;33mcobble: warning:\x1b[0m "));
    CHECK(std::regex_replace(colored, std::regex("\x1b\\[[0-9;]*m"), "") == plain);
  }
  CHECK(MessageLine(issues[0], Severity::kError, false) ==
        "cobble: a.json:1:2: must be 1; write 1\n");
  std::ostringstream stream;
  CHECK_FALSE(UsesColor(stream));
}

}  // namespace
}  // namespace cobble
