// Tests that a replaced file keeps its access rights: owner, group, mode, access control list.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "output/sink/sink.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

constexpr char kList[] = "system.posix_acl_access", kDefault[] = "system.posix_acl_default";

// Returns an access control list (acl(5)) in Linux's format: the owner and one user may read and
// write, the group and others may not.
std::string ListOf(uint32_t user) {
  struct Entry {
    uint16_t tag, permissions;
    uint32_t id;
  };
  constexpr uint32_t kNobody = 0xFFFFFFFF, kVersion = 2;
  const Entry entries[] = {{0x01, 6, kNobody},
                           {0x02, 6, user},
                           {0x04, 0, kNobody},
                           {0x10, 6, kNobody},
                           {0x20, 0, kNobody}};
  std::string list(reinterpret_cast<const char*>(&kVersion), sizeof kVersion);
  return list.append(reinterpret_cast<const char*>(entries), sizeof entries);
}

// Returns an empty string if the file has no list.
std::string ListAt(const std::string& path) {
  char list[256];
  const ssize_t size = ::getxattr(path.c_str(), kList, list, sizeof list);
  return size > 0 ? std::string(list, static_cast<std::size_t>(size)) : "";
}

bool SetList(const std::string& path, const char* name, const std::string& list) {
  return ::setxattr(path.c_str(), name, list.data(), list.size(), 0) == 0;
}

mode_t ModeOf(const std::string& path) {
  struct stat status;
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

void Replace(const std::string& path) {
  FileSink sink(path, {});
  sink.Write("new");
  sink.Commit();
  CHECK(ReadAll(path) == "new");
}

}  // namespace

TEST_CASE("a replaced file keeps its owner and group") {
  if (::geteuid() != 0) return Skip("only root may change owners");
  const Folder folder;
  WriteFile("a", "old");
  REQUIRE(::chown("a", 1234, 4321) == 0);
  REQUIRE(::chmod("a", 0640) == 0);
  Replace("a");
  struct stat status;
  REQUIRE(::stat("a", &status) == 0);
  CHECK(status.st_uid == 1234);
  CHECK(status.st_gid == 4321);
  CHECK(ModeOf("a") == 0640);
}

TEST_CASE("a replaced file keeps its access control list") {
  const Folder folder;
  WriteFile("a", "old");
  if (!SetList("a", kList, ListOf(1001))) return Skip("a file system without access control lists");
  CHECK(ModeOf("a") == 0660);  // with a list, the group's bits are its mask
  Replace("a");
  CHECK(ListAt("a") == ListOf(1001));
  CHECK(ModeOf("a") == 0660);
}

TEST_CASE(
    "a new file takes its folder's default access control list, but a replaced file does not") {
  const Folder folder;
  WriteFile("none", "old");
  WriteFile("other", "old");
  REQUIRE(::chmod("none", 0604) == 0);
  if (!SetList("other", kList, ListOf(1002)) || !SetList(".", kDefault, ListOf(1001)))
    return Skip("a file system without access control lists");
  Replace("none");
  CHECK(ListAt("none") == "");
  CHECK(ModeOf("none") == 0604);
  Replace("other");
  CHECK(ListAt("other") == ListOf(1002));
  FileSink("fresh", {}).Commit();
  CHECK(ListAt("fresh").size() == ListOf(1001).size());  // a new file: the folder's default applies
}

}  // namespace cobble::test
