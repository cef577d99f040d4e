// Windows file calls that fail on demand.
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "platform/windows/calls.h"
#include "platform/windows/text.h"
#include "support/files/faulty_calls.h"

namespace cobble::test {
namespace {

// Returns a GetLastError number that platform/ maps to the errno.
DWORD WindowsErrorOf(int error) {
  constexpr DWORD kLast = 2000;  // EIO stands for all numbers without a row
  for (DWORD number = 1; number < kLast; ++number)
    if (error != EIO && ErrnoOf(number) == error) return number;
  return ERROR_IO_DEVICE;
}

}  // namespace

class FaultyCalls::Calls final : public SystemCalls {
 public:
  explicit Calls(Judge judge) : judge_(std::move(judge)) {}

  int calls() const { return calls_; }

  HANDLE Open(const wchar_t* path, const OpenMode& mode) override {
    const bool unnamed = (mode.flags & FILE_FLAG_DELETE_ON_CLOSE) != 0;
    const bool looks = (mode.access & ~DWORD{FILE_READ_ATTRIBUTES}) == 0;
    const std::string_view named = looks ? "OpenToLook" : "Open";
    if (!Passes(unnamed ? "OpenUnnamed" : named)) return INVALID_HANDLE_VALUE;
    const HANDLE file = SystemCalls::Open(path, mode);
    if (looks) looked_at_.insert(file);
    return file;
  }
  HANDLE Duplicate(HANDLE from) override {
    return Passes("Duplicate") ? SystemCalls::Duplicate(from) : INVALID_HANDLE_VALUE;
  }
  bool Write(HANDLE file, const void* data, DWORD size, DWORD* count) override {
    return Passes("Write") && SystemCalls::Write(file, data, Limited(size), count);
  }
  bool WriteAt(HANDLE file, const void* data, DWORD size, uint64_t offset, DWORD* count) override {
    return Passes("WriteAt") && SystemCalls::WriteAt(file, data, Limited(size), offset, count);
  }
  bool ReadAt(HANDLE file, void* data, DWORD size, uint64_t offset, DWORD* count) override {
    return Passes("ReadAt") && SystemCalls::ReadAt(file, data, Limited(size), offset, count);
  }
  // Does nothing: waiting for the disk thousands of times tests nothing.
  bool Sync(HANDLE) override { return Passes("Sync"); }
  // A failing close still closes the file.
  bool Close(Handle file) override {
    const HANDLE handle = call::NativeHandle(file);
    const bool renamed = renamed_.erase(handle) > 0;
    const std::string_view name = looked_at_.erase(handle) > 0 ? "CloseAfterLook" : "Close";
    const bool passes = Passes(renamed ? "CloseAfterRename" : name);
    const DWORD error = ::GetLastError();
    const bool is_closed = SystemCalls::Close(file);
    if (!passes) ::SetLastError(error);
    return passes && is_closed;
  }
  bool Rename(HANDLE file, const wchar_t* to, bool replace) override {
    if (!Passes(replace ? "Rename" : "RenameToNew")) return false;
    renamed_.insert(file);
    return SystemCalls::Rename(file, to, replace);
  }
  bool Remove(const wchar_t* path) override {
    return Passes("Remove") && SystemCalls::Remove(path);
  }
  bool SetAttributes(HANDLE file, DWORD attributes) override {
    return Passes("SetAttributes") && SystemCalls::SetAttributes(file, attributes);
  }
  bool SetList(HANDLE file, ACL* list, bool is_protected) override {
    return Passes("SetList") && SystemCalls::SetList(file, list, is_protected);
  }

 private:
  // Returns false, with the last error set, if the call must fail.
  bool Passes(std::string_view name) {
    const Verdict verdict = judge_(name, calls_++);
    max_ = verdict.maximum;
    if (verdict.error == 0 || verdict.error == EINTR) return true;
    ::SetLastError(WindowsErrorOf(verdict.error));
    return false;
  }
  DWORD Limited(DWORD size) const { return static_cast<DWORD>(std::min<std::size_t>(size, max_)); }

  Judge judge_;
  int calls_ = 0;
  std::set<HANDLE> looked_at_, renamed_;
  std::size_t max_ = 0;  // the maximum of the last verdict
};

FaultyCalls::FaultyCalls(Judge judge) : calls_(std::make_unique<Calls>(std::move(judge))) {
  ReplaceSystemCalls(calls_.get());
}
FaultyCalls::~FaultyCalls() { ReplaceSystemCalls(nullptr); }

int FaultyCalls::calls() const { return calls_->calls(); }

}  // namespace cobble::test
