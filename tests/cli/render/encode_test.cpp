// The library writes the same files as cobble render.
#include "cobble/encode.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "output/formats.h"
#include "support/harness.h"

namespace cobble {
namespace {

constexpr std::string_view kMixed = R"({
  "cobble": 1, "description": "é", "size": [70, 50], "tiling": true,
  "domain": {"extent": [7, 5]}, "range": RANGE, "normal": {"strength": 0.3},
  "noise": {"type": "mix", "a": {"type": "perlin", "frequency": 2}, "b": 0.25,
            "by": {"type": "value", "frequency": 3, "octaves": 2}}})";

std::string WithRange(const std::string& range) {
  std::string text(kMixed);
  return text.replace(text.find("RANGE"), 5, range);
}

struct Case {
  std::string suffix;
  std::vector<MapName> maps;
  int bits;
  std::string words;  // the same options as arguments of cobble render
  Window window = {};
  std::string compression = "fast";
};

const std::vector<Case> kCases{
    {"png", {Map::kHeight}, 8, "--bits 8 -o "},
    {"png", {Map::kHeight}, 0, "-o "},
    {"png", {Map::kNormal}, 16, "--bits 16 -o normal="},
    {"png", {Map::kHeight}, 16, "--compression small -o ", {}, "small"},
    {"png", {Map::kHeight}, 0, "--window -9,3,31,20 -o ", {-9, 3, 31, 20}},
    {"exr", {Map::kHeight}, 0, "--window 70,50,140,50 -o ", {70, 50, 140, 50}},
    {"exr",
     {Map::kValue, Map::kNormal, Map::kHeight, Map::kSlope},
     16,
     "--bits 16 -o value,normal,height,slope="},
    {"tif", {Map::kHeight}, 16, "--window -9,3,31,20 -o ", {-9, 3, 31, 20}},
    {"tif", {Map::kSlope}, 0, "--compression small -o slope=", {}, "small"},
    {"r8", {Map::kNormal}, 0, "-o normal="},
    {"r16", {Map::kHeight}, 0, "-o "},
    {"r32", {Map::kSlope}, 0, "-o slope="},
    {"pfm", {Map::kNormal}, 0, "-o normal="},
    {"bmp", {Map::kHeight}, 0, "-o "},
};

// Encodes to a file and to memory, with different numbers of threads.
void CheckCase(const Case& c, const Program& program) {
  const std::string mine = "mine." + c.suffix, theirs = "theirs." + c.suffix;
  const Outcome outcome = RunLine("render recipe.json --threads 3 " + c.words + theirs);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  EncodeOptions options{.maps = c.maps, .bits = c.bits, .compression = c.compression};
  WritePicture(program, mine, options, {.window = c.window, .threads = 1});
  CHECK(ReadAll(mine) == ReadAll(theirs));

  options.format = FormatOfPath(mine)->name;
  const EncodedPicture memory = EncodePicture(program, options, {.window = c.window, .threads = 2});
  CHECK(memory.bytes == ReadAll(theirs));
  CHECK(memory.sidecar.empty() == (c.suffix[0] != 'r'));
  if (memory.sidecar.empty()) return;
  CHECK(memory.sidecar == ReadAll(theirs + ".json"));
  CHECK(ReadAll(mine + ".json") == ReadAll(theirs + ".json"));
}

TEST_CASE("the library and cobble render write the same pictures byte for byte") {
  for (const std::string range : {"\"natural\"", "\"fit\"", "[-0.5, 0.25]"}) {
    const Folder folder;
    WriteFile("recipe.json", WithRange(range));
    const Program program = Program::Compile(ReadRecipe(WithRange(range), "recipe"));
    for (const Case& c : kCases) {
      CAPTURE(range);
      CAPTURE(c.words);
      CheckCase(c, program);
    }
  }
}

}  // namespace
}  // namespace cobble
