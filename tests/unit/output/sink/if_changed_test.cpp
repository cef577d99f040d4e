// Tests FileRules::if_changed: files whose bytes would not change stay the same files.
// (posix_if_changed_test.cpp: links, pipes, unreadable files.)
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "output/sink/sink.h"
#include "output/writers.h"
#include "platform/file.h"
#include "unit/output/files.h"
#include "unit/output/sink/put.h"

namespace cobble {
namespace {

using Names = std::vector<std::string>;

// A file's identity, size and time. Old files get old times, so that any change shows.
using Stamp = FileStatus;

Stamp StampOf(const std::string& path) {
  Stamp stamp;
  REQUIRE(file::StatusOf(path, &stamp) == 0);
  return stamp;
}

Stamp MakeOld(const std::string& path, const std::string& bytes) {
  WriteFile(path, bytes);
  const auto age = std::chrono::hours(24 * 365 * 25);
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
  return StampOf(path);
}

TEST_CASE("the same bytes leave the file with its inode and time") {
  const TemporaryFolder folder;
  // Sizes around a block, which is compared at once.
  for (const std::size_t size : {0, 1, 65535, 65536, 65537, 200000}) {
    CAPTURE(size);
    const std::string bytes(size, 'b');
    const Stamp old = MakeOld(folder / "a", bytes);
    FileSink sink(folder / "a", kIfChanged);
    sink.Write(bytes);
    CHECK_FALSE(sink.unchanged());
    sink.Finish();
    CHECK(sink.unchanged());
    sink.Commit();
    CHECK(StampOf(folder / "a") == old);
    CHECK(ReadFile(folder / "a") == bytes);
  }
  CHECK(folder.Names() == Names{"a"});
}

TEST_CASE("without the rule, the same bytes are a new file") {
  const TemporaryFolder folder;
  const Stamp old = MakeOld(folder / "a", "x");
  Put(folder / "a", "x");
  CHECK_FALSE(StampOf(folder / "a") == old);
}

TEST_CASE("other bytes replace the file, wherever they differ") {
  const TemporaryFolder folder;
  const std::string bytes(200000, 'b');
  for (const std::size_t at : {0, 65535, 65536, 199999}) {
    CAPTURE(at);
    std::string other = bytes;
    other[at] = 'c';
    const Stamp old = MakeOld(folder / "a", other);
    PutIfChanged(folder / "a", bytes);
    CHECK_FALSE(StampOf(folder / "a") == old);
    CHECK(ReadFile(folder / "a") == bytes);
  }
  CHECK(folder.Names() == Names{"a"});
}

TEST_CASE("a longer or shorter file with the same start is replaced") {
  const TemporaryFolder folder;
  for (const auto& [before, after] : {std::pair<std::string, std::string>{"abc", "abcd"},
                                      {"abcd", "abc"},
                                      {"abc", ""},
                                      {"", "abc"}}) {
    const Stamp old = MakeOld(folder / "a", before);
    PutIfChanged(folder / "a", after);
    CHECK_FALSE(StampOf(folder / "a") == old);
    CHECK(ReadFile(folder / "a") == after);
  }
}

TEST_CASE("a file that does not exist appears") {
  const TemporaryFolder folder;
  PutIfChanged(folder / "a", "");
  PutIfChanged(folder / "b", "x");
  CHECK(ReadFile(folder / "b") == "x");
  CHECK(folder.Names() == Names{"a", "b"});
}

TEST_CASE("bytes that were written in any order are compared as a whole") {
  const TemporaryFolder folder;
  const Stamp old = MakeOld(folder / "a", "0123456789");
  FileSink sink(folder / "a", kIfChanged, FileSink::kAnyOrder);
  sink.Write("01xx");
  sink.WriteAt(4, "456789", 6);
  sink.WriteAt(2, "23", 2);
  sink.Commit();
  CHECK(StampOf(folder / "a") == old);
}

TEST_CASE("hard links of an unchanged file stay linked") {
  const TemporaryFolder folder;
  MakeOld(folder / "a", "x");
  std::filesystem::create_hard_link(folder / "a", folder / "b");
  PutIfChanged(folder / "a", "x");
  CHECK(StampOf(folder / "b") == StampOf(folder / "a"));
}

TEST_CASE("no_clobber refuses an existing file even if it would not change") {
  const TemporaryFolder folder;
  const Stamp old = MakeOld(folder / "a", "x");
  CHECK(ErrorOf([&] { Put(folder / "a", "x", {.no_clobber = true, .if_changed = true}); }) ==
        "5 " + (folder / "a") + ": cannot create (`no_clobber`): File exists");
  CHECK(StampOf(folder / "a") == old);
}

// --- A raw picture and its sidecar ---

PictureSpec RawSpec(const std::string& path, const std::string& metadata = "{}") {
  PictureSpec spec = SpecOf(path, "r8", {Map::kHeight}, 8, 5, 3);
  spec.metadata = {metadata, R"({"map":"height"})"};
  spec.files = kIfChanged;
  return spec;
}

float Flat(int64_t, int64_t, int) { return 0.25f; }
float Ramp(int64_t x, int64_t y, int) { return static_cast<float>(x + 5 * y) / 15.0f; }

struct Pair {
  Stamp picture, sidecar;
};

Pair MakeOldPair(const PictureSpec& spec) {
  WritePicture(spec, 2, Flat);
  const std::string sidecar = spec.path + ".json";
  return {MakeOld(spec.path, ReadFile(spec.path)), MakeOld(sidecar, ReadFile(sidecar))};
}

TEST_CASE("an unchanged raw picture keeps its sidecar, and both their times") {
  const TemporaryFolder folder;
  const PictureSpec spec = RawSpec(folder / "a.r8");
  const Pair old = MakeOldPair(spec);
  WritePicture(spec, 2, Flat);
  CHECK(StampOf(spec.path) == old.picture);
  CHECK(StampOf(spec.path + ".json") == old.sidecar);
  CHECK(folder.Names() == Names{"a.r8", "a.r8.json"});
}

TEST_CASE("of a raw picture and its sidecar, only the one that differs is replaced") {
  const TemporaryFolder folder;
  const PictureSpec spec = RawSpec(folder / "a.r8");
  Pair old = MakeOldPair(spec);
  WritePicture(RawSpec(folder / "a.r8", R"({"seed":1})"), 2, Flat);
  CHECK(StampOf(spec.path) == old.picture);
  CHECK_FALSE(StampOf(spec.path + ".json") == old.sidecar);
  CHECK(ReadFile(spec.path + ".json").find("seed") != std::string::npos);

  old = MakeOldPair(spec);
  WritePicture(spec, 2, Ramp);
  CHECK_FALSE(StampOf(spec.path) == old.picture);
  CHECK(StampOf(spec.path + ".json") == old.sidecar);
  CHECK(folder.Names() == Names{"a.r8", "a.r8.json"});
}

TEST_CASE("a missing half of a raw pair is added") {
  const TemporaryFolder folder;
  const PictureSpec spec = RawSpec(folder / "a.r8");
  Pair old = MakeOldPair(spec);
  std::filesystem::remove(spec.path + ".json");
  WritePicture(spec, 2, Flat);
  CHECK(StampOf(spec.path) == old.picture);
  CHECK(std::filesystem::exists(spec.path + ".json"));

  old = MakeOldPair(spec);
  std::filesystem::remove(spec.path);
  WritePicture(spec, 2, Flat);
  CHECK(ReadFile(spec.path) == std::string(15, '\x40'));
  CHECK(StampOf(spec.path + ".json") == old.sidecar);
}

}  // namespace
}  // namespace cobble
