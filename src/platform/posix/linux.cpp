// What Linux has and WebAssembly in Node lacks: unnamed files (O_TMPFILE), locks, extended
// attributes, renameat2 and links to open files in /proc.
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "platform/path.h"
#include "platform/posix/calls.h"

namespace cobble {

int SystemCalls::Open(const char* path, int flags, mode_t mode) {
  return ::open(path, flags, mode);
}
int SystemCalls::Lock(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB); }
int SystemCalls::SetAttribute(int fd, const char* name, const void* value, std::size_t size) {
  return size > 0 ? ::fsetxattr(fd, name, value, size, 0) : ::fremovexattr(fd, name);
}
int SystemCalls::LinkDescriptor(int fd, const char* to) {
  char from[32];
  std::snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
  return ::linkat(AT_FDCWD, from, AT_FDCWD, to, AT_SYMLINK_FOLLOW);
}
int SystemCalls::RenameToNew(const char* from, const char* to) {
  return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

namespace {

// Reads the access control list of `path`, or of `fd` if `path` is empty. On Linux, it is an
// extended attribute. Returns "" if there is no list or the file system does not support lists.
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

}  // namespace

namespace call {

// If a file has a list, the group bits of its mode are a mask: the maximum rights of any entry.
// Copying the mode without the list would give the whole group the rights of a single user. The new
// file may have inherited a list from its folder.
int KeepList(const std::string& old, int fd) {
  constexpr char kName[] = "system.posix_acl_access";
  const std::string list = ReadList(kName, old, -1);
  if (list == ReadList(kName, {}, fd)) return 0;
  return Try([&] { return Calls().SetAttribute(fd, kName, list.data(), list.size()); });
}

bool IsInProc(const std::string& path) {
  struct statfs system;
  const std::string folder = FolderOf(path);
  return ::statfs(folder.empty() ? "." : folder.c_str(), &system) == 0 &&
         system.f_type == PROC_SUPER_MAGIC;
}

}  // namespace call
}  // namespace cobble
