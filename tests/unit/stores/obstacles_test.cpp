// Tests of what keeps files from being read or replaced. Rights are tested in fault/stores.
#include "stores/obstacles.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "unit/output/files.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

TEST_CASE("what a rename replaces, and folders that can be made, are no obstacles") {
  const TemporaryFolder folder;
  WriteFile(folder / "file", "x");
  fs::create_directory(folder / "a");
  ObstacleFinder finder;
  for (const char* name : {"file", "new", "a/new", "a/b/c/new"})
    CHECK(finder.At(folder / name) == "");
  CHECK(finder.At("new") == "");
  CHECK(finder.At("/new") == "");
}

TEST_CASE("folders in the place of files, and files in the place of folders, are obstacles") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "a");
  WriteFile(folder / "file", "x");
  ObstacleFinder finder;
  CHECK(finder.At(folder / "a") == folder / "a" + ": is a folder, not a file");
  for (const char* name : {"file/b", "file/b/c"})
    CHECK(finder.At(folder / name) == folder / "file" + ": is not a folder");
  // Another folder each, more than it remembers.
  for (int k = 0; k < 1000; ++k) {
    CHECK(finder.At(folder / ("n" + std::to_string(k) + "/b")) == "");
    CHECK(finder.At(folder / ("file/" + std::to_string(k) + "/b")) ==
          folder / "file" + ": is not a folder");
  }
}

}  // namespace
}  // namespace cobble
