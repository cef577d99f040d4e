// Locks folders with flock.
#include "platform/folder_lock.h"

#include <fcntl.h>
#include <poll.h>

#include <cerrno>
#include <chrono>

#include "platform/file.h"
#include "platform/posix/calls.h"

namespace cobble {

// If the folder cannot be opened or locked, the run continues without a lock.
FolderLock::FolderLock(const std::string& folder) {
  int fd = -1;
  if (call::Open(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY, 0, &fd) != 0) return;
  lock_ = fd;
  constexpr std::chrono::milliseconds kPause{5}, kPatience{10'000};
  auto waited = kPause;
  for (; (failed_ = call::Lock(fd) == EWOULDBLOCK) && waited < kPatience; waited += kPause)
    ::poll(nullptr, 0, static_cast<int>(kPause.count()));
}

FolderLock::~FolderLock() {
  if (lock_ >= 0) file::Close(static_cast<int>(lock_));
}

}  // namespace cobble
