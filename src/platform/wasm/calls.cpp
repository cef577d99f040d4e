// Stands in for linux.cpp, most of which WebAssembly in Node lacks.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "platform/path.h"
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
// flock of emscripten's C library does nothing and succeeds.
int SystemCalls::Lock(int) { return Fail(EOPNOTSUPP); }
int SystemCalls::SetAttribute(int, const char*, const void*, std::size_t) {
  return Fail(EOPNOTSUPP);
}
int SystemCalls::LinkDescriptor(int, const char*) { return Fail(EOPNOTSUPP); }
// By a second link. Without links, replaces a file that appears between the last two calls.
int SystemCalls::RenameToNew(const char* from, const char* to) {
  if (::link(from, to) == 0) return ::unlink(from);
  struct stat status;
  if (errno == EEXIST) return -1;
  if (::lstat(to, &status) == 0) return Fail(EEXIST);
  return ::rename(from, to);
}

namespace call {

int KeepList(const std::string&, int) { return 0; }

// The folder may be a link, as /dev/fd is.
bool IsInProc(const std::string& path) {
  std::error_code error;
  const auto folder = std::filesystem::canonical(FolderOf(path) + ".", error);
  return !error && folder.native().starts_with("/proc/");
}

}  // namespace call
}  // namespace cobble
