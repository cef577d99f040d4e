// FaultyCalls.
#include "support/faulty_calls.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cobble::test {

// A close that fails has closed nevertheless.
template <typename Call>
auto FaultyCalls::Ask(std::string_view name, const Call& call) {
  const Verdict verdict = judge_(name, calls_++);
  max_ = verdict.maximum;
  using Result = decltype(call());
  if (verdict.error == 0) return call();
  if (name.starts_with("Close")) call();
  errno = verdict.error;
  return static_cast<Result>(-1);
}

int FaultyCalls::Open(const char* path, int flags, mode_t mode) {
  const bool nameless = (flags & O_TMPFILE) == O_TMPFILE;
  const bool folder = !nameless && (flags & O_DIRECTORY);
  const int fd = Ask(nameless ? "OpenNameless"
                     : folder ? "OpenFolder"
                              : "Open",
                     [&] { return SystemCalls::Open(path, flags, mode); });
  if (folder) folder_ = fd;
  return fd;
}
int FaultyCalls::Duplicate(int fd, int minimum) {
  return Ask(fd > STDERR_FILENO ? "DuplicateLock" : "Duplicate",
             [&] { return SystemCalls::Duplicate(fd, minimum); });
}
ssize_t FaultyCalls::Write(int fd, const void* data, std::size_t size) {
  return Ask("Write", [&] { return SystemCalls::Write(fd, data, std::min(size, max_)); });
}
ssize_t FaultyCalls::WriteAt(int fd, const void* data, std::size_t size, off_t place) {
  return Ask("WriteAt",
             [&] { return SystemCalls::WriteAt(fd, data, std::min(size, max_), place); });
}
ssize_t FaultyCalls::ReadAt(int fd, void* data, std::size_t size, off_t place) {
  return Ask("ReadAt", [&] { return SystemCalls::ReadAt(fd, data, std::min(size, max_), place); });
}
// Waiting for the disk, thousands of times, tests nothing.
int FaultyCalls::Sync(int) {
  return Ask("Sync", [] { return 0; });
}
int FaultyCalls::Close(int fd) {
  const bool folder = fd == folder_;
  if (folder) folder_ = -1;
  return Ask(folder ? "CloseFolder" : "Close", [&] { return SystemCalls::Close(fd); });
}
int FaultyCalls::Lock(int fd) {
  return Ask("Lock", [&] { return SystemCalls::Lock(fd); });
}
int FaultyCalls::SetOwner(int fd, uid_t user, gid_t group) {
  return Ask("SetOwner", [&] { return SystemCalls::SetOwner(fd, user, group); });
}
int FaultyCalls::SetMode(int fd, mode_t mode) {
  return Ask("SetMode", [&] { return SystemCalls::SetMode(fd, mode); });
}
int FaultyCalls::SetAttribute(int fd, const char* name, const void* value, std::size_t size) {
  return Ask("SetAttribute", [&] { return SystemCalls::SetAttribute(fd, name, value, size); });
}
int FaultyCalls::NameDescriptor(int fd, const char* to) {
  return Ask("NameDescriptor", [&] { return SystemCalls::NameDescriptor(fd, to); });
}
int FaultyCalls::Rename(const char* from, const char* to) {
  return Ask("Rename", [&] { return SystemCalls::Rename(from, to); });
}
int FaultyCalls::RenameToNew(const char* from, const char* to) {
  return Ask("RenameToNew", [&] { return SystemCalls::RenameToNew(from, to); });
}
int FaultyCalls::Link(const char* from, const char* to) {
  return Ask("Link", [&] { return SystemCalls::Link(from, to); });
}
int FaultyCalls::Remove(const char* path) {
  return Ask("Remove", [&] { return SystemCalls::Remove(path); });
}

}  // namespace cobble::test
