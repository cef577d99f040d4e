// Tests cobble plan: its commands in any shell, its estimates, and what it refuses.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cli/stores/stores.h"
#include "support/harness.h"
#include "support/levels.h"
#include "support/plan_crc.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

TEST_CASE("each line of the plan is a command, and together they make the store of one run") {
  const StoreFolder folder;
  Done("render r.json --chunk 32 --levels 2 --range fit -o height,normal=one.zarr");
  const std::string plan = "plan r.json --chunk 32 --levels 2 --range fit --shards 4 --quiet -o ";
  const std::string first = Done(plan + "height,normal=s.zarr");
  CHECK(first == Done("plan s.zarr --stage range"));
  CHECK(first == Done("plan s.zarr --quiet"));
  for (const std::string stage : {"range", "render", "pyramid"}) {
    const std::vector<std::string> lines = SplitLines(Done("plan s.zarr --stage " + stage));
    CHECK(lines.size() == 4);
    for (const std::string& line : lines) {
      CHECK(line.starts_with("cobble render --plan s.zarr "));
      const Outcome outcome = RunCommands(line);
      CHECK(outcome.status == 0);
      CHECK(outcome.out == "");
      CHECK(outcome.err == "");
    }
  }
  CHECK(HashOf("s.zarr") == HashOf("one.zarr"));
}

TEST_CASE("a store of masks alone has a range stage if the range fit decides about their metres") {
  const StoreFolder folder;
  const std::string land =
      "--noise perlin(4) --size 96 --world-width 100 --world-heights 0,20 "
      "--set maps.a=slope-of(perlin(4))/90 --chunk 32 ";
  Done("render " + land + "--range fit -o a=one.zarr");
  Done("render --noise perlin(4) --size 96 --quiet -o value=v.r32 --report j");
  const std::string report = ReadAll("j");
  const auto number = [&](const std::string& name) {
    const std::size_t at = report.find("\"" + name + "\": ") + name.size() + 4;
    return report.substr(at, report.find(',', at) - at);
  };
  Done("render " + land + "--range=" + number("minimum") + "," + number("maximum") +
       " -o a=fixed.zarr");
  CHECK(HashOf("one.zarr") == HashOf("fixed.zarr"));
  Done("plan " + land + "--range fit --shards 2 --quiet -o a=s.zarr");
  for (const char* stage : {"range", "render"})
    CHECK(RunCommands(Done("plan s.zarr --quiet --stage " + std::string(stage))).status == 0);
  CHECK(HashOf("s.zarr") == HashOf("one.zarr"));
  CHECK(Run("verify s.zarr --recompute 100%").status == 0);
}

TEST_CASE("a plan prints nothing for a stage that it lacks, and refuses to run it") {
  const StoreFolder folder;
  CHECK(Run("plan r.json -o s.zarr --shards 1 --quiet").out ==
        "cobble render --plan s.zarr --shard 1/1\n");
  CHECK(Done("plan s.zarr --stage range") == "");
  CHECK(Done("plan s.zarr --stage pyramid") == "");
  CHECK(Run("plan r.json -o t.zarr --stage range --quiet").out == "");
  test::CheckMessage(Run("render --plan s.zarr --shard 1/1 --stage range").err, "--stage");
  test::CheckMessage(Run("render --plan s.zarr --shard 1/1 --stage pyramid").err, "--stage");
  // A given range, or a map without heights, needs no range stage.
  CHECK(Run("plan r.json -o u.zarr --range 0,1 --quiet").out.find("range") == std::string::npos);
  CHECK_FALSE(Contains(Run("plan r.json -o color=v.zarr --range fit --quiet").out, "range"));
}

TEST_CASE("commands survive names with characters of shells") {
  const StoreFolder folder;
  std::vector<std::string> names{
      "my store.zarr", "it's.zarr",   "$HOME.zarr", "`id`.zarr",         "-x.zarr",
      "~.zarr",        "[a].zarr",    "a;b&c.zarr", "\xC3\xA4#.zarr",    "{a,b}.zarr",
      "!x.zarr",       "sub/-d.zarr", "a,b.zarr",   "it's $5, 10%.zarr", "“a”.zarr"};
  if (test::Has(test::kShell)) names.insert(names.end(), {"a\"b\\.zarr", "*?.zarr", "a|b.zarr"});
  for (const std::string& name : names) {
    CAPTURE(name);
    const Outcome plan = RunCobble({"plan", "r.json", "--chunk", "64", "--levels", "1",
                                    "--output=" + name, "--shards", "2", "--quiet"});
    REQUIRE_MESSAGE(plan.status == 0, plan.err);
    CHECK(RunCommands(plan.out).err == "");
    const Outcome pyramid = RunCobble({"plan", "--stage", "pyramid", "--", name});
    CHECK(pyramid.out.find("--stage pyramid") != std::string::npos);
    CHECK(RunCommands(pyramid.out).err == "");
    CHECK(RunCobble({"verify", "--", name}).status == 0);
    // The hint that names the next stage is a command, too.
    const Outcome again = RunCobble({"plan", "--", name});
    const std::size_t at = again.err.find("cobble plan ");
    REQUIRE(at != std::string::npos);
    CHECK(RunCommands(again.err.substr(at)).out == pyramid.out);
  }
  test::CheckMessage(RunCobble({"plan", "r.json", "-o", "a\nb.zarr"}).err, "-o a\\x0Ab.zarr");
}

TEST_CASE("flags of the run are part of the commands") {
  const StoreFolder folder;
  const std::string level = test::RunningLevels().front();
  CHECK(Run("plan r.json -o s.zarr --chunk 64 --shards 1 --threads 3 --no-sync --quiet --simd " +
            level)
            .out ==
        "cobble render --plan s.zarr --threads 3 --simd " + level + " --no-sync --shard 1/1\n");
  CHECK(RunCommands(Done("plan s.zarr --threads 2 --no-sync")).status == 0);
  const Outcome levels = Run("plan r.json -o l.zarr --chunk 64 --levels 1 --threads 2 --no-sync");
  CHECK(levels.err.ends_with(" cobble plan l.zarr --stage pyramid --threads 2 --no-sync\n"));
}

TEST_CASE("estimates stand on standard error alone, and count what the store will have") {
  const StoreFolder folder;
  const Outcome plan = Run("plan r.json --chunk 32 --levels 1 -o height,normal=s.zarr --shards 2");
  CHECK(plan.status == 0);
  CHECK(SplitLines(plan.out).size() == 2);
  const std::vector<std::string> lines = SplitLines(plan.err);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "cobble: s.zarr: 150 x 101 pixels, 2 levels, 20 chunks of 32 x 32, 2 shards");
  CHECK(lines[1].starts_with("cobble: height (16 bits), normal (8 bits); about "));
  CHECK(lines[1].ends_with(" on disk in 78 files"));  // 20 + 6 chunks of 2 maps, and their records
  CHECK(lines[2].find("noise evaluations; about ") != std::string::npos);
  CHECK(lines[3] ==
        "cobble: hint: when these are done, print the next stage with cobble plan s.zarr --stage "
        "pyramid");
  CHECK(RunCommands(plan.out + Done("plan s.zarr --stage pyramid")).err == "");
  std::size_t chunks = 0, bytes = 0;
  for (const auto& [path, text] : FilesBelow("s.zarr")) {
    const bool is_chunk = fs::path(path).filename().string()[0] != '.';
    chunks += is_chunk && !path.ends_with(".json");
    if (path.find(".cobble") == std::string::npos && is_chunk) bytes += text.size();
  }
  CHECK(chunks == 78);
  const double estimated = std::stod(lines[1].substr(lines[1].find("about ") + 6));
  const double actual = static_cast<double>(bytes) / 1000;
  CHECK_MESSAGE(lines[1].find(" kB on disk") != std::string::npos, lines[1]);
  CHECK(estimated > actual / 1.5);
  CHECK(estimated < actual * 1.5);
}

TEST_CASE("the same plan may be made again; it keeps the chunks") {
  const StoreFolder folder;
  const std::string words = "plan r.json --chunk 32 -o s.zarr --shards 2 --quiet";
  const std::string commands = Run(words).out;
  CHECK(RunCommands(commands).status == 0);
  const auto files = FilesBelow("s.zarr");
  CHECK(Run(words).out == commands);
  CHECK((FilesBelow("s.zarr") == files));
}

TEST_CASE("the limits of pixels and of evaluations count a shard, and so do the commands") {
  const StoreFolder folder;
  const std::string words = "plan r.json --size 1024 --chunk 64 -o s.zarr --quiet ";
  test::CheckFault(Run(words + "--max-pixels 100000"), 4, "--shards");
  CHECK(Run(words + "--shards 8 --max-cost 1e5").status == 4);
  CHECK(folder.Names() == std::vector<std::string>{"r.json"});
  const Outcome plan = Run(words + "--max-pixels 100000 --shards 11");
  CHECK(plan.status == 0);
  CHECK(RunCommands(plan.out).err == "");
  CHECK(HashOf("s.zarr").size() == 17);
}

TEST_CASE("a shard that a raised limit admits can be rendered and repaired") {
  const StoreFolder folder;
  const std::string words = "plan r.json --size 131073 --chunk 1024 --shards 1 --quiet -o s.zarr ";
  CHECK(Run(words).status == 4);
  const std::string command = "cobble render --plan s.zarr --shard 1/1\n";
  CHECK(Run(words + "--max-pixels 30000000000").out == command);
  CHECK(Done("plan s.zarr") == command);
  CHECK(Run("render --plan s.zarr --shard 1/1 --deadline 0.000001").status == 75);
  CHECK(fs::exists("s.zarr/height/0/0/0"));
  CHECK(Run("verify s.zarr --quiet").out == command);
}

TEST_CASE("the commands of a store that exists are checked, too") {
  const StoreFolder folder;
  CHECK(Run("plan r.json --quiet -o s.zarr").status == 0);
  const std::pair<std::string, std::string> refused[] = {
      {"simd nope", "simd: must be one of "},
      {"max-pixels 5", "max-pixels: does not apply to a store that exists; "},
      {"max-cost 5", "max-cost: does not apply to a store that exists; "},
  };
  for (const auto& [flag, message] : refused) {
    const Outcome outcome = Run("plan s.zarr --" + flag);
    CHECK(outcome.status == 2);
    CHECK(outcome.err.starts_with("cobble: --" + message));
    CHECK(outcome.out == "");
  }
}

TEST_CASE("a store gives its recipe to the plan of another") {
  const StoreFolder folder;
  Done("render r.json --seed 3 -o a.zarr");
  const Outcome plan = Run("plan a.zarr -o height,normal=b.zarr --chunk 32 --levels 1 --quiet");
  CHECK(plan.err == "");
  CHECK(SplitLines(plan.out).size() == 1);
  CHECK(Done("show b.zarr") == Done("show a.zarr"));
  CHECK(Done("info b.zarr").find("normal") != std::string::npos);
  // Not over itself with another grid.
  const Outcome same = Run("plan a.zarr -o a.zarr --chunk 32 --quiet");
  CHECK(same.status == 2);
  CHECK(same.err.find("already holds another store: ") != std::string::npos);
}

TEST_CASE("times have two digits, and no exponent") {
  const StoreFolder folder;
  for (const std::string size : {"64", "4000", "40000", "1000000"}) {
    CAPTURE(size);
    const Outcome plan = Run("plan --noise value --dry-run --chunk 64 -o s.zarr --size " + size);
    REQUIRE_MESSAGE(plan.status == 0, plan.err);
    const std::size_t at = plan.err.rfind("; about ") + 8;
    const std::string time = plan.err.substr(at, plan.err.find(" on one core") - at);
    CAPTURE(time);
    const std::size_t digits = time.find_first_not_of("0123456789.");
    CHECK((time.substr(digits) == " ms" || time.substr(digits) == " s" ||
           time.substr(digits) == " min" || time.substr(digits) == " h"));
    const double count = std::stod(time);
    CHECK((time.find('.') == std::string::npos) == (count >= 9.95));
    CHECK((count < 100 || time.ends_with(" h")));
  }
}

TEST_CASE("a shard with more pixels than the default limit of a picture can be planned") {
  const StoreFolder folder;
  const Outcome plan = Run("plan r.json --size 1048576 --chunk 2048 -o s.zarr --shards 4096");
  CHECK(plan.status == 0);
  CHECK(SplitLines(plan.out).size() == 4096);
  CHECK(plan.out.ends_with("cobble render --plan s.zarr --shard 4096/4096\n"));
  CHECK(plan.err.find("1048576 x 1048576 pixels, 1 level, 262144 chunks of 2048 x 2048") <
        plan.err.size());
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator("s.zarr"))
    files += !entry.is_directory();
  // .zgroup, .zmetadata, height/.zgroup, .zattrs, 0/.zarray, 0/.zattrs and the plan
  CHECK(files == 7);
}

void EditPlan(const std::string& store, const std::string& from, const std::string& to) {
  fs::copy("done.zarr", store, fs::copy_options::recursive);
  const std::string path = store + "/.cobble/plan.json";
  std::string text = ReadAll(path);
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  WriteFile(path, test::WithPlanCrc(text.replace(at, from.size(), to)));
}

TEST_CASE("a damaged plan is reported as such, also by a plan over it") {
  const StoreFolder folder;
  CHECK(Run("plan r.json --quiet -o s.zarr").status == 0);
  const std::string path = "s.zarr/.cobble/plan.json", text = ReadAll(path);
  const std::size_t at = text.find("\"octaves\": 2");
  REQUIRE(at != std::string::npos);
  WriteFile(path, std::string(text).replace(at, 12, "\"octaves\": 3"));
  const std::string message =
      "cobble: s.zarr/.cobble/plan.json: is not a plan of a store: its text does not match its "
      "\"crc32\"; remove this file, and run cobble plan again with the same recipe and flags\n";
  CHECK(Run("plan r.json --quiet -o s.zarr").err == message);
  CHECK(Run("verify s.zarr").err == message);
  fs::remove(path);
  CHECK(Run("plan r.json --quiet -o s.zarr").status == 0);
  CHECK(ReadAll(path) == text);
}

TEST_CASE("a script that cannot be made leaves no store") {
  const StoreFolder folder;
  for (const std::string words : {"plan r.json --scheduler kubernetes -o ../s.zarr",
                                  "plan r.json --scheduler slurm -o 'a\tb.zarr'"}) {
    CHECK(RunLine(words).status == 2);
    CHECK(folder.Names() == std::vector<std::string>{"r.json"});
  }
  CHECK(!fs::exists("../s.zarr"));
}

TEST_CASE("commands end when their reader has gone") {
  if (test::Lacks(test::kShell)) return;
  const StoreFolder folder;
  const std::string plan =
      "plan r.json --size 2147483647 --chunk 16384 --shards 17000000000 --bits 8 --quiet -o s.zarr";
  CHECK(RunWithPath("cobble " + plan + " | head -n 2 >lines").err == "");
  CHECK(SplitLines(ReadAll("lines")).size() == 2);
}

TEST_CASE("faults of plans are refused, and nothing is written") {
  const StoreFolder folder;
  Done("render r.json -o done.zarr");
  EditPlan("old.zarr", "\"noise\": 3", "\"noise\": 0");
  EditPlan("new.zarr", "\"format\": 1", "\"format\": 9");
  fs::copy("done.zarr", "cut.zarr", fs::copy_options::recursive);
  fs::resize_file("cut.zarr/.cobble/plan.json", 300);
  fs::create_directory("folder");
  CheckRefused();
}

}  // namespace
}  // namespace cobble
