// Tests that --help fits a screen, that its examples run, and that a wrong flag gives one line.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/failure.h"
#include "cli/line/command.h"
#include "cli/refusals.h"
#include "support/harness.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

TEST_CASE("the help of every command fits a screen") {
  std::vector<std::string> texts{Out("--help")};
  for (const Command& command : Commands()) texts.push_back(ShortHelp(*Declare(command)));
  for (const std::string& text : texts) {
    CAPTURE(text);
    const auto lines = SplitLines(text);
    CHECK(lines.size() <= kScreenLines);
    for (const std::string& line : lines) CHECK_MESSAGE(line.size() <= kScreenColumns, line);
    CHECK(Contains(text, "\nExamples:\n"));
  }
}

TEST_CASE("--help lists either all flags or where to find them, and --help all lists all") {
  for (const Command& command : Commands()) {
    const auto line = Declare(command);
    const std::string name(command.name), brief = Out(name + " --help"),
                                          full = Out(name + " --help all");
    CAPTURE(name);
    CHECK(brief == ShortHelp(*line));
    bool has_all = true;
    for (const FlagSpec* flag : line->Flags()) {
      const std::string first = "\n  " + AllNames(*flag)[0];
      CHECK_MESSAGE(Contains(full, first), flag->name);
      has_all = has_all && Contains(brief, first);
    }
    const std::string hint = "\nFor all " + std::to_string(line->Flags().size()) +
                             " flags: cobble " + name + " --help all\n";
    CHECK(brief.ends_with(hint) == !has_all);
  }
  CHECK(Contains(Out("render --help"), "\nFor all "));
  CHECK(Contains(Out("render --help"),
                 "\n  --set PATH=VALUE      set any key, as in --set noise.octaves=5\n"));
  CHECK_FALSE(Contains(Out("list --help"), "For all"));
  CHECK(Contains(Out("show --help"), "\n  --bounds "));  // few flags of its own: all are listed
}

TEST_CASE("--help is shorter than --help all, which is as wide as the terminal") {
  for (const Command& command : Commands()) {
    const auto line = Declare(command);
    CAPTURE(command.name);
    const std::string brief = ShortHelp(*line), full = FullHelp(*line, kMaxFullColumns);
    if (Contains(brief, "\nFor all ")) CHECK(SplitLines(brief).size() < SplitLines(full).size());
    CHECK(SplitLines(FullHelp(*line, 60)).size() >= SplitLines(full).size());
  }
  const std::string narrow =
      FullHelp(*Declare(*std::ranges::find(Commands(), "compare", &Command::name)), 60);
  for (const std::string& line : SplitLines(narrow.substr(narrow.find("\nOutput:"))))
    if (!line.starts_with("  cobble ")) CHECK_MESSAGE(line.size() <= 60, line);
}

TEST_CASE("the help of plan lists the flags of stores, and none that it refuses") {
  const std::string full = Out("plan --help all"), brief = Out("plan --help");
  for (const char* flag :
       {"--shards N", "--scheduler NAME", "--stage NAME", "--chunk N", "--levels N"})
    CHECK_MESSAGE((Contains(full, flag) && Contains(brief, flag)), flag);
  for (const char* flag : {"--window", "--vary", "--report", "--format", "--no-clobber"}) {
    CHECK_FALSE_MESSAGE(Contains(full, std::string("\n  ") + flag + ' '), flag);
    CHECK(Contains(Out("render --help all"), std::string("\n  ") + flag));
  }
  test::CheckFault(
      RunCobble({"plan", "--noise", "perlin", "-o", "a.zarr", "--window", "0,0,8,8", "--dry-run"}),
      2, "--window");
}

TEST_CASE("every command has examples, which run") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  WriteFile("points.csv", "x,y\n0,0\n0.25,0.5\n");
  WriteFile("jobs.txt", "--preset marble --size 32 -o job.png --quiet\n");
  std::filesystem::create_directory("recipes");
  WriteFile("recipes/good.json", kGoodRecipe);
  const std::string home =
      "HOME=$PWD\nmkdir -p .zfunc .config/fish/completions "
      ".local/share/bash-completion/completions\n";
  for (const Example& example : Examples()) {
    const std::string line(example.line);
    CAPTURE(line);
    CHECK(example.what.ends_with('.'));
    CHECK((example.command.empty() ||
           Contains(line, "cobble " + std::string(example.command) + ' ')));
    if (!example.runs) continue;
    const Outcome outcome = RunShell(home + line);
    CHECK(outcome.status == 0);
    // These report their results.
    const bool reports = example.command == "batch" || Contains(line, "cobble plan clouds.json") ||
                         Contains(line, "--recompute");
    if (!reports) CHECK(outcome.err == "");
  }
  for (const Command& command : Commands())
    CHECK_FALSE_MESSAGE(ExamplesOf(command.name).empty(), command.name);
}

// Checks that cobble refuses the arguments in one line that starts with the flag and gives a hint.
void CheckRefused(const std::vector<std::string>& args, const std::string& flag) {
  CAPTURE(args);
  const Outcome outcome = RunCobble(args);
  CHECK(outcome.status == 2);
  CHECK(outcome.out == "");
  CHECK_MESSAGE(outcome.err.starts_with("cobble: " + flag), outcome.err);
  CHECK_MESSAGE(SplitLines(outcome.err).size() == 1, outcome.err);
  CHECK_MESSAGE((Contains(outcome.err, "; ") || Contains(outcome.err, "must be ")), outcome.err);
}

// Appends a valid recipe to a recipe's flag: a recipe without a noise is another fault.
std::vector<std::string> WithRecipe(std::vector<std::string> args, const FlagSpec& flag) {
  if (flag.is_recipe) args.insert(args.end(), {"--noise", "perlin"});
  if (flag.name == "--world-width") args.insert(args.end(), {"--world-heights", "0,1"});
  if (flag.name == "--world-heights") args.insert(args.end(), {"--world-width", "1"});
  return args;
}

TEST_CASE("every flag without its value, or misspelt, gives one line that names it") {
  std::size_t flags = 0;
  for (const Command& command : Commands()) {
    const auto line = Declare(command);
    for (const FlagSpec* each : line->Flags()) {
      const FlagSpec& flag = *each;
      for (const std::string& name : AllNames(flag)) {
        ++flags;
        const std::string first(command.name);
        if (!flag.value.empty() && !flag.is_optional)
          CheckRefused({first, name}, name + ": needs a value; write ");
        // Other commands may lack something else. "--no-tiling=maybe" is refused as --tiling.
        const bool is_first = name != flag.negation;
        const bool is_tested = is_first && (!flag.is_recipe || first == "show");
        const std::string reason = name.size() > 2 ? ": must be true or false, got \"maybe\""
                                                   : ": takes no value; write " + name;
        if (flag.value.empty() && is_tested)
          CheckRefused(WithRecipe({first, name + "=maybe"}, flag),
                       (name.size() > 2 ? flag.name : name) + reason);
        if (name.size() > 2) CheckRefused({first, name + "qq"}, name + "qq: unknown flag; ");
      }
    }
  }
  CHECK(flags > 200);
}

TEST_CASE("a wrong value gives one line that names the flag") {
  std::size_t flags = 0;
  const auto line = Declare(Commands()[0]);
  for (const FlagSpec* each : line->Flags()) {
    const FlagSpec& flag = *each;
    const std::string name = AllNames(flag).back();
    if (flag.value.empty() || name == "--preset" || name == "--set" || name == "--plan" ||
        name == "--library")
      continue;
    const auto args = WithRecipe({"render", name + "=qqq", "--dry-run", "--checksum"}, flag);
    const Outcome outcome = RunCobble(args);
    if (outcome.status == 0) continue;  // a text
    CAPTURE(name);
    if (!flag.is_recipe && outcome.err.find("no recipe given") != std::string::npos) continue;
    CHECK(outcome.status == 2);
    CHECK_MESSAGE(outcome.err.starts_with(name == "--output" ? "cobble: -o" : "cobble: " + name),
                  outcome.err);
    // An error in a formula is followed by the indented formula and a caret.
    const auto lines = SplitLines(outcome.err);
    CHECK_MESSAGE(std::ranges::count_if(
                      lines, [](const std::string& text) { return !text.starts_with("  "); }) == 1,
                  outcome.err);
    ++flags;
  }
  CHECK(flags > 50);
  CheckRefused({"render", "--preset=qqq"}, "--preset: unknown preset \"qqq\"; ");
  CheckRefused({"render", "--preset=marble", "--set=qqq"}, "--set qqq: must be PATH=VALUE; ");
}

TEST_CASE("the choices of a flag are those that its message lists") {
  std::size_t lists = 0;
  for (const Command& command : Commands()) {
    const auto line = Declare(command);
    for (const FlagSpec* each : line->Flags()) {
      const FlagSpec& flag = *each;
      const std::string name = AllNames(flag).back();
      const bool is_listed = flag.kind != ValueKind::kOpenChoice && name != "--simd";
      if (flag.value.empty() || flag.is_recipe || flag.is_optional || !is_listed) continue;
      const std::string err = RunCobble({std::string(command.name), name + "=qqq"}).err;
      const std::size_t begin = err.find(": must be one of "), end = err.find(", got ");
      CAPTURE(err);
      const bool has_list = begin != std::string::npos;
      CHECK(has_list == (flag.kind == ValueKind::kChoice));
      if (!has_list) continue;
      ++lists;
      std::string joined;
      for (const std::string& choice : flag.choices)
        joined += (joined.empty() ? "" : ", ") + choice;
      CHECK(err.substr(begin + 17, end - begin - 17) == joined);
    }
  }
  CHECK(lists >= 3);
}

TEST_CASE("a flag has names") {
  CHECK(AllNames({"--tiling", "help", {.negation = "--no-tiling"}}) ==
        std::vector<std::string>{"--tiling", "--no-tiling"});
  CHECK(AllNames({{"-o", "FILE"}, "help", {.alias = "--output"}}) ==
        std::vector<std::string>{"-o", "--output"});
}

// --- The man page ---

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
