// Tests cobble render --plan: shards in any order, repeated, killed, at once, stopped; the
// range in stages.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "cli/stores/stores.h"
#include "support/harness.h"
#include "support/sanitizers.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

// A worker runs its command; in the first round, most runs are killed at a random time.
constexpr std::string_view kWorker = R"sh(
round=$1
if [ "$round" = 1 ]; then
  limit=$(($(od -An -N1 -tu1 /dev/urandom) % 40 + 1))
  exec timeout -s KILL "0.$(printf %03d "$limit")" sh -c "exec $2"
fi
exec sh -c "exec $2"
)sh";

// Runs the commands of a stage with GNU parallel, killing workers, then resumes those that failed.
// A simultaneous second run of all commands must do no harm.
constexpr std::string_view kParallel = R"(
cobble plan "$1" --stage "$2" --no-sync >commands
parallel --will-cite -j 4 --joblog log-$2 sh worker 1 {} <commands >/dev/null 2>&1 &
parallel --will-cite -j 2 --joblog twin-$2 sh worker 1 {} <commands >/dev/null 2>&1
wait
awk 'NR > 1 && $7 + $8' log-$2 | wc -l >>killed
parallel --will-cite -j 2 --joblog twin-$2 --resume-failed sh worker 2 {} <commands &
parallel --will-cite -j 2 --joblog log-$2 --resume-failed sh worker 2 {} <commands
status=$?
wait $! && exit $status
)";

TEST_CASE(
    "GNU parallel over 24 shards, twice at once and with killed workers, makes one run's store") {
  if (test::kUnderSanitizer) return test::Skip("starts hundreds of processes");
  if (RunShell("command -v parallel timeout awk od >/dev/null").status != 0)
    return test::Skip("no GNU parallel");
  const StoreFolder folder;
  const std::string recipe = "r.json --size 256 --octaves 14 --range fit --chunk 32 --levels 3 ";
  Done("render " + recipe + "--no-sync -o height,normal=one.zarr");
  CHECK(Run("plan " + recipe + "--shards 24 --quiet -o height,normal=s.zarr").status == 0);
  WriteFile("worker", kWorker);
  WriteFile("run", kParallel);
  for (const std::string stage : {"range", "render", "pyramid"}) {
    CAPTURE(stage);
    const Outcome outcome = RunWithPath("sh run s.zarr " + stage);
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
    CHECK_MESSAGE(outcome.err == "", outcome.err);
  }
  std::istringstream killed(ReadAll("killed"));
  for (int count = 0; killed >> count;) CHECK(count > 0);  // otherwise nothing was tested
  CHECK(HashOf("s.zarr") == HashOf("one.zarr"));
  CHECK(Run("verify s.zarr --recompute 10%").status == 0);
  for (const auto& [path, bytes] : FilesBelow("one.zarr"))
    if (path.find("/.cobble/") == path.npos) CHECK((ReadAll("s" + path.substr(3)) == bytes));
}

TEST_CASE("the range is the same in any order, repeated, and after shards that stopped midway") {
  const StoreFolder folder;
  const std::string recipe = "r.json --range fit --chunk 16 --no-sync ";
  Done("render " + recipe + "-o one.zarr");
  std::mt19937 random(2);
  int stops = 0;
  for (int run = 0; run < 4; ++run) {
    const std::string store = "s" + std::to_string(run) + ".zarr";
    std::vector<std::string> lines =
        SplitLines(Run("plan " + recipe + "--shards 7 --quiet -o " + store).out);
    REQUIRE(lines.size() == 7);
    lines.push_back(lines[2]);  // twice
    std::shuffle(lines.begin(), lines.end(), random);
    for (const std::string& line : lines) {
      if (random() % 2 == 0) {
        const int status = Run(line.substr(7) + " --deadline 0.000001").status;
        CHECK(status % 75 == 0);
        stops += status == 75;
      }
      CHECK(Run(line.substr(7)).status == 0);
    }
    for (const std::string& line : SplitLines(Done("plan " + store + " --stage render")))
      CHECK(Run(line.substr(7)).status == 0);
    CHECK(HashOf(store) == HashOf("one.zarr"));
    const std::vector<std::string> range = SplitWords(ReadAll(store + "/.cobble/range/all"));
    const std::vector<std::string> wanted = SplitWords(ReadAll("one.zarr/.cobble/range/all"));
    REQUIRE(range.size() == 4);
    CHECK(range[1] == wanted[1]);
    CHECK(range[2] == wanted[2]);
  }
  CHECK(stops > 0);
}

TEST_CASE("what killed runs left is removed from all folders of a store that hold files") {
  const StoreFolder folder;
  const std::string plan = "plan r.json --chunk 64 --levels 1 --range fit --no-sync --quiet ";
  CHECK(RunCommands(Run(plan + "-o height,normal=s.zarr").out).status == 0);
  const auto render = [] {
    for (const std::string stage : {"range", "render", "pyramid"})
      CHECK(Run("render --plan s.zarr --shard 1/1 --no-resume --no-sync --stage " + stage).status ==
            0);
  };
  render();
  const auto files = FilesBelow("s.zarr");
  for (const auto& entry : fs::recursive_directory_iterator("s.zarr"))
    if (entry.is_directory()) {
      const fs::path left = entry.path() / ".cobble-0123456789abcdef01234567";
      WriteFile(left.string(), "x");
      fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(200));
    }
  render();
  std::vector<std::string> kept;
  for (const auto& [path, text] : FilesBelow("s.zarr"))
    if (files.count(path) == 0) kept.push_back(fs::path(path).parent_path().generic_string());
  // Folders that hold only folders are not searched.
  CHECK(kept == std::vector<std::string>{"s.zarr/.cobble/chunks", "s.zarr/.cobble/chunks/0",
                                         "s.zarr/.cobble/chunks/1", "s.zarr/normal/0/0",
                                         "s.zarr/normal/1/0"});
}

TEST_CASE("a stage before the one below it is done has status 5 and says what to run") {
  const StoreFolder folder;
  CHECK(Run("plan r.json --chunk 32 --levels 1 --range fit --shards 3 --quiet -o s.zarr").status ==
        0);
  const auto files = FilesBelow("s.zarr");
  const auto check = [](const std::string& flags, const std::string& message) {
    const Outcome outcome = Run("render --plan s.zarr " + flags);
    CHECK(outcome.status == 5);
    CHECK(outcome.err == "cobble: s.zarr: " + message + '\n');
  };
  check("--shard 2/3",
        "the range stage of shard 1 of 3 is not done; run the commands of --stage range first");
  check("--shard 2/3 --stage pyramid",
        "the render stage of shard 2 of 3 is not done; run the commands of --stage render first");
  CHECK((FilesBelow("s.zarr") == files));
  CHECK(Run("render --plan s.zarr --shard 1/3 --stage range").status == 0);
  CHECK(Run("render --plan s.zarr --shard 3/3 --stage range").status == 0);
  check("--shard 1/3",
        "the range stage of shard 2 of 3 is not done; run the commands of --stage range first");
  WriteFile("s.zarr/.cobble/range/2", "7 0 1 00000000\n");
  check("--shard 1/3",
        "the range stage of shard 2 of 3 is not done; run the commands of --stage range first");
  CHECK(Run("render --plan s.zarr --shard 2/3 --stage range").status == 0);
  for (const std::string shard : {"3/3", "1/3", "2/3"})
    CHECK(Run("render --plan s.zarr --shard " + shard).status == 0);
  for (const std::string shard : {"2/3", "3/3", "1/3"})
    CHECK(Run("render --plan s.zarr --shard " + shard + " --stage pyramid").status == 0);
  CHECK(HashOf("s.zarr").size() == 17);
}

TEST_CASE("a deadline stops before the next chunk with status 75, and repeated runs get done") {
  const StoreFolder folder;
  const std::string recipe = "r.json --size 256 --octaves 12 --range fit --chunk 16 --no-sync ";
  Done("render " + recipe + "-o one.zarr");
  CHECK(Run("plan " + recipe + "--shards 1 --quiet -o s.zarr").status == 0);
  for (const std::string stage : {"range", "render"}) {
    CAPTURE(stage);
    const std::string shard = "render --plan s.zarr --shard 1/1 --no-sync --stage " + stage;
    // Makes at least one chunk, so that repeated runs finish.
    const Outcome one = Run(shard + " --deadline 0.000001s");
    CHECK(one.status == 75);
    CHECK(one.out + one.err == "");
    CHECK(fs::exists("s.zarr/height/0/0/0") == (stage == "render"));
    CHECK(!fs::exists("s.zarr/height/0/0/1"));
    // Longer each time, since starting takes some of it, and more with sanitizers.
    int runs = 0;
    double seconds = 0.002;
    for (int status = 75; status == 75 && runs < 200; ++runs, seconds *= 1.1)
      status = Run(shard + " --deadline " + std::to_string(seconds) + 's').status;
    CHECK(runs > 1);
    CHECK(runs < 200);
    CHECK(Run(shard + " --deadline 1h30m").status == 0);
  }
  CHECK(HashOf("s.zarr") == HashOf("one.zarr"));
}

TEST_CASE("--no-resume writes chunks again, --resume only those that are not whole") {
  const StoreFolder folder;
  CHECK(Run("plan r.json --chunk 32 --shards 2 --quiet -o s.zarr").status == 0);
  const std::string shard = "render --plan s.zarr --shard 1/2";
  Done(shard);
  const auto old = fs::last_write_time("s.zarr/height/0/0/0") - std::chrono::hours(10);
  fs::last_write_time("s.zarr/height/0/0/0", old);
  Done(shard + " --resume");
  CHECK(fs::last_write_time("s.zarr/height/0/0/0") == old);
  Done(shard + " --no-resume --threads 4");
  CHECK(fs::last_write_time("s.zarr/height/0/0/0") != old);
}

TEST_CASE("a store that moves keeps its plan, and paths may end in slashes") {
  const StoreFolder folder;
  Done("render r.json --chunk 32 --levels 1 -o one.zarr");
  CHECK(Run("plan r.json --chunk 32 --levels 1 --shards 2 --quiet -o s.zarr/").status == 0);
  Done("render --plan s.zarr/ --shard 1/2");
  fs::create_directories("far/away");
  fs::rename("s.zarr", "far/away/t.zarr");
  Done("render --plan far/away/t.zarr --shard 2/2");
  const fs::path here = fs::current_path();
  fs::current_path("far/away/t.zarr");
  CHECK(RunCommands("cobble render --plan . --shard 1/2 --stage pyramid\n"
                    "cobble render --plan ./ --shard 2/2 --stage pyramid\n")
            .err == "");
  fs::current_path(here);
  CHECK(HashOf("far/away/t.zarr") == HashOf("one.zarr"));
}

TEST_CASE("faults of a shard's command line are refused, and nothing is written") {
  const StoreFolder folder;
  CHECK(Run("plan r.json --chunk 32 --shards 2 --quiet -o s.zarr").status == 0);
  CheckRefused();
}

}  // namespace
}  // namespace cobble
