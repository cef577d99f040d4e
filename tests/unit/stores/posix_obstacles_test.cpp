// Tests links and pipes on the way to files. (obstacles_test.cpp is for all systems.)
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>

#include "stores/verify.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

TEST_CASE("links are followed on the way to a file, and replaced at its place, as pipes are") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "a");
  std::filesystem::create_symlink("nowhere", folder / "link");
  std::filesystem::create_symlink("a", folder / "to-a");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  ObstacleFinder finder;
  CHECK(finder.At(folder / "link") == "");
  CHECK(finder.At(folder / "pipe") == "");
  CHECK(finder.At(folder / "link/b") == folder / "link" + ": No such file or directory");
  CHECK(finder.At(folder / "to-a/b") == "");
}

}  // namespace
}  // namespace cobble
