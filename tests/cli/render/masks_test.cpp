// Tests where the command line refuses slope-of, curvature-of and blur, and where it does not.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cli/refusals.h"
#include "support/harness.h"

namespace cobble {
namespace {

// Writes a recipe of one line to r.json.
void WriteRecipe(const std::string& members) {
  WriteFile("r.json", R"({"cobble": 1, "size": [40, 30], )" + members + "}");
}

TEST_CASE("a mask in the noise is refused by maps that need slopes, and by sample") {
  const Folder folder;
  WriteRecipe(R"("noise": {"type": "slope-of", "source": {"type": "perlin"}})");
  const std::string refused = "r.json:1:42: /noise ... \"noise\" ... \"radius\"";
  for (const char* map : {"normal", "curvature", "slope", "lit", "bumpslopes"}) {
    test::CheckFault(RunLine("render r.json -o " + std::string(map) + "=out.exr"), 3, refused);
  }
  const Outcome both = RunLine("render r.json -o height=h.png -o normal=n.png");
  test::CheckMessage(both.err, refused);
  const Outcome sample = RunLine("sample r.json --points -", "0,0\n");
  CHECK(sample.status == 3);
  CHECK(sample.out.empty());
  test::CheckMessage(sample.err, refused);
  CHECK(folder.Names() == std::vector<std::string>{"r.json"});
}

TEST_CASE("a mask in the noise has height, value, ao and maps, and is checked and shown") {
  const Folder folder;
  WriteRecipe(R"("noise": {"type": "slope-of", "source": {"type": "perlin"}}, "maps": {"m": 0.5})");
  for (const char* words : {"check r.json", "show r.json", "show r.json --bounds",
                            "render r.json --quiet -o height=h.png -o ao=a.png -o value=v.exr",
                            "render r.json --quiet -o m=m.png", "render r.json --quiet -o m.png"}) {
    const Outcome outcome = RunLine(words);
    CAPTURE(std::string(words));
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
  }
}

// Runs cobble. Returns what it prints, and the samples of all raw pictures.
std::string Samples(const Folder& folder, const std::string& words) {
  const Outcome outcome = RunLine(words, "0,0\n0.1,-0.2\n");
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  std::string all = outcome.out;
  for (const std::string& name : folder.Names())
    if (name.ends_with(".r32")) all += name + ReadAll(name);
  return all;
}

TEST_CASE("masks of a world with the range fit are those with the range that it finds") {
  const Folder folder;
  WriteRecipe(R"j("noise": "land", "nodes": {"land": "simplex(3, dimensions=3)"},
      "world": {"width": 100, "heights": [0, 50]}, "maps": {"steep": "slope-of(land)/90",
      "bumps": "curvature-of(land)"})j");
  for (const std::string series : {"", " --frames 2"}) {
    const std::string number = series.empty() ? "" : "{frame}";
    Out("render r.json --quiet --range fit -o v" + number + ".png --report j" + series);
    const std::string report = ReadAll("j");
    const std::size_t at = report.find(R"("range": [)") + 10;
    std::string range = report.substr(at, report.find(']', at) - at);
    std::erase(range, ' ');
    Strings lines{"render r.json --quiet -o steep=a" + number + ".r32" + series};
    if (series.empty()) {
      for (const std::string more : {"--window 7,5,9,11", "--threads 1", "-o v.png"})
        lines.push_back("render r.json --quiet -o steep=a.r32 -o bumps=b.r32 " + more);
      lines.emplace_back("render r.json --quiet -o steep=t{x}.r32 --tiles 2x1");
      lines.emplace_back("render r.json --quiet -o lit=l.r32 -o @/maps/steep=n.r32");
      lines.emplace_back("stats r.json --map bumps");
      lines.emplace_back("sample r.json --map steep --points -");
    }
    for (const std::string& line : lines) {
      CAPTURE(line);
      const std::string fit = Samples(folder, line + " --range fit");
      CHECK(fit == Samples(folder, line + " --range=" + range));
      CHECK(fit != Samples(folder, line + " --range=-1,1"));
    }
  }
}

TEST_CASE("a map with masks is rendered beside a normal map; the noise is refused by itself") {
  const Folder folder;
  const std::string nodes = R"("nodes": {"land": {"type": "perlin", "octaves": 3},
      "steep": {"type": "slope-of", "source": {"ref": "land"}}}, "maps": {"steep":
      {"type": "remap", "source": {"ref": "steep"}}, "c": {"type": "ramp", "source":
      {"ref": "steep"}, "stops": [[0, "snow"], [60, "black"]]}}, )";
  WriteRecipe(nodes + R"("noise": {"ref": "land"})");
  const std::string outputs = " -o normal=n.png -o steep=s.png -o c=c.png -o @steep=node.png";
  const Outcome fine = RunLine("render r.json --quiet" + outputs);
  CHECK(fine.err.empty());
  CHECK(fine.status == 0);
  WriteRecipe(nodes + R"("noise": {"type": "warp", "by": {"ref": "steep"},
      "source": {"ref": "land"}})");
  test::CheckFault(RunLine("render r.json" + outputs), 3,
                   "r.json:2:16: /nodes/steep ... \"radius\"");
  CHECK(RunLine("render r.json --quiet -o height=h.png -o c=c2.png").status == 0);
}

TEST_CASE("masks with a radius, and blurs, are part of a height that has every map") {
  const Folder folder;
  WriteRecipe(R"r("nodes": {"land": "ridged(perlin(2), 3)",
      "ledge": "slope-of(blur(land), radius=0.01)",
      "worn": "curvature-of(slope-of(land, magnitude, radius=0.01))"},
      "noise": "warp(land + smoothstep(ledge, 10, 30), blur(worn, 0.1, samples=8), 0.1)")r");
  const Outcome outcome = RunLine(
      "render r.json --quiet -o normal=n.png -o slope=s.exr -o curvature=c.png -o height=h.png");
  CHECK(outcome.err.empty());
  CHECK(outcome.status == 0);
  CHECK(RunLine("sample r.json --points -", "0,0\n").status == 0);
}

TEST_CASE("a blurred colour is a colour") {
  const Folder folder;
  const std::string ramp = R"r("nodes": {"c": "ramp(perlin(3), [[-1, teal], [1, white]])"}, )r";
  WriteRecipe(ramp + R"r("noise": "blur(c)")r");
  CHECK(RunLine("check r.json").err.find(": /noise: is a colour") != std::string::npos);
  WriteRecipe(ramp + R"r("noise": "perlin(3)", "maps": {"color": "blur(blur(c))",
      "grey": "blur(luminance(blur(c)))"})r");
  const Outcome outcome = RunLine("render r.json --quiet -o color=c.png -o grey=g.png");
  CHECK(outcome.err.empty());
  CHECK(outcome.status == 0);
}

TEST_CASE("a blur of blurs of blurs is refused at the limit of steps") {
  const Folder folder;
  WriteRecipe(R"r("nodes": {"a": "blur(perlin(3), 0.1, samples=64)",
      "b": "blur(a, 0.1, samples=64)"}, "noise": "blur(b, 0.1, samples=64)")r");
  const Outcome outcome = RunLine("check r.json");
  CHECK(outcome.status == 4);
  CHECK(outcome.err.find(": /noise: ") != std::string::npos);
  for (const char* node : {"blur (64 times)", "\"b\" (blur, 64 times)", "\"a\" (blur, 64 times)"})
    CHECK(outcome.err.find(node) != std::string::npos);
}

TEST_CASE(
    "a mask without a radius in the source of another is refused, with the node that needs the "
    "slope") {
  const Folder folder;
  WriteRecipe(R"("noise": {"type": "perlin"}, "maps": {"m": {"type": "slope-of", "source":
      {"type": "abs", "source": {"type": "slope-of", "source": {"type": "value"}}}}})");
  for (const char* words : {"check r.json", "render r.json -o height=h.png"}) {
    test::CheckFault(RunLine(words), 3,
                     "r.json:2:33: /maps/m/source/source ... /maps/m ... \"radius\"");
  }
}

TEST_CASE("a mask in a stamp is refused with the node that needs the stamp's slope") {
  const Folder folder;
  WriteRecipe(R"("noise": {"type": "slope-of", "source":
      {"type": "scatter", "source": {"type": "slope-of", "source": {"type": "perlin"}}}})");
  test::CheckFault(RunLine("render r.json -o height=h.png"), 3,
                   "r.json:2:37: /noise/source/source ... /noise ... \"radius\"");
}

TEST_CASE("a source that is missing or a colour is refused") {
  const Folder folder;
  WriteRecipe(R"("noise": {"type": "slope-of"})");
  test::CheckRefusal("3 check r.json => r.json:1:42: /noise/source");
  WriteRecipe(R"("noise": {"type": "curvature-of", "source": "teal"})");
  test::CheckRefusal("3 check r.json => r.json:1:78: /noise/source ... \"luminance\"");
}

TEST_CASE("keys without an effect are reported") {
  const Folder folder;
  WriteRecipe(R"("noise": {"type": "slope-of", "limit": 5, "source": {"type": "perlin"}})");
  CHECK(Contains(RunLine("render r.json -o h.png").err,
                 "/noise/limit: has no effect: \"measure\" is "
                 "\"angle\""));
}

}  // namespace
}  // namespace cobble
