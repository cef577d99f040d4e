// Tests bad command lines: the exit status, what the message names, and that no file is left.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "cli/line/flag_errors.h"
#include "cli/refusals.h"
#include "platform/path.h"
#include "platform/shell_words.h"
#include "support/harness.h"
#include "support/messages.h"
#include "support/skip.h"

namespace cobble {
namespace {

template <typename Check>
void CheckErrors(const Check& check) {
  GoodFolder folder;
  WriteFile("bad.json",
            "{\"cobble\": 1,\n \"noise\": {\"type\": \"perlin\",          \"octaves\": 40}}");
  WriteFile("huge.json", R"({"cobble": 1, "size": 200000, "noise": {"type": "value"}})");
  WriteFile("old.png", "old");
  std::filesystem::create_directory("folder.png");
  const auto names = folder.Names();
  check([&] {
    CHECK(folder.Names() == names);
    CHECK(ReadAll("old.png") == "old");
  });
}

TEST_CASE("the errors that people meet most say in full what is wrong and what to do") {
  CheckErrors(test::CheckCommands);
}

TEST_CASE("usage errors exit with 2 and name the argument") { CheckErrors(test::CheckRefusals); }

TEST_CASE("quotes that cmd.exe does not know are explained on Windows") {
  for (const Strings& args : {Strings{"render", "--noise", "'min(a,", "0.6)'", "-o", "a.png"},
                              Strings{"render", "--preset", "'marble'", "-o", "a.png"},
                              Strings{"show", "--noise", "'perlin(4)'"}}) {
    const Outcome outcome = RunCobble(args);
    CAPTURE(outcome.err);
    CHECK(outcome.status != 0);
    CHECK((outcome.err.find("cmd.exe knows no other quotes\n") != std::string::npos) ==
          IsSeparator('\\'));
  }
  CHECK(RunLine("render --preset marbel").err.find("cmd.exe") == std::string::npos);
}

TEST_CASE("errors in a field name its flag or its location in the file") {
  CheckErrors(test::CheckRefusals);
}

TEST_CASE("file errors exit with 5, exceeded limits with 4") { CheckErrors(test::CheckRefusals); }

TEST_CASE("all errors in a recipe are reported together, one per line") {
  Folder folder;
  WriteFile("bad.json", R"({"cobble": 1, "sed": 1, "noise": {"type": "perlin", "octaves": 0}})");
  test::CheckRefusals();  // with the first error's status
}

TEST_CASE("characters that could hide or break a message are escaped") {
  Folder folder;
  CHECK(RunCobble({"info", "a\u202Eb\u2066c\u2069"})
            .err.starts_with("cobble: a\\xE2\\x80\\xAEb\\xE2\\x81\\xA6c\\xE2\\x81\\xA9: "));
  CHECK(RunCobble({"info", "\u2027\u202F\u205F\u2070\u200A"}).err.find('\\') == std::string::npos);
  for (const std::string hidden : {"\u061C", "\u200B", "\u200F", "\u2028", "\u2029", "\u2060",
                                   "\u206F", "\uFEFF", "\U000E0001"})
    CHECK(RunCobble({"info", hidden}).err.starts_with("cobble: \\x"));
  if (test::Lacks(test::kNames)) return;
  CHECK(RunCobble({"info", "a\nb\x1b[2J"}).err.starts_with("cobble: a\\x0Ab\\x1B[2J: "));
}

TEST_CASE("empty arguments are rejected with an error that names the flag") {
  GoodFolder folder;
  for (const std::string flag : {"--preset", "--report"}) {
    const Outcome outcome = RunCobble({"render", "good.json", flag, "", "-o", "a.png"});
    CHECK(outcome.status == 2);
    CHECK(outcome.err.starts_with("cobble: " + flag + ": "));
  }
  CHECK(RunCobble({"check", ""}).status == 5);
  CHECK(RunCobble({"check", ""}).err.starts_with("cobble: \"\": "));
  CHECK(folder.Names() == std::vector<std::string>{"good.json"});
}

TEST_CASE("errors of frequencies by axis name the axis and the numbers that fit") {
  test::CheckRefusals();
}

TEST_CASE("a flag's value may look like a flag after =") {
  const Outcome outcome = RunCobble({"show", "--noise", "perlin", "--size=--octaves"});
  CHECK(outcome.status == 2);
  CHECK(outcome.err.starts_with("cobble: --size: must be "));
  CHECK(Out("show --noise perlin --description=--size").find(R"("--size")") != std::string::npos);
}

// --- Options and their flags ---

TEST_CASE("errors name an option by its flag") {
  const auto text = [](const std::string& option) {
    const Error error = Error::At(ErrorKind::kUsage, option, "is wrong", "do better");
    CHECK(error.what() == option + ": is wrong; do better");
    return InFlags(error.issues().front()).Text();
  };
  CHECK(text("simd") == "--simd: is wrong; do better");
  CHECK(text("window") == "--window: is wrong; do better");
  CHECK(text("max_pixels") == "--max-pixels: is wrong; do better");
  CHECK(text("no option") == "no option: is wrong; do better");
  CHECK(InFlags(Error::At(ErrorKind::kUsage, "preset", "b").issues().front()).Text() ==
        "--preset: b; see cobble list presets");
  // Files with that name, and texts in backquotes, are not options.
  CHECK(InFlags({"window", "no `window`", "`simd`"}).Text() == "window: no `window`; `simd`");
}

TEST_CASE("an option in a message or hint becomes its flag, or --set if it has none") {
  const auto flag = [](const std::string& name, const std::string& value = {}) {
    return InFlags(Phrase::Option(name, value));
  };
  CHECK(InFlags("use " + Phrase::Option("max_pixels") + " to raise the limit") ==
        "use --max-pixels N to raise the limit");
  CHECK(flag("max_cost", "2e14") == "--max-cost 2e14");
  CHECK(flag("noise.type") == "--noise FORMULA");
  CHECK(flag("preset") == "--preset NAME");
  CHECK(flag("engine", "unity") == "--for unity");
  CHECK(flag("path", "a.png") == "-o a.png");
  CHECK(flag("noise.low") == "--set noise.low=VALUE");
  CHECK(flag("threads") == "--threads N");
  CHECK(flag("noise.octaves") == "--octaves N");
  CHECK(flag("noise.octaves", "5") == "--octaves 5");
  CHECK(flag("noise.kind", "ridged") == "--set noise.kind=ridged");
  CHECK(flag("domain.extent", "2,1") == "--extent " + ShellWord("2,1"));
  CHECK(flag("domain.translate", "[1, 2]") == "--translate " + ShellWord("1,2"));
  CHECK(flag("size", "[1024,512]") == "--size 1024x512");
  CHECK(flag("tiling", "true") == "--tiling");
  CHECK(flag("tiling", "false") == "--no-tiling");
  CHECK(flag("range", "[-1,1]") == "--range " + ShellWord("-1,1"));
  CHECK(flag("noise.pattern", "a`b") == "--pattern " + ShellWord("a`b"));
  CHECK(InFlags(Phrase::Option("noise.low", "2"), "--vary") == "--vary noise.low=2");
}

TEST_CASE("hints for unknown flags name only flags of the command") { test::CheckRefusals(); }

}  // namespace
}  // namespace cobble
