// Locks folders with mutexes that are named after them. Other machines do not see them, and other
// users usually do not.
#include "platform/folder_lock.h"

#include <windows.h>

#include <fmt/format.h>

#include "platform/file.h"
#include "platform/path.h"
#include "platform/windows/text.h"

namespace cobble {

// If there is no mutex, the run continues without a lock.
FolderLock::FolderLock(const std::string& folder) {
  FileStatus status;
  if (file::StatusOf(folder.empty() ? "." : folder, &status) != 0) return;
  const std::string key = fmt::format("{} {}", status.identity.volume, status.identity.number);
  std::wstring name;
  ToUtf16(fmt::format("Global\\cobble-{:016x}", Fnv1a(key)), &name);
  const HANDLE mutex = ::CreateMutexW(nullptr, FALSE, name.c_str());
  if (mutex == nullptr) return;
  constexpr DWORD kPatience = 10'000;  // milliseconds
  const DWORD result = ::WaitForSingleObject(mutex, kPatience);
  failed_ = result == WAIT_TIMEOUT;
  // A mutex whose holder was killed is abandoned, and then taken.
  if (result == WAIT_OBJECT_0 || result == WAIT_ABANDONED)
    lock_ = reinterpret_cast<intptr_t>(mutex);
  else
    ::CloseHandle(mutex);
}

FolderLock::~FolderLock() {
  if (lock_ == -1) return;
  ::ReleaseMutex(reinterpret_cast<HANDLE>(lock_));
  ::CloseHandle(reinterpret_cast<HANDLE>(lock_));
}

}  // namespace cobble
