// Output system calls that fail on demand, in process. They try errors, interruptions and short
// writes at every call, for which the other fault injectors (preload, strace) are too slow.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace cobble::test {

// Replaces the real calls while it lives. Calls `judge` before each call.
class FaultyCalls {
 public:
  struct Verdict {
    // Not 0: the call does nothing but fail with this errno. On Windows, EINTR is ignored.
    int error = 0;
    std::size_t maximum = ~0u;  // maximum number of bytes to read or write
  };
  // Decides how a call behaves. `name` is the name of the virtual function of SystemCalls
  // ("Write"), except "OpenUnnamed" for a file without a name (O_TMPFILE) or removed when closed;
  // "OpenToLook" and "CloseAfterLook" if the bytes are not needed, and "CloseAfterRename";
  // "OpenFolder" and "CloseFolder" for a folder; "DuplicateLock" for the descriptor that keeps a
  // lock; "RenameToNew" for a rename that replaces nothing. `before` is the number of earlier calls
  // of any kind.
  using Judge = std::function<Verdict(std::string_view name, int before)>;

  explicit FaultyCalls(Judge judge);
  ~FaultyCalls();
  FaultyCalls(const FaultyCalls&) = delete;
  FaultyCalls& operator=(const FaultyCalls&) = delete;

  int calls() const;

 private:
  class Calls;

  std::unique_ptr<Calls> calls_;
};

}  // namespace cobble::test
