// Tests that the commands of cobble verify mend a store.
#include <doctest/doctest.h>

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

}  // namespace
}  // namespace cobble
