// The system calls by which files come about: the one place where they can be made to fail.
#ifndef COBBLE_OUTPUT_SINK_CALLS_H_
#define COBBLE_OUTPUT_SINK_CALLS_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace cobble {

// The calls themselves: each does what the call of its name does, and returns -1 and sets errno
// where it fails. Tests derive from it to make calls fail, or to keep nothing of what is written.
class SystemCalls {
 public:
  virtual ~SystemCalls() = default;

  virtual int Open(const char* path, int flags, mode_t mode);
  virtual int Duplicate(int fd, int minimum);  // to a descriptor that is `least` or higher
  virtual ssize_t Write(int fd, const void* data, std::size_t size);
  virtual ssize_t WriteAt(int fd, const void* data, std::size_t size, off_t place);
  virtual ssize_t ReadAt(int fd, void* data, std::size_t size, off_t place);
  virtual int Sync(int fd);  // fsync
  virtual int Close(int fd);
  virtual int Lock(int fd);  // flock, exclusive, at once
  virtual int SetOwner(int fd, uid_t user, gid_t group);
  virtual int SetMode(int fd, mode_t mode);
  // fsetxattr; size 0: fremovexattr
  virtual int SetAttribute(int fd, const char* name, const void* value, std::size_t size);
  virtual int NameDescriptor(int fd, const char* to);  // linkat of /proc/self/fd/N
  virtual int Rename(const char* from, const char* to);
  virtual int RenameToNew(const char* from, const char* to);  // renameat2, RENAME_NOREPLACE
  virtual int Link(const char* from, const char* to);
  virtual int Remove(const char* path);  // unlink
};

// Takes the place of the real calls until called with null. Not while another thread writes files.
void ReplaceSystemCalls(SystemCalls* calls);

// What the sink asks of them. Each returns 0 or errno, and is tried again after EINTR.
namespace call {

// Never one of 0 to 2, where messages go even if they were closed.
int Open(const std::string& path, int flags, mode_t mode, int* fd);
int Duplicate(int from, int* fd);

// All of it. place: null means where the file stands. Waits where a pipe that somebody made
// non-blocking is full.
int Write(int fd, const void* data, std::size_t size, const uint64_t* place);
// All of it; EIO where the file ends before.
int Read(int fd, void* data, std::size_t size, uint64_t place);

int Sync(int fd);
int Close(int fd);
int Lock(int fd);  // EWOULDBLOCK where another has it
int SetOwner(int fd, uid_t user, gid_t group);
int SetMode(int fd, mode_t mode);
// Of an extended attribute; "" removes it.
int SetAttribute(int fd, const char* name, const std::string& value);
int NameDescriptor(int fd, const std::string& to);
int Rename(const std::string& from, const std::string& to);
// EEXIST where something has that name.
int RenameToNew(const std::string& from, const std::string& to);
int Remove(const std::string& path);

}  // namespace call
}  // namespace cobble

#endif  // COBBLE_OUTPUT_SINK_CALLS_H_
