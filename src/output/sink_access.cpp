// Owner, mode and access control list. Linux: the list is an extended attribute.
#include "output/sink_access.h"

#include <sys/stat.h>
#include <sys/xattr.h>

#include <cerrno>
#include <string>

#include "output/sink_calls.h"

namespace cobble {
namespace {

// Only the superuser may give files away: what others replace becomes their own.
int KeepOwner(const Location& old, const struct stat& now, int fd) {
  if (now.st_uid == old.user && now.st_gid == old.group) return 0;
  int error = call::SetOwner(fd, old.user, old.group);
  if (error == EPERM) error = call::SetOwner(fd, static_cast<uid_t>(-1), old.group);
  return error == EPERM ? 0 : error;
}

// File systems without modes refuse to set one, but never show two that differ.
int KeepMode(const Location& old, const struct stat& now, int fd) {
  constexpr mode_t kBits = 0777;  // no program: it needs no more
  if ((now.st_mode & kBits) == (old.mode & kBits)) return 0;
  return call::SetMode(fd, old.mode & kBits);
}

// "" where there is none, as on file systems that have no such lists.
std::string ReadList(const char* name, const std::string& path, int fd) {
  const auto read = [&](char* to, std::size_t size) {
    return path.empty() ? ::fgetxattr(fd, name, to, size)
                        : ::getxattr(path.c_str(), name, to, size);
  };
  const ssize_t size = read(nullptr, 0);
  if (size <= 0) return {};
  std::string list(static_cast<std::size_t>(size), '\0');
  return read(list.data(), list.size()) == size ? list : std::string();
}

// A list makes the mode's bits of the group the most that anyone in it may, so that a mode alone
// would let the whole group do what the list lets one user do. A new file may have one from its
// folder.
int KeepList(const Location& old, int fd) {
  constexpr char kName[] = "system.posix_acl_access";
  const std::string list = ReadList(kName, old.target, -1);
  if (list == ReadList(kName, {}, fd)) return 0;
  return call::SetAttribute(fd, kName, list);
}

}  // namespace

int KeepAccess(const Location& old, int fd, const char** what) {
  struct stat now;
  *what = "create";
  if (::fstat(fd, &now) != 0) return errno;
  *what = "keep its owner";
  if (const int error = KeepOwner(old, now, fd)) return error;
  *what = "keep its access control list";
  if (const int error = KeepList(old, fd)) return error;
  *what = "keep its mode";
  if (::fstat(fd, &now) != 0) return errno;
  return KeepMode(old, now, fd);
}

}  // namespace cobble
