// Tests of SplitShellWords: where backslashes quote, what it makes of a line is what a shell makes
// of it.
#include "cli/line/shell_words.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "support/harness.h"
#include "support/skip.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

using Words = std::vector<std::string>;

Words Split(std::string_view line) { return SplitShellWords(line, true); }

TEST_CASE("spaces and tabs separate words") {
  CHECK(Split("") == Words{});
  CHECK(Split(" \t ") == Words{});
  CHECK(Split("a") == Words{"a"});
  CHECK(Split("  a\tb  c ") == Words{"a", "b", "c"});
  CHECK(Split("a b\r") == Words{"a", "b"});
}

TEST_CASE("quoted text is one word, also in its middle, and may be empty") {
  CHECK(Split(R"('a b' "c d" e' f 'g)") == Words{"a b", "c d", "e f g"});
  CHECK(Split(R"('' "" a)") == Words{"", "", "a"});
  CHECK(Split(R"('"' "'")") == Words{"\"", "'"});
  CHECK(Split(R"(--set 'noise={"type": "perlin"}')") ==
        Words{"--set", R"(noise={"type": "perlin"})"});
}

TEST_CASE("a backslash quotes the next character, in quotation marks only some") {
  CHECK(Split(R"(a\ b \\ \' \"c \#d)") == Words{"a b", "\\", "'", "\"c", "#d"});
  CHECK(Split(R"("a\"b" "\\" "\$" "\`" "\n")") == Words{"a\"b", "\\", "$", "`", "\\n"});
  CHECK(Split(R"('a\' b)") == Words{"a\\", "b"});
}

TEST_CASE("where a backslash separates names, it stands for itself") {
  const auto split = [](std::string_view line) { return SplitShellWords(line, false); };
  CHECK(split(R"(-o C:\art\rock.png)") == Words{"-o", R"(C:\art\rock.png)"});
  CHECK(split(R"(\\server\share\ "C:\My Art\" 'a\')") ==
        Words{R"(\\server\share\)", R"(C:\My Art\)", R"(a\)"});
  CHECK(split(R"(a\ b\#c)") == Words{R"(a\)", R"(b\#c)"});
  CHECK(SplitShellWords(R"(a\b)") == Words{IsSeparator('\\') ? R"(a\b)" : "ab"});
}

TEST_CASE("# begins a comment at the start of a word only") {
  CHECK(Split("# all") == Words{});
  CHECK(Split("a #b c") == Words{"a"});
  CHECK(Split("a#b '#c' \"\"#d") == Words{"a#b", "#c", "#d"});
}

TEST_CASE("nothing is expanded") {
  CHECK(Split("$HOME `ls` * ~ {a,b} $(x)") == Words{"$HOME", "`ls`", "*", "~", "{a,b}", "$(x)"});
}

TEST_CASE("an open quotation mark and a backslash at the end are refused") {
  const auto fault = [](const std::string& line) { return ErrorOf([&] { Split(line); }); };
  CHECK(fault("a 'b c") == "2 a quotation mark ' is not closed");
  CHECK(fault("\"") == "2 a quotation mark \" is not closed");
  CHECK(fault("\"a\\\"") == "2 a quotation mark \" is not closed");
  CHECK(fault("a \\") == "2 the line ends with a backslash; each line is a whole command");
}

// Random lines without characters that a shell expands.
TEST_CASE("a shell splits random lines in the same way") {
  if (test::Lacks(test::kShell)) return;
  constexpr std::string_view kCharacters = "ab  \t''\"\"\\\\##-=.";
  std::mt19937 random(7);
  std::string script;
  Words expected;
  for (int count = 0; count < 300;) {
    std::string line;
    for (unsigned length = random() % 16; length > 0; --length)
      line += kCharacters[random() % kCharacters.size()];
    Words words;
    try {
      words = Split(line);
    } catch (...) {
      continue;
    }
    ++count;
    script += "show " + line + "\n";
    std::string shown;
    for (const std::string& word : words) shown += '<' + word + '>';
    expected.push_back(shown);
  }
  const Outcome outcome =
      RunShell("show() { for word; do printf '<%s>' \"$word\"; done; echo; }\n" + script);
  REQUIRE(outcome.status == 0);
  std::string_view rest = outcome.out;
  for (const std::string& line : expected) {
    REQUIRE(rest.starts_with(line + '\n'));
    rest.remove_prefix(line.size() + 1);
  }
  CHECK(rest.empty());
}

}  // namespace
}  // namespace cobble
