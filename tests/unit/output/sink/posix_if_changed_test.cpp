// Tests if_changed with links, pipes and unreadable files. (if_changed_test.cpp has the rest.)
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "output/sink/sink.h"
#include "unit/output/files.h"
#include "unit/output/sink/put.h"

namespace cobble {
namespace {

ino_t NumberOf(const std::string& path) {
  struct stat status;
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status.st_ino;
}

TEST_CASE("the file that a link points to is compared, and the link stays") {
  const TemporaryFolder folder;
  WriteFile(folder / "real", "x");
  const ino_t old = NumberOf(folder / "real");
  std::filesystem::create_symlink("real", folder / "link");
  const ino_t link = NumberOf(folder / "link");
  PutIfChanged(folder / "link", "x");
  CHECK(NumberOf(folder / "real") == old);
  PutIfChanged(folder / "link", "y");
  CHECK(ReadFile(folder / "real") == "y");
  CHECK(NumberOf(folder / "link") == link);
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
  WriteFile(folder / "a", "x");
  const ino_t old = NumberOf(folder / "a");
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
  CHECK_FALSE(NumberOf(folder / "a") == old);
  REQUIRE(::chmod((folder / "a").c_str(), 0644) == 0);
  CHECK(ReadFile(folder / "a") == "x");
}

}  // namespace
}  // namespace cobble
