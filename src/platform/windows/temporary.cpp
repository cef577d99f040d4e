// Temporary files on Windows. Others, such as virus scanners and indexers, can open a file that is
// open with these rights and modes, but not for themselves alone: that is its lock.
#include "platform/temporary.h"

#include <windows.h>

#include <array>

#include "platform/path.h"
#include "platform/windows/calls.h"
#include "platform/windows/text.h"

namespace cobble {

Temporary::~Temporary() {
  // Errors are ignored: a destructor cannot report them.
  const SignalShield shield;
  if (fd_ >= 0) file::Close(fd_);
  if (lock_ >= 0) file::Close(lock_);
  if (!name_) return;
  file::Remove(name_->path());
  name_.reset();
}

int Temporary::Open(const std::string& target) {
  std::wstring native;
  if (const int error = NativePath(target, &native)) return error;
  folder_ = FolderOf(target);
  return MakeHiddenName([&](const std::string& path) {
    return call::Open(path,
                      {.access = GENERIC_READ | GENERIC_WRITE | DELETE,
                       .share = FILE_SHARE_READ | FILE_SHARE_DELETE,
                       .disposition = CREATE_NEW,
                       .flags = FILE_ATTRIBUTE_NORMAL},
                      &fd_);
  });
}

int Temporary::OpenUnnamed() {
  const std::wstring folder =
      Filled([](wchar_t* to, DWORD size) { return ::GetTempPathW(size, to); });
  if (folder.empty()) return LastErrno();
  return TryNewPaths(PathOfNative(folder) + "cobble-", [&](const std::string& path) {
    return call::Open(path,
                      {.access = GENERIC_READ | GENERIC_WRITE | DELETE,
                       .share = 0,
                       .disposition = CREATE_NEW,
                       .flags = FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE},
                      &fd_);
  });
}

// The file stays open: by its handle it is renamed, and locked until then.
int Temporary::Close() {
  lock_ = fd_;
  fd_ = kNoHandle;
  return 0;
}

// Closes the file, since others could otherwise not open it without letting it be written to. By
// then it has its name, so it does not matter if closing fails.
int Temporary::MoveTo(const std::string& target, bool no_clobber) {
  const SignalShield shield;
  if (const int error = call::Rename(lock_, target, !no_clobber)) return error;
  name_.reset();
  file::Close(lock_);
  lock_ = kNoHandle;
  return 0;
}

std::string SystemName() {
  std::array<wchar_t, 256> name{};
  auto size = static_cast<DWORD>(name.size());
  if (!::GetComputerNameExW(ComputerNamePhysicalDnsFullyQualified, name.data(), &size)) return {};
  return ToUtf8({name.data(), size});
}

uint64_t ProcessNumber() { return ::GetCurrentProcessId(); }

// The file can be opened only if nobody else has it open. The system removes it when it is closed.
void RemoveUnlocked(const std::string& path, const FileIdentity&) {
  Handle file = kNoHandle;
  const OpenMode alone{.access = DELETE,
                       .share = 0,
                       .flags = FILE_FLAG_DELETE_ON_CLOSE | FILE_FLAG_OPEN_REPARSE_POINT,
                       .waits = false};
  if (call::Open(path, alone, &file) == 0) file::Close(file);
}

}  // namespace cobble
