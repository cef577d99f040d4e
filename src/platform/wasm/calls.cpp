// What Linux has, and WebAssembly in Node lacks: unnamed files, extended attributes, a rename that
// replaces nothing, and links to open files.
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <string>

#include "platform/posix/calls.h"

namespace cobble {
namespace {

int Fail(int error) {
  errno = error;
  return -1;
}

}  // namespace

int SystemCalls::Open(const char* path, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE) return Fail(EOPNOTSUPP);
  return ::open(path, flags, mode);
}
int SystemCalls::SetAttribute(int, const char*, const void*, std::size_t) {
  return Fail(EOPNOTSUPP);
}
int SystemCalls::LinkDescriptor(int, const char*) { return Fail(EOPNOTSUPP); }
// A file that another program creates between the two calls is replaced.
int SystemCalls::RenameToNew(const char* from, const char* to) {
  struct stat status;
  if (::lstat(to, &status) == 0) return Fail(EEXIST);
  return ::rename(from, to);
}

namespace call {

bool IsInProc(const std::string& path) { return path.starts_with("/proc/"); }

}  // namespace call
}  // namespace cobble
