// Output system calls that fail on demand.
#include "support/faulty_calls.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cobble::test {

// A failing close still closes the descriptor.
template <typename Call>
auto FaultyCalls::CallOrFail(std::string_view name, const Call& call) {
  const Verdict verdict = judge_(name, calls_++);
  max_ = verdict.maximum;
  using Result = decltype(call());
  if (verdict.error == 0) return call();
  if (name.starts_with("Close")) call();
  errno = verdict.error;
  return static_cast<Result>(-1);
}

int FaultyCalls::Open(const char* path, int flags, mode_t mode) {
  const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  const bool folder = !unnamed && (flags & O_DIRECTORY);
  const char* const named = folder ? "OpenFolder" : "Open";
  const int fd = CallOrFail(unnamed ? "OpenUnnamed" : named,
                            [&] { return SystemCalls::Open(path, flags, mode); });
  if (folder) folder_ = fd;
  return fd;
}
int FaultyCalls::Duplicate(int fd, int minimum) {
  return CallOrFail(fd > STDERR_FILENO ? "DuplicateLock" : "Duplicate",
                    [&] { return SystemCalls::Duplicate(fd, minimum); });
}
ssize_t FaultyCalls::Write(int fd, const void* data, std::size_t size) {
  return CallOrFail("Write", [&] { return SystemCalls::Write(fd, data, std::min(size, max_)); });
}
ssize_t FaultyCalls::WriteAt(int fd, const void* data, std::size_t size, off_t place) {
  return CallOrFail("WriteAt",
                    [&] { return SystemCalls::WriteAt(fd, data, std::min(size, max_), place); });
}
ssize_t FaultyCalls::ReadAt(int fd, void* data, std::size_t size, off_t place) {
  return CallOrFail("ReadAt",
                    [&] { return SystemCalls::ReadAt(fd, data, std::min(size, max_), place); });
}
// A no-op: waiting for the disk thousands of times tests nothing.
int FaultyCalls::Sync(int) {
  return CallOrFail("Sync", [] { return 0; });
}
int FaultyCalls::Close(int fd) {
  const bool folder = fd == folder_;
  if (folder) folder_ = -1;
  return CallOrFail(folder ? "CloseFolder" : "Close", [&] { return SystemCalls::Close(fd); });
}
int FaultyCalls::Lock(int fd) {
  return CallOrFail("Lock", [&] { return SystemCalls::Lock(fd); });
}
int FaultyCalls::SetOwner(int fd, uid_t user, gid_t group) {
  return CallOrFail("SetOwner", [&] { return SystemCalls::SetOwner(fd, user, group); });
}
int FaultyCalls::SetMode(int fd, mode_t mode) {
  return CallOrFail("SetMode", [&] { return SystemCalls::SetMode(fd, mode); });
}
int FaultyCalls::SetAttribute(int fd, const char* name, const void* value, std::size_t size) {
  return CallOrFail("SetAttribute",
                    [&] { return SystemCalls::SetAttribute(fd, name, value, size); });
}
int FaultyCalls::LinkDescriptor(int fd, const char* to) {
  return CallOrFail("LinkDescriptor", [&] { return SystemCalls::LinkDescriptor(fd, to); });
}
int FaultyCalls::Rename(const char* from, const char* to) {
  return CallOrFail("Rename", [&] { return SystemCalls::Rename(from, to); });
}
int FaultyCalls::RenameToNew(const char* from, const char* to) {
  return CallOrFail("RenameToNew", [&] { return SystemCalls::RenameToNew(from, to); });
}
int FaultyCalls::Link(const char* from, const char* to) {
  return CallOrFail("Link", [&] { return SystemCalls::Link(from, to); });
}
int FaultyCalls::Remove(const char* path) {
  return CallOrFail("Remove", [&] { return SystemCalls::Remove(path); });
}

}  // namespace cobble::test
