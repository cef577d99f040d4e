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

struct FolderWatch::Notifier {
  explicit Notifier(int descriptor) : fd(descriptor) {}
  ~Notifier() { ::close(fd); }
  Notifier(const Notifier&) = delete;
  Notifier& operator=(const Notifier&) = delete;

  const int fd;
};

FolderWatch::FolderWatch() = default;
FolderWatch::~FolderWatch() = default;

// A new notifier has no watches, so old ones need not be removed.
void FolderWatch::Set(const std::set<std::string>& folders) {
  notifier_.reset();
  const int fd = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (fd < 0) return;
  notifier_ = std::make_unique<Notifier>(fd);
  for (const std::string& folder : folders) ::inotify_add_watch(fd, folder.c_str(), kEvents);
}

void FolderWatch::Wait(std::chrono::milliseconds maximum) const {
  const int fd = notifier_ ? notifier_->fd : -1;  // poll ignores a negative descriptor
  pollfd request{fd, POLLIN, 0};
  if (::poll(&request, 1, static_cast<int>(maximum.count())) <= 0) return;
  std::array<char, 4096> events;
  while (::read(fd, events.data(), events.size()) > 0) continue;
}

}  // namespace cobble
