// Watches folders with inotify. Linux only.
#include "platform/folder_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>

namespace cobble {
namespace {

// Whatever an editor does to save a file.
constexpr uint32_t kEvents =
    IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;

}  // namespace

FolderWatch::~FolderWatch() {
  if (notifier_ >= 0) ::close(notifier_);
}

// A new notifier has no watches, so those of the last one need not be removed.
void FolderWatch::Set(const std::set<std::string>& folders) {
  if (notifier_ >= 0) ::close(notifier_);
  notifier_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (notifier_ < 0) return;
  for (const std::string& folder : folders) ::inotify_add_watch(notifier_, folder.c_str(), kEvents);
}

void FolderWatch::Wait(std::chrono::milliseconds maximum) const {
  pollfd request{notifier_, POLLIN, 0};  // poll ignores a negative descriptor
  if (::poll(&request, 1, static_cast<int>(maximum.count())) <= 0) return;
  std::array<char, 4096> events;
  while (::read(notifier_, events.data(), events.size()) > 0) continue;
}

}  // namespace cobble
