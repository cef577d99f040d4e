// Output system calls that fail on demand, in process. They find mishandled errors, interruptions
// and short writes at every single call, which the other fault injectors (preload, strace) are too
// slow to try.
#ifndef COBBLE_TESTS_SUPPORT_FAULTY_CALLS_H_
#define COBBLE_TESTS_SUPPORT_FAULTY_CALLS_H_

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>

#include "platform/posix/calls.h"

namespace cobble::test {

// Replaces the real calls while it lives. Calls `judge` before each call.
class FaultyCalls final : public SystemCalls {
 public:
  struct Verdict {
    int error = 0;              // not 0: the call does nothing and fails with this errno
    std::size_t maximum = ~0u;  // maximum number of bytes to read or write
  };
  // Decides how a call behaves. `name` is the name of the virtual function ("Write"), except
  // "OpenUnnamed" where Open opens a file without a name (O_TMPFILE), "OpenFolder" and
  // "CloseFolder" for a folder, and "DuplicateLock" for the descriptor that keeps a lock. `before`
  // is the number of earlier calls of any kind.
  using Judge = std::function<Verdict(std::string_view name, int before)>;

  explicit FaultyCalls(Judge judge) : judge_(std::move(judge)) { ReplaceSystemCalls(this); }
  ~FaultyCalls() override { ReplaceSystemCalls(nullptr); }

  int calls() const { return calls_; }

  int Open(const char* path, int flags, mode_t mode) override;
  int Duplicate(int fd, int minimum) override;
  ssize_t Write(int fd, const void* data, std::size_t size) override;
  ssize_t WriteAt(int fd, const void* data, std::size_t size, off_t place) override;
  ssize_t ReadAt(int fd, void* data, std::size_t size, off_t place) override;
  int Sync(int fd) override;
  int Close(int fd) override;
  int Lock(int fd) override;
  int SetOwner(int fd, uid_t user, gid_t group) override;
  int SetMode(int fd, mode_t mode) override;
  int SetAttribute(int fd, const char* name, const void* value, std::size_t size) override;
  int LinkDescriptor(int fd, const char* to) override;
  int Rename(const char* from, const char* to) override;
  int RenameToNew(const char* from, const char* to) override;
  int Link(const char* from, const char* to) override;
  int Remove(const char* path) override;

 private:
  template <typename Call>
  auto CallOrFail(std::string_view name, const Call& call);

  Judge judge_;
  int calls_ = 0;
  int folder_ = -1;      // the descriptor of the open folder
  std::size_t max_ = 0;  // the maximum of the last verdict
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_FAULTY_CALLS_H_
