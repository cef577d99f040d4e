// POSIX output system calls that fail on demand.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <type_traits>
#include <utility>

#include "platform/posix/calls.h"
#include "support/files/faulty_calls.h"

namespace cobble::test {

class FaultyCalls::Calls final : public SystemCalls {
 public:
  explicit Calls(Judge judge) : judge_(std::move(judge)) {}

  int calls() const { return calls_; }

  int Open(const char* path, int flags, mode_t mode) override {
    const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
    const bool folder = !unnamed && (flags & O_DIRECTORY);
    const char* const named = folder ? "OpenFolder" : "Open";
    const int fd = CallOrFail(unnamed ? "OpenUnnamed" : named,
                              [&] { return SystemCalls::Open(path, flags, mode); });
    if (folder) folder_ = fd;
    return fd;
  }
  int Duplicate(int fd, int minimum) override {
    return CallOrFail(fd > STDERR_FILENO ? "DuplicateLock" : "Duplicate",
                      [&] { return SystemCalls::Duplicate(fd, minimum); });
  }
  ssize_t Write(int fd, const void* data, std::size_t size) override {
    return CallOrFail("Write", [&] { return SystemCalls::Write(fd, data, std::min(size, max_)); });
  }
  ssize_t WriteAt(int fd, const void* data, std::size_t size, off_t place) override {
    return CallOrFail("WriteAt",
                      [&] { return SystemCalls::WriteAt(fd, data, std::min(size, max_), place); });
  }
  ssize_t ReadAt(int fd, void* data, std::size_t size, off_t place) override {
    return CallOrFail("ReadAt",
                      [&] { return SystemCalls::ReadAt(fd, data, std::min(size, max_), place); });
  }
  // Does nothing: waiting for the disk thousands of times tests nothing.
  int Sync(int) override {
    return CallOrFail("Sync", [] { return 0; });
  }
  int Close(int fd) override {
    const bool folder = fd == folder_;
    if (folder) folder_ = -1;
    return CallOrFail(folder ? "CloseFolder" : "Close", [&] { return SystemCalls::Close(fd); });
  }
  int Lock(int fd) override {
    return CallOrFail("Lock", [&] { return SystemCalls::Lock(fd); });
  }
  int SetOwner(int fd, uid_t user, gid_t group) override {
    return CallOrFail("SetOwner", [&] { return SystemCalls::SetOwner(fd, user, group); });
  }
  int SetMode(int fd, mode_t mode) override {
    return CallOrFail("SetMode", [&] { return SystemCalls::SetMode(fd, mode); });
  }
  int SetAttribute(int fd, const char* name, const void* value, std::size_t size) override {
    return CallOrFail("SetAttribute",
                      [&] { return SystemCalls::SetAttribute(fd, name, value, size); });
  }
  int LinkDescriptor(int fd, const char* to) override {
    return CallOrFail("LinkDescriptor", [&] { return SystemCalls::LinkDescriptor(fd, to); });
  }
  int Rename(const char* from, const char* to) override {
    return CallOrFail("Rename", [&] { return SystemCalls::Rename(from, to); });
  }
  int RenameToNew(const char* from, const char* to) override {
    return CallOrFail("RenameToNew", [&] { return SystemCalls::RenameToNew(from, to); });
  }
  int Link(const char* from, const char* to) override {
    return CallOrFail("Link", [&] { return SystemCalls::Link(from, to); });
  }
  int Remove(const char* path) override {
    return CallOrFail("Remove", [&] { return SystemCalls::Remove(path); });
  }

 private:
  // A failing close still closes the descriptor.
  template <typename Call>
  std::invoke_result_t<Call> CallOrFail(std::string_view name, const Call& call) {
    const Verdict verdict = judge_(name, calls_++);
    max_ = verdict.maximum;
    if (verdict.error == 0) return call();
    if (name.starts_with("Close")) call();
    errno = verdict.error;
    return static_cast<std::invoke_result_t<Call>>(-1);
  }

  Judge judge_;
  int calls_ = 0;
  int folder_ = -1;      // of the open folder
  std::size_t max_ = 0;  // the maximum of the last verdict
};

FaultyCalls::FaultyCalls(Judge judge) : calls_(std::make_unique<Calls>(std::move(judge))) {
  ReplaceSystemCalls(calls_.get());
}
FaultyCalls::~FaultyCalls() { ReplaceSystemCalls(nullptr); }

int FaultyCalls::calls() const { return calls_->calls(); }

}  // namespace cobble::test
