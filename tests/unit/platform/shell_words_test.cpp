// Tests SplitShellWords, which splits a line as sh does, and ShellWord.
#include "platform/shell_words.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "platform/path.h"
#include "support/harness.h"
#include "support/skip.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

using Words = std::vector<std::string>;

Words Split(std::string_view line) { return SplitShellWords(line, ShellKind::kPosix); }

Words SplitWindows(std::string_view line) { return SplitShellWords(line, ShellKind::kWindows); }

std::string WindowsWord(std::string_view text) { return ShellWord(text, ShellKind::kWindows); }

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

TEST_CASE("on Windows, a backslash stands for itself, as it separates names there") {
  CHECK(SplitWindows(R"(-o C:\art\rock.png)") == Words{"-o", R"(C:\art\rock.png)"});
  CHECK(SplitWindows(R"(\\server\share\ "C:\My Art\" 'a\')") ==
        Words{R"(\\server\share\)", R"(C:\My Art\)", R"(a\)"});
  CHECK(SplitWindows(R"(a\ b\#c)") == Words{R"(a\)", R"(b\#c)"});
  CHECK((SystemShell() == ShellKind::kWindows) == IsSeparator('\\'));
  CHECK(SplitShellWords(R"(a\b)") == Words{IsSeparator('\\') ? R"(a\b)" : "ab"});
}

TEST_CASE("on Windows, a quotation mark that is doubled in its own quotes stands for one") {
  CHECK(SplitWindows(R"('it''s' "a ""b""" """" '''')") == Words{"it's", R"(a "b")", "\"", "'"});
  CHECK(SplitWindows(R"('a""b' "c''d" '' "" e)") == Words{R"(a""b)", "c''d", "", "", "e"});
  CHECK(Split(R"('it''s' "a""b")") == Words{"its", "ab"});
  CHECK(ErrorOf([] { SplitWindows("'a''"); }) == "2 a quotation mark ' is not closed");
}

TEST_CASE("words are quoted for sh, and by default for the shell of the system") {
  const auto word = [](std::string_view text) { return ShellWord(text, ShellKind::kPosix); };
  CHECK(word("a/b-1,2.png") == "a/b-1,2.png");
  CHECK(word("it's") == R"('it'\''s')");
  CHECK(word("") == "''");
  CHECK(word(R"(C:\a)") == R"('C:\a')");
  CHECK(ShellWord("it's") == (IsSeparator('\\') ? R"("it's")" : R"('it'\''s')"));
}

TEST_CASE(
    "words for Windows have double quotes, or single ones if PowerShell reads those differently") {
  for (const char* plain : {"a", "my_store-1.zarr", R"(C:\art\a.png)", R"(..\)", "seed=1..16",
                            "-0.5", "-", "10%", "//server/share/a"})
    CHECK(WindowsWord(plain) == plain);
  for (const char* text :
       {"my store.zarr", "it's",          "a,b", "-o",     "-a.b", "@a",  "#a", "~", "a&b",  "a|b",
        "a<b",           "a^b",           "(a)", "{seed}", "!a",   "a;b", "*?", "é", "it’s", "",
        "-1,1",          R"(C:\My Art\a)"})
    CHECK(WindowsWord(text) == '"' + std::string(text) + '"');
  CHECK(WindowsWord(R"(n={"a": 1})") == R"("n={""a"": 1}")");
  // PowerShell expands $ and `, and ends texts at curly quotes. In cmd.exe, \ escapes a quote.
  for (const char* text : {"$HOME", "`id`", "“a”", "„a", R"(C:\My Art\)", R"(a\"b)"})
    CHECK(WindowsWord(text) == '\'' + std::string(text) + '\'');
  CHECK(WindowsWord("it's $5") == "'it''s $5'");
}

TEST_CASE("the words of a line are those that were quoted") {
  constexpr std::string_view kCharacters = "a  \t''\"\"\\\\##$`%-=.,;&|<>()[]{}*?!^~@é";
  std::mt19937 random(11);
  Words words{"", " ", "'", "\"", "\\", "''", "\"\"", "'\"", "\\\"", "\"\\", "-", "--%", "#"};
  for (int count = 0; count < 3000; ++count) {
    std::string word;
    for (unsigned length = random() % 8; length > 0; --length)
      word += kCharacters[random() % kCharacters.size()];
    words.push_back(word);
  }
  for (const ShellKind shell : {ShellKind::kPosix, ShellKind::kWindows}) {
    std::string line;
    for (const std::string& word : words) line += ShellWord(word, shell) + ' ';
    CHECK(SplitShellWords(line, shell) == words);
  }
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
