// Tests of makefiles that run shards: GNU make runs them with a program that stands in for cobble.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/stores/shard_scripts.h"
#include "support/harness.h"
#include "support/shard_fakes.h"
#include "support/skip.h"

namespace cobble {
namespace {

using Lines = std::vector<std::string>;

bool HasMake() { return RunShell("command -v make").status == 0; }

// The calls of cobble in log order, sorted within each stage.
Lines SortedStages(Lines log, std::size_t shards) {
  const auto step = static_cast<std::ptrdiff_t>(shards);
  for (auto at = log.begin(); log.end() - at >= step; at += step) std::sort(at, at + step);
  return log;
}

TEST_CASE("make runs the stages in order, each shard once, and then verifies") {
  if (!HasMake()) return test::Skip("no make");
  for (const std::string& store : test::AwkwardStores()) {
    CAPTURE(store);
    const Folder folder;
    test::WriteFakeCobble();
    WriteFile("plan.mk", Makefile(test::PlanOf(store, 5, {"range", "render"})));
    const Outcome outcome = test::RunWithFakes("make -j4 -f plan.mk");
    CHECK(outcome.err == "");
    Lines expected;
    for (const char* stage : {"range", "render"})
      for (int i = 1; i <= 5; ++i)
        expected.push_back(
            fmt::format("render|--plan|{}|--stage|{}|--shard|{}/5", store, stage, i));
    expected.push_back("verify|--|" + store);
    CHECK(SortedStages(test::LinesOf("log"), 5) == expected);
  }
}

TEST_CASE("a makefile has the numbers of its shards, unless they are many") {
  const auto has = [](int64_t shards, const std::string& line) {
    return Makefile(test::PlanOf("t.zarr", shards, {"render"})).find(line) != std::string::npos;
  };
  CHECK(has(1, "\nshards := 1\n"));
  CHECK(has(3, "\nshards := 1 2 3\n"));
  CHECK(has(256, " 255 256\n"));
  CHECK(has(257, "\nshards := $(shell seq 257)\n"));
}

TEST_CASE("make stops before the next stage if a shard fails, and can be run again") {
  if (!HasMake()) return test::Skip("no make");
  const Folder folder;
  test::WriteFakeCobble();
  WriteFile("plan.mk", Makefile(test::PlanOf("t.zarr", 5, {"range", "render"})));
  WriteFile("status-2", "75");
  CHECK(test::RunWithFakes("make -k -f plan.mk").status == 2);
  const Lines log = test::LinesOf("log");
  CHECK(log.size() == 5);
  for (const std::string& line : log) CHECK(line.find("|range|") != std::string::npos);
  CHECK(test::RunWithFakes("rm status-2 log; make -f plan.mk").status == 0);
  CHECK(test::LinesOf("log").size() == 11);
}

// Files named as targets must not make them look up to date.
TEST_CASE("targets of make are phony") {
  if (!HasMake()) return test::Skip("no make");
  const Folder folder;
  test::WriteFakeCobble();
  WriteFile("plan.mk", Makefile(test::PlanOf("t.zarr", 2, {"render"})));
  CHECK(test::RunWithFakes("touch all verify render render-1 render-2; make -f plan.mk").err == "");
  CHECK(test::LinesOf("log").size() == 3);
  CHECK(test::RunWithFakes("rm log; make -f plan.mk render-2").status == 0);
  CHECK(test::LinesOf("log") == Lines{"render|--plan|t.zarr|--stage|render|--shard|2/2"});
}

TEST_CASE("a makefile's size does not grow with the number of shards") {
  if (test::Lacks(test::kShell)) return;
  const Lines stages{"range", "render", "pyramid"};
  const std::string text = Makefile(test::PlanOf("t.zarr", 4096, stages));
  CHECK(text.size() < Makefile(test::PlanOf("t.zarr", 512, stages)).size() + 20);
  if (!HasMake()) return;
  const Folder folder;
  WriteFile("plan.mk", text);
  const Outcome outcome = RunShell("make -n -f plan.mk | sort | uniq -c | wc -l");
  CHECK(outcome.out == "12289\n");
}

}  // namespace
}  // namespace cobble
