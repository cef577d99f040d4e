// Tests how library errors are translated to command-line flags.
#include "cli/line/flag_errors.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "support/harness.h"

namespace cobble {
namespace {

std::string Translated(ErrorKind kind, const std::string& where, const std::string& message,
                       const std::string& hint = {}) {
  const Error error = InFlags(Error(kind, where, message, hint));
  CHECK(error.kind() == kind);
  return error.what();
}

TEST_CASE("errors name an option by its flag") {
  CHECK(Translated(ErrorKind::kUsage, "simd", "is wrong", "do better") ==
        "--simd: is wrong; do better");
  CHECK(Translated(ErrorKind::kUsage, "window", "is wrong") == "--window: is wrong");
  CHECK(Translated(ErrorKind::kUsage, "limits.pixels", "is wrong") == "--max-pixels: is wrong");
  // Neither a file with that name nor any other location.
  CHECK(Translated(ErrorKind::kIo, "window", "cannot write") == "window: cannot write");
  CHECK(Translated(ErrorKind::kUsage, "f:1:2: /noise", "is wrong") == "f:1:2: /noise: is wrong");
}

TEST_CASE("a key in a hint becomes its flag, or --set if it has none") {
  const auto hint = [](const std::string& text) {
    return Translated(ErrorKind::kLimit, "", "m", text);
  };
  CHECK(hint("use `limits.pixels` to raise the limit") ==
        "m; use --max-pixels N to raise the limit");
  CHECK(hint("use `limits.cost` 2e14 to raise the limit") ==
        "m; use --max-cost 2e14 to raise the limit");
  CHECK(hint("name `noise.type`, or `preset`") == "m; name --noise NAME, or --preset NAME");
  CHECK(hint("a `low` of its own: `noise.low`") ==
        "m; a --set low=VALUE of its own: --set noise.low=VALUE");
  CHECK(hint("half a ` pair") == "m; half a ` pair");
  CHECK(hint("`threads`") == "m; --threads");
  CHECK(hint("`noise.octaves`") == "m; --octaves N");
  CHECK(hint("`noise.octaves=5` `noise.kind=ridged`") == "m; --octaves 5 --set noise.kind=ridged");
  CHECK(hint("`domain.extent=2,1`") == "m; --extent 2,1");
  CHECK(hint("`domain.translate=[1, 2]`") == "m; --translate 1,2");
  CHECK(hint("`size=[1024,512]`") == "m; --size 1024x512");
  CHECK(hint("`tiling=true` `tiling=false`") == "m; --tiling --no-tiling");
  CHECK(hint("`range=[-1,1]`") == "m; --range -1,1");
}

TEST_CASE("the user's words in backquotes stay unchanged") {
  CHECK(Translated(ErrorKind::kIo, "a", "cannot create (`no_clobber`): no `such` file") ==
        "a: cannot create (--no-clobber): no `such` file");
}

TEST_CASE("every issue in an error is translated to flags") {
  const Error error = InFlags(Error(ErrorKind::kUsage, {{"simd", "a", ""}, {"preset", "b", ""}}));
  CHECK(std::string(error.what()) == "--simd: a\n--preset: b; see cobble list presets");
}

TEST_CASE("WithFlags passes on return values and other exceptions") {
  CHECK(WithFlags([] { return 7; }) == 7);
  CHECK_THROWS_AS(WithFlags([]() -> int { throw 7; }), int);
  CHECK_THROWS_AS(WithFlags([] { throw Error(ErrorKind::kBug, "simd", ""); }), Error);
}

TEST_CASE("hints for unknown flags name only flags of the command") {
  struct Wrong {
    std::string line, error;
  };
  const Wrong lines[] = {
      {"stats --maps normal", "--maps: unknown flag; use --map NAME, as in --map normal"},
      {"stats --normal", "--normal: unknown flag; use --map normal"},
      {"stats --png", "--png: unknown flag; see cobble stats --help"},
      {"stats -i r.json", "-i: unknown flag; a file needs no flag: cobble stats r.json"},
      {"view --force", "--force: unknown flag; see cobble view --help"},
      {"stats --depth 3", "--depth: unknown flag; see cobble stats --help"},
      {"render --maps x", "--maps: unknown flag; use -o MAP=FILE, as in -o normal=FILE"},
      {"compare --tol 1", "--tol: unknown flag; did you mean \"--tolerance\"?"},
      {"render --help foo",
       "--help: unexpected \"foo\" after it; write --help, or --help all for every flag"},
      {"help all", "a command must come before \"all\"; as in cobble help render all"},
  };
  for (const Wrong& wrong : lines) {
    CAPTURE(wrong.line);
    const Outcome outcome = RunCobble(SplitWords(wrong.line));
    CHECK(outcome.status == 2);
    CHECK(outcome.err == "cobble: " + wrong.error + '\n');
  }
}

}  // namespace
}  // namespace cobble
