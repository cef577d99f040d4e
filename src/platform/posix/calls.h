// The system calls of POSIX that write files, in one place so that tests can make them fail. Only
// for src/platform and tests.
#pragma once

#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <string>
#include <system_error>

namespace cobble {

// The plain system calls. Each returns -1 and sets errno if it fails. Tests override them to inject
// errors or discard output.
class SystemCalls {
 public:
  virtual ~SystemCalls() = default;

  virtual int Open(const char* path, int flags, mode_t mode);
  virtual int Duplicate(int fd, int minimum);  // fcntl F_DUPFD_CLOEXEC
  virtual ssize_t Write(int fd, const void* data, std::size_t size);
  virtual ssize_t WriteAt(int fd, const void* data, std::size_t size, off_t offset);
  virtual ssize_t ReadAt(int fd, void* data, std::size_t size, off_t offset);
  virtual int Sync(int fd);  // fsync
  virtual int Close(int fd);
  virtual int Lock(int fd);  // flock, exclusive, non-blocking
  virtual int SetOwner(int fd, uid_t user, gid_t group);
  virtual int SetMode(int fd, mode_t mode);
  // fsetxattr; size 0: fremovexattr
  virtual int SetAttribute(int fd, const char* name, const void* value, std::size_t size);
  virtual int LinkDescriptor(int fd, const char* to);  // linkat of /proc/self/fd/N
  virtual int Rename(const char* from, const char* to);
  virtual int RenameToNew(const char* from, const char* to);  // renameat2, RENAME_NOREPLACE
  virtual int Link(const char* from, const char* to);
  virtual int Remove(const char* path);  // unlink
};

// Replaces the real calls; null restores them. Do not call while another thread writes files.
void ReplaceSystemCalls(SystemCalls* calls);
// Returns the calls in use.
SystemCalls& Calls();

// What platform/file.h lacks. Functions that make system calls return 0 or errno, and retry after
// EINTR.
namespace call {

// Makes a call until it is not interrupted. Returns 0 or errno.
template <typename Call>
int Try(const Call& call) {
  while (call() < 0)
    if (errno != EINTR) return errno;
  return 0;
}

// Never opens descriptors 0 to 2: see file::Open.
int Open(const std::string& path, int flags, mode_t mode, int* fd);
int Lock(int fd);  // EWOULDBLOCK if another process holds the lock
// Gives the open file the access control list of the file at `old`, if the system has lists.
int KeepList(const std::string& old, int fd);

// Links in /proc lead to open files, whatever their text is, so they are not followed by path.
bool IsInProc(const std::string& path);

// Returns the errno of an error of std::filesystem. Throws bad_alloc for a failed allocation, which
// std::filesystem also reports as an error code.
int ErrorOf(const std::error_code& error);

}  // namespace call
}  // namespace cobble
