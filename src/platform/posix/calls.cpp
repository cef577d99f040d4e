// System calls, retried after EINTR. Those that WebAssembly in Node lacks are in linux.cpp.
#include "platform/posix/calls.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>

#include "platform/file.h"

namespace cobble {

int SystemCalls::Duplicate(int fd, int minimum) { return ::fcntl(fd, F_DUPFD_CLOEXEC, minimum); }
ssize_t SystemCalls::Write(int fd, const void* data, std::size_t size) {
  return ::write(fd, data, size);
}
ssize_t SystemCalls::WriteAt(int fd, const void* data, std::size_t size, off_t offset) {
  return ::pwrite(fd, data, size, offset);
}
ssize_t SystemCalls::ReadAt(int fd, void* data, std::size_t size, off_t offset) {
  return ::pread(fd, data, size, offset);
}
int SystemCalls::Sync(int fd) { return ::fsync(fd); }
int SystemCalls::Close(int fd) { return ::close(fd); }
int SystemCalls::SetOwner(int fd, uid_t user, gid_t group) { return ::fchown(fd, user, group); }
int SystemCalls::SetMode(int fd, mode_t mode) { return ::fchmod(fd, mode); }
int SystemCalls::Rename(const char* from, const char* to) { return ::rename(from, to); }
int SystemCalls::Link(const char* from, const char* to) { return ::link(from, to); }
int SystemCalls::Remove(const char* path) { return ::unlink(path); }

namespace {

using call::Try;

SystemCalls real_calls;
SystemCalls* calls = &real_calls;

// Tries a call that reads or writes some bytes. Waits for `event` while a non-blocking pipe
// is full or empty.
template <typename Call>
int Transfer(int fd, short event, std::size_t* count, const Call& call) {
  for (;;) {
    ssize_t n = 0;
    const int error = Try([&] { return n = call(); });
    if (error != EAGAIN && error != EWOULDBLOCK) {
      *count = n < 0 ? 0 : static_cast<std::size_t>(n);
      return error;
    }
    pollfd request{fd, event, 0};
    if (const int failed = Try([&] { return ::poll(&request, 1, -1); })) return failed;
  }
}

}  // namespace

void ReplaceSystemCalls(SystemCalls* other) { calls = other ? other : &real_calls; }

SystemCalls& Calls() { return *calls; }

namespace call {

int Open(const std::string& path, int flags, mode_t mode, int* fd) {
  if (const int error =
          Try([&] { return *fd = calls->Open(path.c_str(), flags | O_CLOEXEC, mode); }))
    return error;
  if (*fd > STDERR_FILENO) return 0;
  const int low = *fd;
  const int error = file::Duplicate(low, fd);
  const int close_error = file::Close(low);
  return error != 0 ? error : close_error;
}

int Lock(int fd) {
  return Try([&] { return calls->Lock(fd); });
}

int ErrorOf(const std::error_code& error) {
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
  return error.value();
}

}  // namespace call

namespace file {

int Open(const std::string& path, Access access, Handle* handle) {
  return call::Open(path, access == kRead ? O_RDONLY : O_WRONLY | O_NOCTTY, 0, handle);
}

int Duplicate(Handle from, Handle* handle) {
  return Try([&] { return *handle = calls->Duplicate(from, STDERR_FILENO + 1); });
}

int Close(Handle handle) {
  // On Linux, the descriptor is closed even after EINTR.
  return calls->Close(handle) != 0 && errno != EINTR ? errno : 0;
}

int WriteSome(Handle handle, const void* data, std::size_t size, const uint64_t* offset,
              std::size_t* count) {
  return Transfer(handle, POLLOUT, count, [&] {
    return offset ? calls->WriteAt(handle, data, size,
                                   static_cast<off_t>(*offset))  // EINVAL beyond 2^63
                  : calls->Write(handle, data, size);
  });
}

int ReadSome(Handle handle, void* data, std::size_t size, const uint64_t* offset,
             std::size_t* count) {
  return Transfer(handle, POLLIN, count, [&] {
    return offset ? calls->ReadAt(handle, data, size, static_cast<off_t>(*offset))
                  : ::read(handle, data, size);
  });
}

int Sync(Handle handle) {
  return Try([&] { return calls->Sync(handle); });
}

int Rename(const std::string& from, const std::string& to) {
  return Try([&] { return calls->Rename(from.c_str(), to.c_str()); });
}

// File systems without RENAME_NOREPLACE (EINVAL) support hard links, which also fail with EEXIST.
int RenameToNew(const std::string& from, const std::string& to) {
  const int error = Try([&] { return calls->RenameToNew(from.c_str(), to.c_str()); });
  if (error != EINVAL && error != ENOSYS) return error;
  if (const int link_error = Try([&] { return calls->Link(from.c_str(), to.c_str()); }))
    return link_error;
  return Remove(from);
}

int Remove(const std::string& path) {
  return Try([&] { return calls->Remove(path.c_str()); });
}

}  // namespace file
}  // namespace cobble
