// Tests behaviour that only a real process shows: descriptors, terminals, pipes.
#include <doctest/doctest.h>

#include <filesystem>

#include "support/harness.h"
#include "support/process.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

TEST_CASE("the program's status and streams equal those of Run") {
  Folder folder;
  WriteFile("good.json", kGoodRecipe);
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
  Folder folder;
  WriteFile("good.json", kGoodRecipe);
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
  Folder folder;
  WriteFile("good.json", kGoodRecipe);
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
  Folder folder;
  WriteFile("good.json", kGoodRecipe);
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
  Folder folder;
  WriteFile("good.json", kGoodRecipe);
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
  Folder folder;
  WriteFile("good.json", kGoodRecipe);
  CHECK(RunShell("cobble render - -o good.json --format r8 <good.json").status == 2);
  CHECK(RunShell("cobble render good.json -o - -o a.png --format png >a.png").status == 2);
  CHECK(RunShell("cobble render good.json -o - -o /dev/stdout --format png | cat >b").status == 0);
  CHECK(ReadAll("b") == "");  // the run is rejected; the shell's status is that of cat
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
  Folder folder;
  WriteFile("good.json", kGoodRecipe);
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

TEST_CASE("an endless recipe is rejected") {
  if (test::Lacks(test::kShell)) return;
  CHECK(RunShell("yes '    ' | cobble check -").status == 3);
  CHECK(RunShell("cobble check /dev/zero").status == 3);
}

}  // namespace
}  // namespace cobble
