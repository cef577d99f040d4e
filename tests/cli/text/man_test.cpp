// Tests the man page.
#include <doctest/doctest.h>

#include <map>

#include "cli/exit_status.h"
#include "cli/line/command.h"
#include "cli/line/examples.h"
#include "support/harness.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

TEST_CASE("mandoc and groff find no fault in the man page") {
  const bool has_mandoc = HasProgram("mandoc"), has_groff = HasProgram("groff");
  if (!has_mandoc && !has_groff) return test::Skip("neither mandoc nor groff");
  const Folder folder;
  WriteFile("cobble.1", Out("man"));
  if (has_mandoc) {
    const Outcome outcome = RunShell("mandoc -T lint -W warning cobble.1");
    CHECK(outcome.status == 0);
    CHECK(outcome.out == "");
  }
  if (has_groff) {
    const Outcome outcome = RunShell("groff -ww -man -Tascii cobble.1 >/dev/null");
    CHECK(outcome.status == 0);
    CHECK(outcome.err == "");
  }
}

TEST_CASE("the man page has every command, flag, example and exit status, and no flag twice") {
  if (!HasProgram("mandoc")) return test::Skip("no mandoc");
  const Folder folder;
  WriteFile("cobble.1", Out("man"));
  const std::string page = RunShell("mandoc -T ascii -O width=1000 cobble.1 | col -b").out;
  const auto holds = [&](std::string_view part) { return page.find(part) != std::string::npos; };
  std::map<std::string, int> recipe_flags;
  for (const Command& command : Commands()) {
    CHECK_MESSAGE(holds("   cobble " + std::string(command.name)), command.name);
    const auto line = Declare(command);
    for (const FlagSpec* flag : line->Flags()) {
      CHECK_MESSAGE(holds("       " + AllNames(*flag)[0]), flag->name);
      if (flag->is_recipe) ++recipe_flags[AllNames(*flag)[0]];
    }
  }
  for (const auto& flag : recipe_flags) {
    const std::string& name = flag.first;
    CHECK_MESSAGE(flag.second >= 3, name);
    const std::string line = "\n       " + name;
    std::size_t count = 0;
    for (std::size_t at = 0; (at = page.find(line, at)) != std::string::npos; at += line.size())
      count += page.find_first_of(" ,\n", at + line.size()) == at + line.size();
    CHECK_MESSAGE(count == 1, name);
  }
  for (const Example& example : Examples()) CHECK_MESSAGE(holds(example.line), example.line);
  const std::string document = ReadAll(COBBLE_SOURCE_DIR "/src/cli/README.md");
  for (const ExitStatus& row : kExitStatuses) {
    CHECK_MESSAGE(holds(row.meaning), row.meaning);
    const std::string cells = "| " + std::to_string(row.status) + " | " + std::string(row.meaning);
    CHECK_MESSAGE(document.find("\n" + cells + " |\n") != std::string::npos, cells);
  }
  CHECK(holds("NO_COLOR"));
}

}  // namespace
}  // namespace cobble
