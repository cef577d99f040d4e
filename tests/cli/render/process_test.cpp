// Tests behaviour that only a real process shows: descriptors, terminals, pipes, the progress bar.
#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "cli/terminal/progress.h"
#include "cli/terminal/style.h"
#include "support/harness.h"
#include "support/process.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

TEST_CASE("the program's status and streams equal those of Run") {
  GoodFolder folder;
  for (const std::string line :
       {"show good.json", "render good.json", "list maps", "info good.json",
        "render nofile -o a.png", "", "check good.json"}) {
    CAPTURE(line);
    const Outcome here = RunLine(line), there = RunCommands("cobble " + line);
    CHECK(here.status == there.status);
    CHECK(here.out == there.out);
    CHECK(here.err == there.err);
  }
}

TEST_CASE("an input file that is also standard output is rejected") {
  if (test::Lacks(test::kShell)) return;
  GoodFolder folder;
  WriteFile("points", "1,2\n");
  for (const std::string line :
       {"show good.json >>good.json", "render good.json -o a.r8 --checksum >>good.json",
        "check good.json >>good.json", "sample good.json --points points >>points"}) {
    CAPTURE(line);
    const Outcome outcome = RunShell("cobble " + line);
    CHECK(outcome.status == 2);
    CHECK(outcome.err.ends_with(": is also standard output\n"));
  }
  CHECK(ReadAll("good.json") == kGoodRecipe);
  CHECK(ReadAll("points") == "1,2\n");
}

TEST_CASE("a report that cannot be written keeps the old picture") {
  if (test::Lacks(test::kDevices)) return;
  Folder folder;
  WriteFile("a.png", "old");
  const Outcome outcome = RunLine("render --noise value --size 8 -o a.png --report /dev/full");
  CHECK(outcome.status == 5);
  CHECK(ReadAll("a.png") == "old");
}

TEST_CASE("closed standard streams do not damage pictures") {
  if (test::Lacks(test::kShell)) return;
  GoodFolder folder;
  REQUIRE(RunShell("cobble render good.json -o a.png").status == 0);
  CHECK(RunShell("cobble render good.json -o b.png <&- >&- 2>&-").status == 0);
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
  CHECK(RunShell("cobble render good.json -o c.png --checksum >&-").status == 5);
  CHECK(ReadAll("a.png") == ReadAll("c.png"));
  CHECK(RunShell("cobble list maps >&-").status == 5);
  CHECK(RunShell("cobble show - <&-").status == 5);
}

// The error passes as an exception through the C++ library's streams.
TEST_CASE("standard input that cannot be read is an error of each command that reads it") {
  GoodFolder folder;
  for (const std::string line : {"render - -o a.png", "check -", "show -", "info -", "stats -",
                                 "format -", "sheet - -o a.png", "batch -", "compare - -",
                                 "compare - good.json", "sample good.json --points -"}) {
    CAPTURE(line);
    const test::Ended ended = test::RunProcess(test::Cobble(line), {.has_input = false});
    const bool reads_twice = line == "compare - -";
    CHECK(ended.status == (reads_twice ? 2 : 5));
    CHECK(ended.out == "");
    CHECK(ended.err.starts_with(reads_twice ? "cobble: -: standard input can be read only once"
                                            : "cobble: -: cannot read: "));
  }
  CHECK(folder.Names() == Strings{"good.json"});
}

TEST_CASE("a picture written to standard output has exactly the bytes of the file") {
  if (test::Lacks(test::kShell)) return;
  GoodFolder folder;
  const Outcome outcome = RunShell(
      "cobble render good.json -o a.r16 -o a.png && cobble render good.json -o - --format png "
      "--checksum");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == ReadAll("a.png"));
  CHECK(outcome.err.ends_with("  -\n"));
  CHECK(outcome.err.size() == 20);
  for (const std::string where : {"", " | cat"}) {
    const Outcome named =
        RunShell("cobble render good.json -o /dev/stdout --format png --checksum" + where);
    CHECK(named.out == ReadAll("a.png"));
    CHECK(named.err.ends_with("  /dev/stdout\n"));
  }
  CHECK(RunShell("cobble render good.json -o - --format r16").out == ReadAll("a.r16"));
  CHECK(RunShell("cobble render good.json -o - --format r16 | cat").out == ReadAll("a.r16"));
  CHECK(RunShell("cobble render good.json -o /dev/stdout --format r16").out == ReadAll("a.r16"));
  CHECK(folder.Names() == std::vector<std::string>{"a.png", "a.r16", "a.r16.json", "good.json"});
}

TEST_CASE("standard streams can be files") {
  if (test::Lacks(test::kShell)) return;
  GoodFolder folder;
  CHECK(RunShell("cobble render - -o good.json --format r8 <good.json").status == 2);
  CHECK(RunShell("cobble render good.json -o - -o a.png --format png >a.png").status == 2);
  CHECK(RunShell("cobble render good.json -o - -o /dev/stdout --format png | cat >b").status == 0);
  CHECK(ReadAll("b") == "");  // the run is rejected; the shell's status is cat's
  CHECK(ReadAll("good.json") == kGoodRecipe);
  CHECK(RunShell("cat good.json | cobble render - -o - --format r8").out.size() == 1200);
}

TEST_CASE("progress is printed to a terminal, but pictures are not") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  const Outcome binary =
      RunOnTerminal(SplitWords("render --noise value --size 8 -o - --format png"));
  CHECK(binary.status == 2);
  CHECK(binary.out == "cobble: -o -: standard output is a terminal; write to a file or a pipe\r\n");

  for (const std::string path : {"/dev/stdout", "/dev/tty"}) {
    CAPTURE(path);
    const Outcome named =
        RunOnTerminal(SplitWords("render --noise value --size 8 --format png -o " + path));
    CHECK(named.status == 2);
    CHECK(named.out == "cobble: -o " + path + ": is a terminal; write to a file or a pipe\r\n");
  }

  const std::string line = "render --noise value --size 1500 -o a.r8";
  const Outcome shown = RunOnTerminal(SplitWords(line));
  CHECK(shown.status == 0);
  CHECK(shown.out.starts_with("\rcobble: render "));
  CHECK(shown.out.ends_with(" \r"));  // progress is erased at the end
  CHECK(RunOnTerminal(SplitWords(line + " --quiet")).out == "");
  CHECK(RunOnTerminal(SplitWords(line + " --progress never")).out == "");
}

TEST_CASE("a recipe can be read from a pipe and a picture written to a pipe") {
  if (test::Lacks(test::kShell)) return;
  GoodFolder folder;
  const Outcome outcome = RunShell(
      "mkfifo in out\n"
      "cat good.json >in &\n"
      "cat out >bytes &\n"
      "cobble render in -o out --format r8\n"
      "status=$?\nwait\nexit $status");
  CHECK(outcome.status == 0);
  CHECK(fs::file_size("bytes") == 1200);
  CHECK_FALSE(fs::exists("out.json"));
}

// --- Progress and colours ---

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
  CHECK_FALSE(Contains(RunShell("TERM=xterm NO_COLOR= cobble render --bit 8").err, "\x1b"));
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
