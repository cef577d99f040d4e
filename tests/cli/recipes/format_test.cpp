// Tests cobble format, and cobble show --brief.
#include <doctest/doctest.h>

#include <string>

#include "cli/refusals.h"
#include "support/harness.h"

namespace cobble {
namespace {

constexpr const char* kLoose = R"({"noise": {"octaves":3,"type":"perlin"}, "cobble":1})";
constexpr const char* kFormatted = "{\n  \"cobble\": 1,\n  \"noise\": \"perlin(octaves=3)\"\n}\n";

TEST_CASE("a file is printed in the usual layout, or standard input") {
  const Folder folder;
  WriteFile("a.json", kLoose);
  CHECK(Out("format a.json") == kFormatted);
  CHECK(ReadAll("a.json") == kLoose);
  CHECK(RunCobble({"format", "-"}, kLoose).out == kFormatted);
}

TEST_CASE("files are changed in place, once") {
  const Folder folder;
  WriteFile("a.json", kLoose);
  WriteFile("b.json", kFormatted);
  const Outcome first = RunCobble({"format", "-i", "a.json", "b.json"});
  CHECK(first.status == 0);
  CHECK(first.out == "");
  CHECK(first.err == "a.json was formatted\n");
  CHECK(ReadAll("a.json") == kFormatted);
  const Outcome second = RunCobble({"format", "--in-place", "a.json", "b.json"});
  CHECK(second.status == 0);
  CHECK(second.err == "");
  WriteFile("a.json", kLoose);
  CHECK(RunCobble({"format", "-i", "--quiet", "a.json"}).err == "");
  CHECK(folder.Names().size() == 2);
}

TEST_CASE("--check writes nothing and has the status 1 if a file would change") {
  const Folder folder;
  WriteFile("a.json", kLoose);
  WriteFile("b.json", kFormatted);
  const Outcome outcome = RunCobble({"format", "--check", "b.json", "a.json"});
  CHECK(outcome.status == 1);
  CHECK(outcome.out == "");
  CHECK(outcome.err == "a.json would be formatted\n");
  CHECK(ReadAll("a.json") == kLoose);
  CHECK(RunCobble({"format", "--check", "b.json"}).status == 0);
}

TEST_CASE("line endings of Windows do not count as another layout") {
  const Folder folder;
  std::string text = kFormatted;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\r\n");
  WriteFile("a.json", text);
  CHECK(RunLine("format --check a.json").status == 0);
  CHECK(RunLine("format -i a.json").err == "");
  CHECK(ReadAll("a.json") == text);
  CHECK(Out("format a.json") == kFormatted);
  for (const std::string& other : {text + "\r\n", text + "\n", text.substr(0, text.size() - 2),
                                   ' ' + text, "\r\n" + text, text.substr(0, text.size() - 1)}) {
    CAPTURE(other);
    WriteFile("a.json", other);
    CHECK(RunLine("format --check a.json").status == 1);
  }
}

TEST_CASE("a file with an error is left as it is, and the others are formatted") {
  const Folder folder;
  const char* const kBad = R"-({"cobble": 1, "noise": "perlim(3)"})-";
  WriteFile("a.json", kBad);
  WriteFile("b.json", kLoose);
  const Outcome outcome = RunCobble({"format", "-i", "a.json", "b.json"});
  CHECK(outcome.status == 3);
  CHECK(ReadAll("a.json") == kBad);
  CHECK(ReadAll("b.json") == kFormatted);
}

TEST_CASE("what cannot be formatted is refused") {
  const Folder folder;
  WriteFile("a.json", kLoose);
  WriteFile("b.json", R"-({"cobble": 1, "noise": "perlim(3)"})-");
  REQUIRE(RunCobble({"render", "a.json", "--size", "8", "-o", "a.png"}).status == 0);
  test::CheckRefusals();
}

TEST_CASE("a brief recipe renders the same picture as the preset that it is of") {
  const Folder folder;
  for (const char* preset : {"rust", "marble", "brick-wall"}) {
    CAPTURE(preset);
    WriteFile("mine.json", Out(std::string("show --brief --preset ") + preset));
    CHECK(Out("show mine.json") == Out(std::string("show --preset ") + preset));
  }
  CHECK(RunCobble({"show", "--brief", "--bounds", "--preset", "rust"}).status == 2);
}

TEST_CASE("a picture's recipe is printed briefly") {
  const Folder folder;
  REQUIRE(
      RunCobble({"render", "--noise", "1 - 0.5*ridged(perlin(8), 3)", "--size", "8", "-o", "a.png"})
          .status == 0);
  CHECK(Out("show a.png --brief") ==
        "{\n  \"cobble\": 1,\n  \"size\": [8, 8],\n"
        "  \"noise\": \"1 - 0.5*ridged(perlin(8), 3)\"\n}\n");
}

}  // namespace
}  // namespace cobble
