// Tests cobble watch: when it renders again, what it shows, what it refuses.
#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "support/files/wait.h"
#include "support/harness.h"
#include "support/process.h"
#include "support/skip.h"
#include "support/terminal_session.h"
#include "test_paths.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using test::TerminalSession;

std::string NoiseOf(int size, const std::string& noise = "perlin") {
  return R"({"cobble": 1, "size": )" + std::to_string(size) + R"(, "noise": {"type": ")" + noise +
         R"("}})";
}

// As most editors save.
void Replace(const std::string& path, const std::string& text) {
  WriteFile(path + "~", text);
  fs::rename(path + "~", path);
}

std::string SizeOf(const std::string& path) {
  const std::string bytes = ReadAll(path);
  return std::to_string(static_cast<unsigned char>(bytes[18])) + ' ' +
         std::to_string(static_cast<unsigned char>(bytes[19]));
}

TEST_CASE("watch renders when the recipe is written, replaced, broken and fixed") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  WriteFile("a.json", NoiseOf(20));
  TerminalSession session({"watch", "a.json", "-o", "a.png", "--progress", "never"});
  REQUIRE(session.WaitFor(" rendered a.png, 0."));
  CHECK(SizeOf("a.png") == "0 20");
  WriteFile("a.json", NoiseOf(30));
  REQUIRE(session.WaitFor("\x1b[1A\r\x1b[J"));  // in place of the last line
  REQUIRE(session.WaitFor(" rendered a.png, 0."));
  CHECK(SizeOf("a.png") == "0 30");

  Replace("a.json", NoiseOf(40, "perlim"));
  REQUIRE(
      session.WaitFor("\x1b[1A\r\x1b[J"
                      "cobble: a.json:1:45: /noise/type: unknown type \"perlim\"; did you mean "
                      "\"perlin\"?\r\n"));
  REQUIRE(session.WaitFor(" not rendered; waiting for a.json to change\r\n"));
  CHECK(SizeOf("a.png") == "0 30");
  fs::remove("a.json");
  REQUIRE(session.WaitFor("cobble: a.json: cannot read: No such file or directory\r\n"));
  Replace("a.json", NoiseOf(40));
  REQUIRE(session.WaitFor(" rendered a.png, 0."));
  CHECK(SizeOf("a.png") == "0 40");

  session.Send(SIGINT);
  CHECK(session.Finish() == -SIGINT);
  CHECK(folder.Names() == std::vector<std::string>{"a.json", "a.png"});
}

TEST_CASE("watch follows a symbolic link to another folder") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  fs::create_directory("there");
  WriteFile("there/a.json", NoiseOf(20));
  fs::create_symlink("there/a.json", "a.json");
  TerminalSession session({"watch", "a.json", "-o", "a.png"});
  REQUIRE(session.WaitFor(" rendered a.png"));
  Replace("there/a.json", NoiseOf(30));
  REQUIRE(session.WaitFor(" rendered a.png"));
  CHECK(SizeOf("a.png") == "0 30");
}

TEST_CASE("watch tries again after an error of writing, which is shown once") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  fs::create_directory("there");
  WriteFile("a.json", NoiseOf(20));
  TerminalSession session({"watch", "a.json", "-o", "there/a.png", "--progress", "never"});
  REQUIRE(session.WaitFor(" rendered there/a.png"));
  fs::rename("there", "away");
  WriteFile("a.json", NoiseOf(30));
  REQUIRE(session.WaitFor("the folder there does not exist"));
  REQUIRE(session.WaitFor(" not rendered; trying again\r\n"));
  for (const int size : {31, 32, 30}) WriteFile("a.json", NoiseOf(size));  // with the same error
  fs::rename("away", "there");  // no watched file changes
  REQUIRE(session.WaitFor(" rendered there/a.png"));
  CHECK(SizeOf("there/a.png") == "0 30");
  const std::string shown = session.output();
  const std::size_t first = shown.find("trying again");
  CHECK(shown.find("trying again", first + 1) == std::string::npos);
}

TEST_CASE("a recipe that is broken at first is waited for") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  WriteFile("a.json", "{");
  TerminalSession session({"watch", "a.json", "-o", "a.png"});
  REQUIRE(session.WaitFor(" not rendered; waiting for a.json to change"));
  WriteFile("a.json", NoiseOf(20));
  REQUIRE(session.WaitFor(" rendered a.png"));
}

TEST_CASE("a slow picture comes smaller first, and a change stops it") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  const std::string slow =
      R"({"cobble": 1, "size": 8000, "noise": {"type": "fractal", "octaves": 12,
      "source": {"type": "cell", "frequency": 300}}})";
  WriteFile("a.json", slow);
  TerminalSession session({"watch", "a.json", "-o", "a.png", "--progress", "never"});
  REQUIRE(session.WaitFor(" x "));
  REQUIRE(session.WaitFor(", full size follows, "));
  CHECK(fs::exists("a.png"));
  const std::string shown = session.output();
  CHECK(shown.find(" rendered a.png at ") != shown.npos);
  WriteFile("a.json", NoiseOf(25));
  REQUIRE(session.WaitFor(" rendered a.png, "));
  CHECK(SizeOf("a.png") == "0 25");
  CHECK(session.output().find(" rendered a.png, ", shown.size()) != std::string::npos);
  CHECK(folder.Names() == std::vector<std::string>{"a.json", "a.png"});
}

TEST_CASE("a preview that is not followed by the full size is reported") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  const std::string slow =
      R"({"cobble": 1, "size": 8000, "noise": {"type": "fractal", "octaves": 12,
      "source": {"type": "cell", "frequency": 300}}})";
  WriteFile("a.json", slow);
  {
    TerminalSession session(
        {"watch", "a.json", "-o", "a.png", "-o", "a.r8", "--progress", "never"});
    REQUIRE(session.WaitFor(", full size follows, "));
    session.Send(SIGINT);
    CHECK(session.Finish() == -SIGINT);
    const std::string& said = session.output();
    CHECK(said.find("\r\ncobble: a.png, a.r8 are previews of ") != said.npos);
    CHECK(said.ends_with(": the full size is not complete\r\n"));
  }
  TerminalSession session({"watch", "a.json", "-o", "a.png", "--progress", "never"});
  REQUIRE(session.WaitFor(", full size follows, "));
  WriteFile("a.json", "{");
  REQUIRE(session.WaitFor("cobble: a.png is a preview of "));
  REQUIRE(session.WaitFor(": the full size is not complete\r\n"));
  REQUIRE(session.WaitFor(" not rendered; waiting for a.json to change\r\n"));
  WriteFile("a.json", NoiseOf(20));
  REQUIRE(session.WaitFor(" rendered a.png, "));
  session.Send(SIGINT);
  session.Finish();
  const std::size_t done = session.output().rfind(" rendered a.png, ");
  CHECK(session.output().find("preview", done) == std::string::npos);
}

TEST_CASE("--no-preview leaves the old picture until the new one is complete") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  WriteFile("a.json", NoiseOf(5000));
  TerminalSession session(
      {"watch", "a.json", "-o", "a.png", "--no-preview", "--progress", "never"});
  REQUIRE(session.WaitFor(" rendered a.png, "));
  WriteFile("a.json", NoiseOf(4999));
  REQUIRE(session.WaitFor(" rendered a.png, "));
  CHECK(session.output().find("full size follows") == std::string::npos);
}

TEST_CASE("--quiet shows errors only, until they are fixed") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  WriteFile("a.json", NoiseOf(20));
  TerminalSession session({"watch", "a.json", "-o", "a.png", "--quiet"});
  REQUIRE(test::WaitUntil([] { return fs::exists("a.png"); }));
  CHECK(session.output() == "");
  WriteFile("a.json", "{");
  REQUIRE(session.WaitFor(" not rendered; waiting for a.json to change\r\n"));
  WriteFile("a.json", NoiseOf(20));
  REQUIRE(session.WaitFor("\x1b[4A\r\x1b[J"));  // two lines, each wrapped to two rows of 40 columns
}

TEST_CASE("without a terminal, watch prints plain lines and writes no previews") {
  if (test::Lacks(test::kShell)) return;
  Folder folder;
  WriteFile("a.json", NoiseOf(5000));  // slow enough for a preview
  test::Process process({"sh", "-c",
                         "exec \"" COBBLE_BINARY "\" watch a.json -o a.png --checksum >sum "
                         "2>lines"});
  const auto wait_for = [](const std::string& text) {
    return test::WaitUntil(
        [&] { return fs::exists("lines") && ReadAll("lines").find(text) != std::string::npos; });
  };
  REQUIRE(wait_for("rendered"));
  WriteFile("a.json", "{\n");
  REQUIRE(wait_for("not rendered; waiting for a.json to change\n"));
  process.Signal(SIGTERM);
  process.Wait();
  std::string lines = std::regex_replace(ReadAll("lines"), std::regex("..:..:.. "), "TIME ");
  lines = std::regex_replace(lines, std::regex(", [.0-9]+ s\n"), ", N s\n");
  CHECK(lines ==
        "TIME rendered a.png, N s\n"
        "cobble: a.json:2:1: unexpected end of input, expected a key in quotes\n"
        "TIME not rendered; waiting for a.json to change\n");
  CHECK(ReadAll("sum").ends_with("  a.png\n"));
}

TEST_CASE("--view also draws the recipe") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  WriteFile("a.json", R"({"cobble": 1, "size": 4, "noise": {"type": "constant", "value": 0.5}})");
  TerminalSession session({"watch", "a.json", "-o", "a.png", "--view"}, {{"NO_COLOR", "1"}});
  REQUIRE(session.WaitFor("\x1b[H\x1b[2J++++\r\n++++\r\n"));
  REQUIRE(session.WaitFor(" rendered a.png"));
}

TEST_CASE("watch refuses what cannot be watched or replaced") {
  Folder folder;
  WriteFile("a.json", NoiseOf(20));
  test::CheckRefusals();
  CHECK(folder.Names() == std::vector<std::string>{"a.json"});
}

}  // namespace
}  // namespace cobble
