// Tests stores of Zarr version 3: zarrita reads the same bits as from version 2.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "cli/stores/stores.h"
#include "support/harness.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

using nlohmann::json;

struct Wanted {
  std::string map, bits, raw, flags;
};
const Wanted kWanted[] = {
    {"height", "8", "r8", "--chunk 32"},
    {"height", "16", "r16", "--chunk 47 --compression small"},
    {"height", "32", "r32", "--chunk 64 --compression none"},
    {"normal", "16", "r16", "--chunk 32"},
    {"rgba", "8", "r8", "--chunk 150"},
    {"slope", "32", "r32", "--chunk 64"},
};

std::string NameOf(const Wanted& wanted, const std::string& version) {
  return wanted.map + wanted.bits + '-' + version + ".zarr";
}

// Reads level 0 of the stores. Returns zarrita's lines about them.
Outcome ReadStores(const std::string& version) {
  std::string line = "node " COBBLE_SOURCE_DIR "/tests/cli/stores/read_zarr.mjs " + version;
  for (const Wanted& wanted : kWanted)
    line += ' ' + NameOf(wanted, version) + ' ' + wanted.map + "/0";
  return RunShell(line);
}

TEST_CASE("zarrita reads the same samples from both versions of Zarr") {
  const StoreFolder folder;
  for (const Wanted& wanted : kWanted) {
    const std::string words = "render r.json --bits " + wanted.bits;
    Done(words + " -o " + wanted.map + '=' + wanted.map + wanted.bits + '.' + wanted.raw);
    for (const std::string version : {"2", "3"})
      Done(words + ' ' + wanted.flags + " --zarr " + version + " -o " + wanted.map + '=' +
           NameOf(wanted, version));
    CHECK(HashOf(NameOf(wanted, "3")) == HashOf(NameOf(wanted, "2")));
  }
  for (const std::string version : {"2", "3"}) {
    const Outcome outcome = ReadStores(version);
    if (outcome.status == 3 || outcome.status == 127) return test::Skip("no zarrita");
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
    for (const Wanted& wanted : kWanted) {
      CAPTURE(wanted.map);
      CAPTURE(wanted.bits);
      CHECK((ReadAll(NameOf(wanted, version) + '.' + wanted.map + "-0") ==
             ReadAll(wanted.map + wanted.bits + '.' + wanted.raw)));
    }
  }
}

TEST_CASE("zarrita reads the levels of version 3, their names and axes") {
  const StoreFolder folder;
  Done("render r.json --levels 2 --chunk 38 --zarr 3 -o height,normal=s.zarr");
  Done("render r.json --levels 2 --chunk 38 -o height,normal=t.zarr");
  const std::string script = "node " COBBLE_SOURCE_DIR "/tests/cli/stores/read_zarr.mjs ";
  const Outcome three = RunShell(script + "3 s.zarr height/2 s.zarr normal/1");
  if (three.status == 3 || three.status == 127) return test::Skip("no zarrita");
  REQUIRE_MESSAGE(three.status == 0, three.err);
  REQUIRE(RunShell(script + "2 t.zarr height/2 t.zarr normal/1").status == 0);
  for (const std::string level : {"height-2", "normal-1"})
    CHECK((ReadAll("s.zarr." + level) == ReadAll("t.zarr." + level)));
  const std::vector<std::string> lines = SplitLines(three.out);
  const json height = json::parse(lines.at(0)), normal = json::parse(lines.at(1));
  CHECK(height["shape"] == json{26, 38});
  CHECK(height["axes"] == json{"y", "x"});
  CHECK(normal["axes"] == json{"c", "y", "x"});
  CHECK(normal["chunks"] == json{3, 38, 38});
  CHECK(height["attributes"]["ome"]["multiscales"][0]["datasets"].size() == 3);
  CHECK(height["nodes"] == json{"array /height/0", "array /height/1", "array /height/2",
                                "array /normal/0", "array /normal/1", "array /normal/2", "group /",
                                "group /height", "group /normal"});
}

TEST_CASE(
    "shards of a plan of version 3, in any order, repeated and stopped, make one run's store") {
  const StoreFolder folder;
  const std::string recipe =
      "r.json --range fit --chunk 32 --levels 2 --no-sync --zarr 3 -o height,normal=";
  Done("render " + recipe + "one.zarr");
  CHECK(Run("plan " + recipe + "s.zarr --shards 5 --quiet").status == 0);
  std::mt19937 random(3);
  for (const std::string stage : {"range", "render", "pyramid"}) {
    std::vector<std::string> lines = SplitLines(Run("plan s.zarr --stage " + stage).out);
    REQUIRE(lines.size() == 5);
    lines.push_back(lines[1]);
    std::shuffle(lines.begin(), lines.end(), random);
    for (const std::string& line : lines) {
      CHECK(Run(line.substr(7) + " --deadline 0.000001").status % 75 == 0);
      CHECK(Run(line.substr(7)).status == 0);
    }
  }
  CHECK(HashOf("s.zarr") == HashOf("one.zarr"));
  for (const auto& [path, bytes] : FilesBelow("one.zarr"))
    if (path.find("/.cobble/") == path.npos) CHECK((ReadAll("s" + path.substr(3)) == bytes));

  // A damaged chunk is found, and the commands that verify prints make it again.
  FlipBit("s.zarr/normal/0/c/0/1/2");
  const Outcome damaged = RunLine("verify s.zarr");
  CHECK(damaged.status == 1);
  CHECK(Contains(damaged.err, "s.zarr/normal/0/c/0/1/2 does not match its record"));
  for (const std::string& line : SplitLines(damaged.out)) Run(line.substr(7));
  CHECK(HashOf("s.zarr") == HashOf("one.zarr"));
  CHECK(Contains(Done("info s.zarr"), "\nformat      zarr3, compression fast\n"));
  CHECK(Done("show s.zarr") == Done("show one.zarr"));
}

}  // namespace
}  // namespace cobble
