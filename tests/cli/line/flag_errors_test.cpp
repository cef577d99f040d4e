// Tests how library errors are translated to command-line flags.
#include "cli/line/flag_errors.h"

#include <doctest/doctest.h>

#include <string>

#include "cli/line/shell_words.h"
#include "cli/refusals.h"

namespace cobble {
namespace {

TEST_CASE("errors name an option by its flag") {
  const auto text = [](const std::string& option) {
    const Error error = Error::At(ErrorKind::kUsage, option, "is wrong", "do better");
    CHECK(error.what() == option + ": is wrong; do better");
    return InFlags(error.issues().front()).Text();
  };
  CHECK(text("simd") == "--simd: is wrong; do better");
  CHECK(text("window") == "--window: is wrong; do better");
  CHECK(text("limits.pixels") == "--max-pixels: is wrong; do better");
  CHECK(text("no option") == "no option: is wrong; do better");
  CHECK(InFlags(Error::At(ErrorKind::kUsage, "preset", "b").issues().front()).Text() ==
        "--preset: b; see cobble list presets");
  // Files with that name, and texts in backquotes, are no options.
  CHECK(InFlags({"window", "no `window`", "`simd`"}).Text() == "window: no `window`; `simd`");
}

TEST_CASE("an option in a message or hint becomes its flag, or --set if it has none") {
  const auto flag = [](const std::string& name, const std::string& value = {}) {
    return InFlags(Phrase::Option(name, value));
  };
  CHECK(InFlags("use " + Phrase::Option("limits.pixels") + " to raise the limit") ==
        "use --max-pixels N to raise the limit");
  CHECK(flag("limits.cost", "2e14") == "--max-cost 2e14");
  CHECK(flag("noise.type") == "--noise NAME");
  CHECK(flag("preset") == "--preset NAME");
  CHECK(flag("noise.low") == "--set noise.low=VALUE");
  CHECK(flag("threads") == "--threads");
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
