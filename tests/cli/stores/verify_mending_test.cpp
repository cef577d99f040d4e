// Tests that the commands of cobble verify mend a store.
#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "cli/stores/stores.h"
#include "support/harness.h"

namespace cobble {
namespace {

TEST_CASE("wrong pixels are mended in all levels that were made from them") {
  const Folder folder;
  const std::string flags = "render --noise perlin --size 64 --chunk 16 --levels 2 ";
  Out(flags + "-o a.zarr");
  const std::string hash = Out("verify a.zarr");
  Out(flags + "--seed 2 -o b.zarr");
  // A chunk of another picture, with its record, and levels made from it.
  CopyChunk("b.zarr", "a.zarr", {0, 1, 2});
  Out("render --plan a.zarr --shard 1/1 --stage pyramid --no-resume");
  CHECK(Out("verify a.zarr") != hash);

  const Outcome found = RunLine("verify a.zarr --recompute 100%");
  CHECK(found.status == 1);
  CHECK(found.out ==
        "cobble render --plan a.zarr --shard 1/1 --no-resume\n"
        "cobble render --plan a.zarr --stage pyramid --shard 1/1 --no-resume\n");
  std::istringstream lines(found.out);
  for (std::string line; std::getline(lines, line);) Out(line.substr(line.find(' ') + 1));
  CHECK(Out("verify a.zarr --recompute 100% --quiet") == hash);
}

TEST_CASE("what is in the way of files is named, and then one pass mends all") {
  const StoreFolder folder;
  Done("render r.json -o s.zarr --chunk 32 --levels 1 --range fit --no-sync");
  const std::string hash = HashOf("s.zarr");
  struct Obstacle {
    std::string removed;  // what is replaced
    bool is_folder;       // by a folder, otherwise by a file
    std::string message;
  };
  for (const auto& [removed, is_folder, message] :
       std::vector<Obstacle>{{"height/0/0/1", true, ": is a folder, not a file"},
                             {"height/0/1", false, ": is not a folder"},
                             {".cobble/chunks/1", false, ": is not a folder"},
                             {".cobble/chunks/0/1/1", true, ": is a folder, not a file"},
                             {".zgroup", true, ": is a folder, not a file"},
                             {"height/.zattrs", true, ": is a folder, not a file"},
                             {".cobble/range/all", true, ": is a folder, not a file"},
                             {".cobble/range", false, ": is not a folder"}}) {
    const std::string path = "s.zarr/" + removed;
    CAPTURE(path);
    std::filesystem::remove_all(path);
    if (is_folder) {
      std::filesystem::create_directory(path);
    } else {
      WriteFile(path, "");
    }
    std::filesystem::remove("s.zarr/height/0/3/4");
    const Outcome found = Run("verify s.zarr");
    CHECK(found.status == 1);
    CHECK_MESSAGE(found.err.find("cobble: " + path + message + '\n') != std::string::npos,
                  found.err);
    CHECK(found.err.ends_with(
        "chunks are missing or damaged; remove what is in the way, or allow access, and then run "
        "the commands\n"));
    // The joined range only saves time.
    CHECK(RunCommands(found.out, kStop).status == (path.ends_with("/all") ? 0 : 5));
    std::filesystem::remove(path);
    const Outcome mended = RunCommands(found.out, kStop);
    CHECK_MESSAGE(mended.status == 0, mended.err);
    CHECK(HashOf("s.zarr") == hash);
  }
}

TEST_CASE("an obstacle is named however many other faults there are") {
  const StoreFolder folder;
  Done("render r.json -o s.zarr --chunk 16 --no-sync");
  std::filesystem::remove_all("s.zarr/height/0");
  std::filesystem::create_directories("s.zarr/height/0/6/9");
  const Outcome found = Run("verify s.zarr");
  CHECK(found.err.find("cobble: and 50 more\n") != std::string::npos);
  CHECK(found.err.find("cobble: s.zarr/height/0/6/9: is a folder, not a file\n") !=
        std::string::npos);
}

TEST_CASE("wrong pixels are mended although a part of another shard is missing") {
  const StoreFolder folder;
  const std::string flags = "r.json --size 128 --chunk 32 --levels 2 --shards 4 --no-sync --quiet ";
  for (const std::string store : {"s.zarr", "other.zarr --seed 1"}) {
    CHECK(RunCommands(Run("plan " + flags + "-o " + store).out).status == 0);
    const std::string name = store.substr(0, store.find(' '));
    CHECK(RunCommands(Done("plan " + name + " --stage pyramid")).status == 0);
  }
  const std::string hash = HashOf("s.zarr");
  for (const ChunkIndex& chunk : {ChunkIndex{0, 0, 0}, ChunkIndex{1, 0, 0}, ChunkIndex{2, 0, 0}})
    CopyChunk("other.zarr", "s.zarr", chunk);
  std::filesystem::remove("s.zarr/height/1/1/1");
  const Outcome found = Run("verify s.zarr --recompute 100%");
  CHECK(RunCommands(found.out, kStop).status == 0);
  CHECK(HashOf("s.zarr") == hash);
}

}  // namespace
}  // namespace cobble
