// Tests shards that are stopped or cannot write: SIGTERM, SIGKILL, full disks, missing rights.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>

#include "stores/range_parts.h"
#include "support/files/wait.h"
#include "support/harness.h"
#include "support/posix/process_state.h"
#include "support/process.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

namespace fs = std::filesystem;
// Plans a store that takes seconds, with small chunks or a slow one.
void Plan(const std::string& store, int64_t size, int64_t chunk) {
  const Ended plan =
      RunProcess(Cobble(fmt::format("plan --noise perlin --dimensions 3 --octaves 16 --range fit "
                                    "--size {} --chunk {} --levels 1 --shards 1 "
                                    "--max-pixels 1000000000 --quiet -o height,normal={}",
                                    size, chunk, store)));
  REQUIRE_MESSAGE(plan.status == 0, plan.err);
}

Words Shard(const std::string& store, const std::string& stage) {
  return Cobble(fmt::format("render --plan {} --shard 1/1 --no-sync --stage {}", store, stage));
}

int Finish(const std::string& store, const std::string& stage) {
  return RunProcess(Shard(store, stage)).status;
}

std::string Hash(const std::string& store) {
  const Ended ended = RunProcess(Cobble("verify " + store));
  CHECK_MESSAGE(ended.status == 0, ended.err);
  return ended.out;
}

// Returns the hash of an uninterrupted store.
std::string WantedHash(int64_t size, int64_t chunk) {
  Plan("wanted.zarr", size, chunk);
  for (const std::string stage : {"range", "render", "pyramid"})
    REQUIRE(Finish("wanted.zarr", stage) == 0);
  return Hash("wanted.zarr");
}

int64_t FilesIn(const std::string& store) {
  int64_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(store))
    files += entry.is_regular_file() ? 1 : 0;
  return files;
}

class Running {
 public:
  explicit Running(const std::string& stage)
      : before_(FilesIn("s.zarr")), process_(Shard("s.zarr", stage), {.before_run = NotePid}) {}

  // Waits until the process can be stopped and has written `files` files, or has ended.
  void WaitForFiles(int64_t files) const {
    REQUIRE(WaitUntil([&] {
      return StateOfNoted() == 'Z' ||
             (NotedCatches(SIGTERM) && FilesIn("s.zarr") >= before_ + files);
    }));
  }

  Ended End(int signal) {
    process_.Signal(signal);
    return process_.Wait();
  }

 private:
  int64_t before_;
  Process process_;
};

// Files that are not chunks, records or metadata.
Words Temporaries(const std::string& store) {
  Words found;
  for (const auto& entry : fs::recursive_directory_iterator(store)) {
    const std::string name = entry.path().filename().string();
    const bool is_known = name == ".zgroup" || name == ".zmetadata" || name == ".zattrs" ||
                          name == ".zarray" || name == ".cobble" ||
                          name.find_first_not_of("0123456789") == name.npos;
    if (!is_known && name[0] == '.') found.push_back(entry.path().string());
  }
  return found;
}

}  // namespace

TEST_CASE("SIGTERM stops a shard with status 75 at any time, and the same command continues") {
  const Folder folder;
  const std::string wanted = WantedHash(256, 16);
  Plan("s.zarr", 256, 16);
  std::mt19937 random(3);
  for (const std::string stage : {"range", "render", "pyramid"}) {
    int stopped = 0;
    for (int run = 0; run < 8; ++run) {
      Running shard(stage);
      shard.WaitForFiles(stage == "range" ? 0 : random() % 10);
      const Ended ended = shard.End(SIGTERM);
      CHECK_MESSAGE((ended.status == 0 || ended.status == 75),
                    fmt::format("{}: {} {}", stage, ended.status, ended.err));
      CHECK(ended.err == "");
      stopped += ended.status == 75;
      CHECK(Temporaries("s.zarr") == Words{});
    }
    if (stage == "render") CHECK(stopped > 0);
    CHECK(Finish("s.zarr", stage) == 0);
  }
  CHECK(Hash("s.zarr") == wanted);
}

TEST_CASE("SIGTERM drops a chunk that takes long, in the stages that render") {
  const Folder folder;
  Plan("s.zarr", 8192, 8192);
  for (const std::string stage : {"range", "render"}) {
    CAPTURE(stage);
    const int64_t before = FilesIn("s.zarr");
    Running shard(stage);
    shard.WaitForFiles(0);
    CHECK(shard.End(SIGTERM).status == 75);
    CHECK(FilesIn("s.zarr") == before);
    WriteRangePart(ChunkStore::Open("s.zarr"), 0, {1, -1, 1}, {.sync = false});
  }
}

TEST_CASE("SIGTERM ends other commands as before") {
  const Folder folder;
  Process process(Cobble("render --noise perlin --octaves 16 --threads 1 --size 10000 -o a.png"),
                  {.before_run = NotePid});
  REQUIRE(WaitUntil([] { return NotedCatches(SIGTERM); }));
  process.Signal(SIGTERM);
  const Ended ended = process.Wait();
  CHECK(ended.signal == SIGTERM);
  CHECK(folder.Names() == Words{"pid"});
  // A store made in one run is not a shard.
  Process whole(
      Cobble("render --noise perlin --octaves 16 --threads 1 --size 10000 --chunk 500 -o s.zarr"));
  REQUIRE(WaitUntil([] { return fs::exists("s.zarr"); }));
  whole.Signal(SIGTERM);
  CHECK(whole.Wait().signal == SIGTERM);
}

TEST_CASE("a shard that ignores SIGTERM finishes") {
  const Folder folder;
  Plan("s.zarr", 256, 32);
  REQUIRE(Finish("s.zarr", "range") == 0);
  const int64_t before = FilesIn("s.zarr");
  const ProcessSetup ignoring{.before_run = [] { std::signal(SIGTERM, SIG_IGN); }};
  Process process(Shard("s.zarr", "render"), ignoring);
  REQUIRE(WaitUntil([&] { return FilesIn("s.zarr") > before; }));
  process.Signal(SIGTERM);
  CHECK(process.Wait().status == 0);
}

TEST_CASE("a shard that is killed anywhere leaves only whole chunks, and the next run the rest") {
  const Folder folder;
  const std::string wanted = WantedHash(256, 16);
  Plan("s.zarr", 256, 16);
  std::mt19937 random(4);
  for (const std::string stage : {"range", "render", "pyramid"}) {
    for (int run = 0; run < 8; ++run) {
      Running shard(stage);
      shard.WaitForFiles(stage == "range" ? 0 : random() % 40);
      shard.End(SIGKILL);
      const Ended verdict = RunProcess(Cobble("verify s.zarr"));
      CHECK(verdict.err.find("does not match") == std::string::npos);
      CHECK(verdict.err.find("damaged:") == std::string::npos);
    }
    CHECK(Finish("s.zarr", stage) == 0);
  }
  CHECK(Hash("s.zarr") == wanted);
  // What killed runs leave is removed once no run can still be using it.
  for (const std::string& path : Temporaries("s.zarr"))
    fs::last_write_time(path, fs::last_write_time(path) - std::chrono::hours(100));
  CHECK(Finish("s.zarr", "render") == 0);
  CHECK(Finish("s.zarr", "pyramid") == 0);
  for (const std::string& path : Temporaries("s.zarr"))
    CHECK_MESSAGE(path.find("/.cobble/range/") != path.npos, path);
}

TEST_CASE("a shard on a full disk exits with 5 and damages nothing") {
  const Folder folder;
  const std::string wanted = WantedHash(256, 64);
  Plan("s.zarr", 256, 64);
  REQUIRE(Finish("s.zarr", "range") == 0);
  int failed = 0;
  for (const rlim_t maximum : {200, 6000, 12000, 30000}) {
    const ProcessSetup limited{.before_run = [maximum] {
      const rlimit limit{maximum, maximum};
      ::setrlimit(RLIMIT_FSIZE, &limit);
    }};
    const Ended ended = RunProcess(Shard("s.zarr", "render"), limited);
    CHECK((ended.status == 0 || ended.status == 5));
    if (ended.status == 5) {
      ++failed;
      CHECK(ended.err.starts_with("cobble: s.zarr/"));
      CHECK(ended.err.ends_with(": File too large\n"));
      CHECK(ended.err.find('\n') == ended.err.size() - 1);
    }
    CHECK(Temporaries("s.zarr") == Words{});
  }
  CHECK(failed > 0);
  REQUIRE(Finish("s.zarr", "render") == 0);
  REQUIRE(Finish("s.zarr", "pyramid") == 0);
  CHECK(Hash("s.zarr") == wanted);
}

TEST_CASE("plans, shards and stores in a disk without space exit with 5") {
  constexpr char kScript[] = R"(
    disk=$(mktemp -d) && mount -t tmpfs -o size=100k none "$disk" || exit 99
    "$1" plan --noise perlin --size 512 --chunk 64 --shards 2 --quiet -o "$disk/s.zarr" >/dev/null
    "$1" render --plan "$disk/s.zarr" --shard 1/2 2>"$disk/../cobble-errors-$$"
    status=$?
    "$1" verify "$disk/s.zarr" 2>/dev/null >/dev/null || echo faults
    cat "$disk/../cobble-errors-$$"; rm "$disk/../cobble-errors-$$"
    find "$disk" -name '.cobble-*' -o -name '*.tmp*'
    umount "$disk" && rmdir "$disk"
    exit $status)";
  const Words command{"unshare", "-Urm", "sh", "-c", kScript, "sh", Cobble("")[0]};
  const Ended ended = RunProcess(command);
  if (ended.status == 99 || ended.err.find("unshare") != std::string::npos)
    return Skip("no disk may be mounted in a namespace of our own");
  CHECK(ended.status == 5);
  CHECK(ended.out.starts_with("faults\ncobble: "));
  CHECK_MESSAGE(ended.out.ends_with(": No space left on device\n"), ended.out);
}

TEST_CASE("a store in a folder without rights exits with 5 and says where") {
  const Folder folder;
  constexpr uid_t kNobody = 65534;
  const ProcessSetup nobody{.before_run = [] {
    if (::getuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) ::_exit(126);
  }};
  fs::permissions(".", fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  Plan("s.zarr", 64, 16);
  const auto check = [&](const std::string& words, const std::string& err) {
    const Ended ended = RunProcess(Cobble(words), nobody);
    CHECK(ended.status == 5);
    CHECK_MESSAGE(ended.err.starts_with("cobble: " + err), ended.err);
    CHECK(ended.err.ends_with("Permission denied\n"));
  };
  if (RunProcess(Cobble("plan s.zarr"), nobody).status != 0) return Skip("nobody may not read it");
  check("plan --noise perlin --size 64 --quiet -o t.zarr", "t.zarr/");
  check("render --noise perlin --size 64 -o t.zarr", "t.zarr/");
  check("render --plan s.zarr --shard 1/1 --stage range", "s.zarr/.cobble/range");
  CHECK(folder.Names() == Words{"s.zarr"});
  // Reading needs no write permission.
  REQUIRE(Finish("s.zarr", "range") == 0);
  REQUIRE(Finish("s.zarr", "render") == 0);
  REQUIRE(Finish("s.zarr", "pyramid") == 0);
  CHECK(RunProcess(Cobble("verify s.zarr --recompute 100%"), nobody).status == 0);

  // Something that this process may not replace is in the way.
  const auto verify = [&](const std::string& obstacle) {
    const Ended ended = RunProcess(Cobble("verify s.zarr"), nobody);
    CHECK(ended.status == 1);
    CHECK_MESSAGE(
        ended.err.find("cobble: " + obstacle + ": Permission denied\n") < ended.err.size(),
        ended.err);
    CHECK(ended.err.find("remove what is in the way, or allow access") < ended.err.size());
  };
  fs::resize_file("s.zarr/height/0/1/1", 3);
  verify("s.zarr/height/0/1");  // the folder
  fs::permissions("s.zarr/height/0/1", fs::perms::all);
  verify("s.zarr/height/0/1/1");
  fs::permissions("s.zarr/.cobble/range/all", fs::perms::none);
  fs::permissions("s.zarr/.cobble/range/1", fs::perms::none);
  verify("s.zarr/.cobble/range");
  const Ended render = RunProcess(Cobble("render --plan s.zarr --shard 1/1"), nobody);
  CHECK(render.err == "cobble: s.zarr/.cobble/range/1: cannot read: Permission denied\n");
}

}  // namespace cobble::test
