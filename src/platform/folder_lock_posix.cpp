// Locks folders with flock.
#include "platform/folder_lock.h"

#include <fcntl.h>
#include <poll.h>

#include <cerrno>
#include <chrono>

#include "platform/posix_calls.h"

namespace cobble {

// If the folder cannot be opened or locked at all, the run continues without a lock.
FolderLock::FolderLock(const std::string& folder) {
  if (call::Open(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY, 0, &fd_) != 0) return;
  constexpr std::chrono::milliseconds kPause{5}, kPatience{10'000};
  auto waited = kPause;
  for (; (failed_ = call::Lock(fd_) == EWOULDBLOCK) && waited < kPatience; waited += kPause)
    ::poll(nullptr, 0, static_cast<int>(kPause.count()));
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) call::Close(fd_);
}

}  // namespace cobble
