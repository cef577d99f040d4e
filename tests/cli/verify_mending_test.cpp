// Tests that the commands of cobble verify mend a store.
#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "cli/stores.h"
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

  const Outcome found = RunCobble(SplitWords("verify a.zarr --recompute 100%"));
  CHECK(found.status == 1);
  CHECK(found.out ==
        "cobble render --plan a.zarr --shard 1/1 --no-resume\n"
        "cobble render --plan a.zarr --stage pyramid --shard 1/1 --no-resume\n");
  std::istringstream lines(found.out);
  for (std::string line; std::getline(lines, line);) Out(line.substr(line.find(' ') + 1));
  CHECK(Out("verify a.zarr --recompute 100% --quiet") == hash);
}

TEST_CASE("what no command can mend is named, and the rest is mended") {
  const StoreFolder folder;
  Done("render r.json -o s.zarr --chunk 64 --no-sync");
  const std::string hash = HashOf("s.zarr");
  const std::string blocked = "s.zarr/height/0/0/1", missing = "s.zarr/height/0/1/2";
  for (const std::string& path : {blocked, missing}) std::filesystem::remove(path);
  std::filesystem::create_directory(blocked);
  const std::string end =
      "chunks are missing or damaged; 1 of them cannot be read: remove what is in their place, or "
      "allow access, and run cobble verify again\n";
  Outcome found = Run("verify s.zarr");
  CHECK(found.status == 1);
  CHECK(found.out == "cobble render --plan s.zarr --shard 1/1\n");
  CHECK(found.err == "cobble: " + blocked + ": is a folder, not a file\ncobble: " + missing +
                         " is missing\ncobble: 2 of 6 " + end);
  std::filesystem::remove(blocked);
  RunShell(found.out);
  CHECK(HashOf("s.zarr") == hash);

  std::filesystem::remove(blocked);
  std::filesystem::create_directory(blocked);
  found = Run("verify s.zarr");
  CHECK(found.status == 1);
  CHECK(found.out == "");
  CHECK(found.err == "cobble: " + blocked + ": is a folder, not a file\ncobble: 1 of 6 " + end);
}

}  // namespace
}  // namespace cobble
