// Tests cobble view: what it draws where, and what it refuses.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/process.h"
#include "support/readers/png.h"
#include "support/skip.h"
#include "support/terminal_session.h"

namespace cobble {
namespace {

using test::TerminalSession;

constexpr std::string_view kFlat =
    R"({"cobble": 1, "size": [4, 2], "noise": {"type": "constant", "value": 0.5}})";
constexpr std::string_view kRamp =
    R"({"cobble": 1, "size": [200, 200], "noise": {"type": "coordinate"}})";

TEST_CASE("view draws with every protocol") {
  Folder folder;
  WriteFile("flat.json", kFlat);
  CHECK(Out("view flat.json --protocol ascii") == "++++\n");
  CHECK(Out("view flat.json --protocol ascii --repeat") == "++++++++\n++++++++\n");
  const std::string half = "\xE2\x96\x80";
  CHECK(Out("view flat.json --protocol blocks") ==
        "\x1b[38;2;143;140;135m\x1b[48;2;143;140;135m" + half + half + half + half + "\x1b[0m\n");
  CHECK(Out("view flat.json --protocol 256 --size 1") == "\x1b[38;5;245m" + half + "\x1b[0m\n");
  CHECK(Out("view flat.json --protocol kitty --size 1") ==
        "\x1b_Ga=T,f=24,s=1,v=1,q=2,m=0;j4yH\x1b\\\n");
  CHECK(Out("view flat.json --protocol sixel --size 1") ==
        "\x1bP0;1q\"1;1;1;1#0;2;56;55;53#0@-\x1b\\\n");
  CHECK(RunCobble({"view", "-", "--protocol", "ascii"}, std::string(kFlat)).out == "++++\n");
}

TEST_CASE("a drawing fits the terminal, or has as many characters as it is asked for") {
  Folder folder;
  WriteFile("ramp.json", kRamp);
  CHECK(Out("view ramp.json --protocol ascii --map height --chars 10") ==
        " .:-=+*#%@\n .:-=+*#%@\n .:-=+*#%@\n .:-=+*#%@\n .:-=+*#%@\n");
  CHECK(Out("view ramp.json --protocol ascii --map height --chars 10 --repeat") ==
        ".-+*%.-+*%\n.-+*%.-+*%\n.-+*%.-+*%\n.-+*%.-+*%\n.-+*%.-+*%\n");
  // 80 x 24 without a terminal; one line is left to the prompt.
  const std::string text = Out("view ramp.json --protocol ascii");
  CHECK(std::count(text.begin(), text.end(), '\n') == 23);
  CHECK(text.find('\n') == 46);
  const test::Ended sized = test::RunProcess(test::Cobble("view ramp.json --protocol ascii"),
                                             {.environment = {"COLUMNS=20", "LINES=40"}});
  CHECK(sized.out.find('\n') == 20);
  CHECK(std::count(sized.out.begin(), sized.out.end(), '\n') == 10);
}

TEST_CASE("a picture is drawn as it is, or as its recipe") {
  Folder folder;
  WriteFile("ramp.json", kRamp);
  const auto draw = [](const std::string& what) {
    return Out("view " + what + " --protocol ascii --chars 10");
  };
  for (const std::string suffix : {".png", ".exr", ".tif", ".jpg", ".hdr", ".r16", ".pfm"}) {
    CAPTURE(suffix);
    REQUIRE(RunLine("render ramp.json -o h" + suffix).status == 0);
    CHECK(draw("h" + suffix) == draw("ramp.json --map height"));
  }
  REQUIRE(RunLine("render ramp.json -o normal=n.exr").status == 0);
  CHECK(draw("n.exr") == draw("ramp.json --map normal"));
  CHECK(draw("n.exr --map lit") == draw("ramp.json"));
  CHECK(draw("n.exr --range -0.5,0.5") == draw("ramp.json --map normal"));
  CHECK(RunLine("view - --protocol ascii --chars 10", ReadAll("h.png")).out == draw("h.png"));
  REQUIRE(RunLine("render ramp.json --window 100,0,100,20 -o w.png").status == 0);
  CHECK(draw("w.png") == "++**##%%@@\n");
  CHECK(draw("w.png --map height") == draw("w.png"));
}

TEST_CASE("view says why a recipe is not shown in light") {
  if (test::Lacks(test::kTerminal)) return;
  const Folder folder;
  WriteFile("a.json", R"r({"cobble": 1, "size": 4, "noise": "slope-of(perlin(8)) / 90"})r");
  const Outcome view = RunLine("view a.json --protocol ascii");
  CHECK(view.status == 0);
  CHECK(view.out == Out("view a.json --protocol ascii --map height"));
  CHECK(view.err.starts_with(
      "cobble: warning: a.json:1:36: /noise/a: height is shown instead of lit: has no slope"));
  CHECK(RunLine("view a.json --protocol ascii --quiet").err.empty());
  CHECK(RunLine("view a.json --protocol ascii --map height").err.empty());
  TerminalSession session({"watch", "a.json", "-o", "a.png", "--view"}, {{"NO_COLOR", "1"}});
  REQUIRE(session.WaitFor("height is shown instead of lit: has no slope"));
}

TEST_CASE("view refuses what it cannot draw") {
  Folder folder;
  WriteFile("flat.json", kFlat);
  WriteFile("words.txt", "no picture");
  WriteFile("photo.jpg", "\xFF\xD8\xFF\xE0");
  WriteFile("photo.png", "\x89PNG\r\n\x1a\n");
  test::CheckRefusals();
}

// Draws on a terminal that answers the query with `reply`.
std::string OnTerminal(const TerminalSession::Environment& environment, const std::string& reply) {
  TerminalSession session({"view", "flat.json"}, environment);
  if (!reply.empty()) {
    CHECK(session.WaitFor("\x1b[c"));
    session.Type(reply);
  }
  CHECK(session.Finish() == 0);
  CHECK(session.Echoes());
  std::string text = session.output();
  // The question, and the terminal's echo.
  if (const std::size_t asked = text.find("\x1b[c"); asked != text.npos) text.erase(0, asked + 3);
  return text;
}

TEST_CASE("view chooses the best protocol of the terminal and leaves its settings alone") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  WriteFile("flat.json", kFlat);
  const auto shows = [](const std::string& text, const std::string& what) {
    return text.find(what) != text.npos;
  };
  const std::string plain = "\x1b[?62;22c";
  CHECK(shows(OnTerminal({}, plain), "\x1b[38;5;"));
  CHECK(shows(OnTerminal({{"COLORTERM", "truecolor"}}, plain), "\x1b[38;2;"));
  CHECK(shows(OnTerminal({{"COLORTERM", "24bit"}}, plain), "\x1b[38;2;"));
  CHECK(shows(OnTerminal({{"TERM", "xterm-direct"}}, plain), "\x1b[38;2;"));
  CHECK(shows(OnTerminal({}, "\x1b[?62;4c"), "\x1bP0;1q"));
  CHECK(shows(OnTerminal({}, "\x1b_Gi=31;OK\x1b\\\x1b[?62;4c"), "\x1b_Ga=T"));
  CHECK(shows(OnTerminal({{"TERM", "xterm-kitty"}}, ""), "\x1b_Ga=T"));
  CHECK(OnTerminal({{"TERM", "dumb"}}, "") == "++++\r\n");
  CHECK(OnTerminal({{"NO_COLOR", "1"}}, "") == "++++\r\n");
}

TEST_CASE("view waits only briefly for a terminal that does not answer") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  WriteFile("flat.json", kFlat);
  TerminalSession silent({"view", "flat.json"});
  CHECK(silent.WaitFor("\x1b[38;5;"));
  CHECK(silent.Finish() == 0);
  CHECK(silent.Echoes());
  TerminalSession kitty({"view", "flat.json"}, {{"KITTY_WINDOW_ID", "1"}});
  CHECK(kitty.WaitFor("\x1b_Ga=T"));
  CHECK(kitty.Finish() == 0);
}

TEST_CASE("a drawing on a terminal fits its 40 columns and 12 lines") {
  if (test::Lacks(test::kTerminal)) return;
  Folder folder;
  WriteFile("ramp.json", kRamp);
  TerminalSession session({"view", "ramp.json"}, {{"NO_COLOR", "1"}});
  CHECK(session.Finish() == 0);
  CHECK(std::count(session.output().begin(), session.output().end(), '\n') == 11);
  CHECK(session.output().find('\r') == 22);
}

// --- Landscapes ---

constexpr std::string_view kHills =
    R"json({"cobble": 1, "size": [30, 20], "noise": "perlin(3, 2)"})json";

void View(const std::string& words) {
  const Outcome outcome = RunLine("view --terrain " + words);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  CHECK(outcome.out == "");
  CHECK(outcome.err == "");
}

TEST_CASE("a landscape is written with the size of the view, from any source of recipes") {
  const Folder folder;
  WriteFile("hills.json", kHills);
  View("hills.json -o a.png");
  const PngPicture whole = ReadPng("a.png");
  CHECK(whole.width == 1024);
  CHECK(whole.height == 1024);
  CHECK(whole.channels == 3);
  View("hills.json --size 48x32 -o a.png");
  CHECK(ReadPng("a.png").width == 48);
  CHECK(ReadPng("a.png").height == 32);

  const Outcome piped = RunLine("view --terrain - --size 48x32 -o b.png", ReadAll("hills.json"));
  CHECK(piped.status == 0);
  CHECK(ReadAll("b.png") == ReadAll("a.png"));
  // The land's size sets its shape, but not the picture's size.
  View("hills.json --set size=[300,200] --size 48x32 -o b.png");
  CHECK(ReadAll("b.png") == ReadAll("a.png"));
  REQUIRE(RunLine("render hills.json -o picture.png").status == 0);
  View("picture.png --size 48x32 --threads 1 -o b.png");
  CHECK(ReadAll("b.png") == ReadAll("a.png"));
  for (const std::string more : {"--camera 100,40", "--camera 225,35,1.5", "--lit-elevation 20",
                                 "--normal-strength 0.3", "--seed 5"}) {
    View("hills.json --size 48x32 -o b.png " + more);
    CHECK(ReadAll("b.png") != ReadAll("a.png"));
  }
  View("--preset alpine --size 48x32 --no-clobber -o c.tif");
  CHECK(RunLine("view --terrain --preset alpine --size 8 --no-clobber -o c.tif").status != 0);
}

TEST_CASE("a landscape is drawn in the terminal") {
  const Folder folder;
  WriteFile("hills.json", kHills);
  const std::string text = Out("view --terrain hills.json --protocol ascii --chars 40");
  CHECK(text.find('\n') == 40);
  CHECK(text.size() == 41 * 20);
  CHECK(text != Out("view hills.json --protocol ascii --chars 40"));
  CHECK(Out("view --terrain hills.json --protocol ascii --chars 40 --size 400x200").size() ==
        41 * 10);
}

TEST_CASE("what is wrong with a view of a landscape is refused") {
  const GoodFolder folder;
  WriteFile("angle.json", R"json({"cobble": 1, "noise": "slope-of(perlin(8)) / 90"})json");
  const auto names = folder.Names();
  test::CheckRefusals([&] { CHECK(folder.Names() == names); });
}

}  // namespace
}  // namespace cobble
