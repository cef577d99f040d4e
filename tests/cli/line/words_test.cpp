// Tests what a command says to words and forms that other programs use, and its warnings.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "support/harness.h"
#include "support/messages.h"

namespace cobble {
namespace {

void CheckWords() {
  const Folder folder;
  test::CheckCommands([&] { CHECK(folder.Names().empty()); });
}

TEST_CASE("a missing value, and numbers after a value, are answered with what to write") {
  CheckWords();
}

TEST_CASE("a file may have a number as its name") {
  const Folder folder;
  WriteFile("512", kGoodRecipe);
  CHECK(RunCobble({"show", "--size", "64", "512"}).status == 0);
}

TEST_CASE("flags that do not exist are answered with the flag, key or type that is meant") {
  CheckWords();
}

TEST_CASE("a key of other nodes is answered with its paths in the recipe") {
  const Folder folder;
  WriteFile("tree.json", R"({"cobble": 1, "noise": {"type": "subtract", "a": {"ref": "rock"},
      "b": {"type": "fractal", "source": {"type": "perlin"}}},
      "nodes": {"rock": {"type": "voronoi"}}})");
  test::CheckCommands();
  CHECK(Out("show tree.json --set jitter=0.5 --set kind=ridged").find("\"ridged\"") !=
        std::string::npos);
}

TEST_CASE("a key of a named node is answered with the keys below that node") {
  const Folder folder;
  WriteFile("named.json", R"({"cobble": 1, "noise": "rock + moss", "nodes": {"rock":
      {"type": "fractal", "source": {"type": "perlin"}}, "moss": {"type": "voronoi"}}})");
  test::CheckCommands();
}

TEST_CASE("JSON keys and values of the trade are answered in JSON") { test::CheckCommands(); }

TEST_CASE("help and version are commands") {
  CHECK(Out("help") == Out("--help"));
  CHECK(Out("help help") == Out("--help"));
  CHECK(Out("help render") == Out("render --help"));
  CHECK(Out("help explain") == Out("explain --help"));
  CHECK(Out("help render all") == Out("render --help all"));
  CHECK(Out("version") == Out("--version"));
  CheckWords();
}

TEST_CASE("a file name near a preset's leads to --preset") {
  const Folder folder;
  CHECK(RunCobble({"render", "marbel", "-o", "a.png"}).err ==
        "cobble: marbel: cannot read: No such file or directory; did you mean --preset marble?\n");
  CHECK(RunCobble({"render", "perlin", "-o", "a.png"}).err ==
        "cobble: perlin: cannot read: No such file or directory; did you mean --noise perlin?\n");
  // check has no --preset.
  CHECK(RunCobble({"check", "marble"}).err ==
        "cobble: marble: cannot read: No such file or directory\n");
}

}  // namespace
}  // namespace cobble
