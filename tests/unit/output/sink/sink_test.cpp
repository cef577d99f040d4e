// Tests FileSink: atomic replacement, errors. (posix_sink_test.cpp: links, modes, devices.)
#include "output/sink/sink.h"

#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>

#include "jobs/path_check.h"
#include "support/process.h"
#include "unit/output/files.h"
#include "unit/output/sink/put.h"

namespace cobble {
namespace {

using Names = std::vector<std::string>;

TEST_CASE("a file appears at Commit, complete, and nothing else is left") {
  const TemporaryFolder folder;
  FileSink sink(folder / "a.png", {});
  sink.Write("one ");
  sink.Write("two");
  sink.Finish();
  CHECK(folder.Names().size() == 1);
  CHECK(folder.Names()[0].starts_with("."));
  sink.Commit();
  CHECK(ReadFile(folder / "a.png") == "one two");
  CHECK(folder.Names() == Names{"a.png"});
  CHECK(sink.bytes_written() == 7);
  CHECK_FALSE(sink.direct());
}

TEST_CASE("without Commit the old file stays, and nothing else is left") {
  const TemporaryFolder folder;
  WriteFile(folder / "a.png", "old");
  {
    FileSink sink(folder / "a.png", {});
    sink.Write("new");
    CHECK(ReadFile(folder / "a.png") == "old");
  }
  CHECK(ReadFile(folder / "a.png") == "old");
  CHECK(folder.Names() == Names{"a.png"});
  { FileSink never(folder / "b.png", {}); }
  CHECK(folder.Names() == Names{"a.png"});
}

TEST_CASE(
    "no_clobber rejects an existing file, immediately or at Commit, but not a new file or device") {
  const TemporaryFolder folder;
  const std::string refusal = "5 " + (folder / "a") + ": cannot create (`no_clobber`): File exists";
  Put(folder / "a", "first", {.no_clobber = true});
  CHECK(ErrorOf([&] { FileSink sink(folder / "a", {.no_clobber = true}); }) == refusal);
  std::filesystem::remove(folder / "a");

  CHECK(ErrorOf([&] {
          FileSink sink(folder / "a", {.no_clobber = true});
          sink.Write("mine");
          WriteFile(folder / "a", "theirs");
          sink.HideOld();
          sink.Commit();
        }) == refusal);
  CHECK(ReadFile(folder / "a") == "theirs");
  CHECK(folder.Names() == Names{"a"});
  CHECK(ErrorOf([] { Put(test::kNullDevice, "x", {.no_clobber = true}); }) == "none");
}

TEST_CASE("HideOld hides the old file until Commit, and can be undone") {
  const TemporaryFolder folder;
  WriteFile(folder / "a", "old");
  {
    FileSink sink(folder / "a", {});
    sink.Write("new");
    sink.HideOld();
    CHECK_FALSE(std::filesystem::exists(folder / "a"));
    sink.RestoreOld();
    CHECK(ReadFile(folder / "a") == "old");
    sink.HideOld();
    sink.Commit();
    CHECK(ReadFile(folder / "a") == "new");
  }
  CHECK(folder.Names() == Names{"a"});
}

// The file at the path comes and goes between two looks at it.
TEST_CASE("runs that replace one file at the same time do not fail") {
  const TemporaryFolder folder;
  const std::string path = folder / "a";
  std::array<std::string, 3> errors;
  std::vector<std::thread> runs;
  for (std::string& error : errors)
    runs.emplace_back([&] {
      for (int k = 0; k < 300 && (k == 0 || error == "none"); ++k)
        error = ErrorOf([&] {
          PathCheck().AddOutput("-o a", path);
          FileSink sink(path, {.sync = false});
          sink.Write("text");
          sink.Finish();
          sink.HideOld();
          sink.Commit();
        });
    });
  for (std::thread& run : runs) run.join();
  for (const std::string& error : errors) CHECK(error == "none");
  CHECK(ReadFile(path) == "text");
  CHECK(folder.Names() == Names{"a"});
}

TEST_CASE("paths that cannot hold a file are rejected before any work") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& name) {
    return ErrorOf([&] { FileSink sink(name.empty() ? name : folder / name, {}); });
  };
  const std::string here = "5 " + (folder / "");
  std::filesystem::create_directory(folder / "sub");
  WriteFile(folder / "file", "x");
  CHECK(refusal("none/a") == here + "none/a: cannot create: No such file or directory");
  CHECK(refusal("none/") == here + "none/: cannot create: No such file or directory");
  CHECK(refusal("sub") == here + "sub: cannot create: Is a directory");
  CHECK(refusal("file/a") == here + "file/a: cannot create: Not a directory");
  CHECK(refusal("") == "5 cannot create: No such file or directory");
  const std::string longest(255, 'n');
  CHECK(refusal(longest) == "none");
  CHECK(refusal(longest + "n") == here + longest + "n: cannot create: File name too long");
}

TEST_CASE("bytes may come in any order, for files and the null device") {
  const TemporaryFolder folder;
  PutOutOfOrder(folder / "a");
  CHECK(ReadFile(folder / "a") == "0123456789");
  PutOutOfOrder(test::kNullDevice);
  CHECK(folder.Names() == Names{"a"});
}

TEST_CASE("the null device is written directly") {
  CHECK(IsWrittenDirectly(test::kNullDevice));
  CHECK(IsWrittenDirectly("-"));
  FileSink null(test::kNullDevice, {});
  CHECK(null.direct());
  null.Write("gone");
  null.HideOld();
  null.Commit();
}

TEST_CASE("a memory sink accepts bytes in any order") {
  std::string bytes;
  MemorySink sink(&bytes);
  sink.Write("abc");
  sink.WriteAt(6, "ghi", 3);  // the gap is zeros until it is filled
  CHECK(bytes == std::string("abc\0\0\0ghi", 9));
  sink.Write("defGH");  // overwrites all but the last byte
  CHECK(bytes == "abcdefGHi");
  sink.WriteAt(1, "B", 1);
  sink.Write("I!");  // overwrites the last byte and appends
  CHECK(bytes == "aBcdefGHI!");
  CHECK(sink.bytes_written() == bytes.size());
  CHECK(sink.direct());
  CHECK_FALSE(sink.replaces());
  CHECK_THROWS_AS(sink.WriteAt(UINT64_MAX, "x", 1), std::length_error);
  CHECK(bytes == "aBcdefGHI!");
}

}  // namespace
}  // namespace cobble
