// Tests of FileRules::if_changed: files whose bytes would not change stay the same files.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/simd_level.h"
#include "output/sink/sink.h"
#include "output/writers.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

using Names = std::vector<std::string>;

constexpr FileRules kIfChanged{.if_changed = true};

// A file's identity and time. Old files are dated back, so that any change shows.
struct Stamp {
  ino_t inode = 0;
  timespec time{};
  bool operator==(const Stamp& other) const {
    return inode == other.inode && time.tv_sec == other.time.tv_sec &&
           time.tv_nsec == other.time.tv_nsec;
  }
};

Stamp StampOf(const std::string& path) {
  struct stat status;
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return {status.st_ino, status.st_mtim};
}

// Writes a file and dates it back to 2001.
Stamp MakeOld(const std::string& path, const std::string& bytes) {
  WriteFile(path, bytes);
  const timespec times[2] = {{1'000'000'000, 123}, {1'000'000'000, 123}};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
  return StampOf(path);
}

void PutIfChanged(const std::string& path, const std::string& bytes,
                  const FileRules& rules = kIfChanged) {
  FileSink sink(path, rules);
  sink.Write(bytes);
  sink.Commit();
}

TEST_CASE("the same bytes leave the file with its inode and time") {
  const TemporaryFolder folder;
  // Around the size of a block that is compared at once.
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
  PutIfChanged(folder / "a", "x", {});
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

TEST_CASE("the file that a link points to is compared, and the link stays") {
  const TemporaryFolder folder;
  const Stamp old = MakeOld(folder / "real", "x");
  std::filesystem::create_symlink("real", folder / "link");
  const Stamp link = StampOf(folder / "link");
  PutIfChanged(folder / "link", "x");
  CHECK(StampOf(folder / "real") == old);
  PutIfChanged(folder / "link", "y");
  CHECK(ReadFile(folder / "real") == "y");
  CHECK(StampOf(folder / "link") == link);
}

TEST_CASE("hard links of an unchanged file stay linked") {
  const TemporaryFolder folder;
  MakeOld(folder / "a", "x");
  std::filesystem::create_hard_link(folder / "a", folder / "b");
  PutIfChanged(folder / "a", "x");
  CHECK(std::filesystem::hard_link_count(folder / "a") == 2);
}

TEST_CASE("no_clobber refuses an existing file even if it would not change") {
  const TemporaryFolder folder;
  const Stamp old = MakeOld(folder / "a", "x");
  CHECK(ErrorOf([&] {
          PutIfChanged(folder / "a", "x", {.no_clobber = true, .if_changed = true});
        }) == "5 " + (folder / "a") + ": cannot create (`no_clobber`): File exists");
  CHECK(StampOf(folder / "a") == old);
}

TEST_CASE("pipes and devices receive the bytes in any case") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  PutIfChanged("/dev/fd/" + std::to_string(ends[1]), "twice");
  PutIfChanged("/dev/fd/" + std::to_string(ends[1]), "twice");
  char got[16] = {};
  CHECK(::read(ends[0], got, sizeof got) == 10);
  ::close(ends[0]);
  ::close(ends[1]);
  FileSink null("/dev/null", kIfChanged);
  null.Write("x");
  null.Finish();
  CHECK_FALSE(null.unchanged());
}

TEST_CASE("a file that cannot be read is replaced") {
  const TemporaryFolder folder;
  const Stamp old = MakeOld(folder / "a", "x");
  REQUIRE(::chmod((folder / "").c_str(), 0777) == 0);
  REQUIRE(::chmod((folder / "a").c_str(), 0222) == 0);  // writable, as a replaced file must be
  const bool is_root = ::geteuid() == 0;
  if (is_root) {
    REQUIRE(::chown((folder / "a").c_str(), 65534, 65534) == 0);
    REQUIRE(::seteuid(65534) == 0);
  }
  const std::string error = ErrorOf([&] { PutIfChanged(folder / "a", "x"); });
  if (is_root) REQUIRE(::seteuid(0) == 0);
  CHECK(error == "none");
  CHECK_FALSE(StampOf(folder / "a") == old);
  REQUIRE(::chmod((folder / "a").c_str(), 0644) == 0);
  CHECK(ReadFile(folder / "a") == "x");
}

// --- A raw picture and its sidecar ---

PictureSpec RawSpec(const std::string& path, const std::string& metadata = "{}") {
  return {.path = path,
          .format = FindFormat("r8"),
          .maps = {Map::kHeight},
          .bits = 8,
          .width = 5,
          .height = 3,
          .metadata = {metadata, R"({"map":"height"})"},
          .files = kIfChanged,
          .simd_target = FindSimdLevel("auto")->target};
}

float Flat(int64_t, int64_t, int) { return 0.25f; }
float Ramp(int64_t x, int64_t y, int) { return static_cast<float>(x + 5 * y) / 15.0f; }

struct Pair {
  Stamp picture, sidecar;
};

// Writes the pair and dates both files back.
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
