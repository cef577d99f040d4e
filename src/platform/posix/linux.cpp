// What Linux has, and WebAssembly in Node lacks: unnamed files (O_TMPFILE), locks, extended
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
namespace call {

bool IsInProc(const std::string& path) {
  struct statfs system;
  const std::string folder = FolderOf(path);
  return ::statfs(folder.empty() ? "." : folder.c_str(), &system) == 0 &&
         system.f_type == PROC_SUPER_MAGIC;
}

}  // namespace call
}  // namespace cobble
