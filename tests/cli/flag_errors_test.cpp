// Errors of the library as the command line reports them.
#include "cli/flag_errors.h"

#include <doctest/doctest.h>

#include <string>

namespace cobble {
namespace {

std::string Told(ErrorKind kind, const std::string& where, const std::string& message,
                 const std::string& hint = {}) {
  const Error error = InFlags(Error(kind, where, message, hint));
  CHECK(error.kind() == kind);
  return error.what();
}

TEST_CASE("an option at fault is its flag") {
  CHECK(Told(ErrorKind::kUsage, "simd", "is wrong", "do better") == "--simd: is wrong; do better");
  CHECK(Told(ErrorKind::kUsage, "window", "is wrong") == "--window: is wrong");
  CHECK(Told(ErrorKind::kUsage, "limits.pixels", "is wrong") == "--max-pixels: is wrong");
  // Neither a file of that name nor any other place.
  CHECK(Told(ErrorKind::kIo, "window", "cannot write") == "window: cannot write");
  CHECK(Told(ErrorKind::kUsage, "f:1:2: /noise", "is wrong") == "f:1:2: /noise: is wrong");
}

TEST_CASE("an option in a hint is its flag, and any other key is one that --set sets") {
  const auto hint = [](const std::string& text) { return Told(ErrorKind::kLimit, "", "m", text); };
  CHECK(hint("`limits.pixels` allows more") == "m; --max-pixels N allows more");
  CHECK(hint("`limits.cost` 2e14 allows it") == "m; --max-cost 2e14 allows it");
  CHECK(hint("name `noise.type`, or `preset`") == "m; name --noise TYPE, or --preset NAME");
  CHECK(hint("a `low` of its own: `noise.low`") ==
        "m; a --set low=VALUE of its own: --set noise.low=VALUE");
  CHECK(hint("half a ` pair") == "m; half a ` pair");
  CHECK(hint("`threads`") == "m; --threads");
}

TEST_CASE("a message may hold words of the user's in backquotes") {
  CHECK(Told(ErrorKind::kIo, "a", "cannot create (`no_clobber`): no `such` file") ==
        "a: cannot create (--no-clobber): no `such` file");
}

TEST_CASE("every issue of an error is put in flags") {
  const Error error = InFlags(Error(ErrorKind::kUsage, {{"simd", "a", ""}, {"preset", "b", ""}}));
  CHECK(std::string(error.what()) == "--simd: a\n--preset: b; cobble list presets names all");
}

TEST_CASE("what a call returns is handed on, and what it throws else") {
  CHECK(WithFlags([] { return 7; }) == 7);
  CHECK_THROWS_AS(WithFlags([]() -> int { throw 7; }), int);
  CHECK_THROWS_AS(WithFlags([] { throw Error(ErrorKind::kBug, "simd", ""); }), Error);
}

}  // namespace
}  // namespace cobble
