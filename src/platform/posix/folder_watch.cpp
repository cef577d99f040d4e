// Watches folders with inotify. Linux only.
#include "platform/file_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>

namespace cobble {
namespace {

// Whatever an editor does to save a file.
constexpr uint32_t kEvents =
    IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;

class InotifyWatch final : public FolderWatch {
 public:
  explicit InotifyWatch(int fd) : fd_(fd) {}
  ~InotifyWatch() override {
    if (fd_ >= 0) ::close(fd_);
  }
  InotifyWatch(const InotifyWatch&) = delete;
  InotifyWatch& operator=(const InotifyWatch&) = delete;

  bool is_on() const override { return fd_ >= 0; }
  void Wait(std::chrono::milliseconds maximum) override {
    pollfd request{fd_, POLLIN, 0};  // poll ignores a negative descriptor
    if (::poll(&request, 1, static_cast<int>(maximum.count())) <= 0) return;
    std::array<char, 4096> events;
    while (::read(fd_, events.data(), events.size()) > 0) continue;
  }

 private:
  const int fd_;
};

}  // namespace

std::unique_ptr<FolderWatch> WatchFolders(const std::set<std::string>& folders) {
  const int fd = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  for (const std::string& folder : folders) ::inotify_add_watch(fd, folder.c_str(), kEvents);
  return std::make_unique<InotifyWatch>(fd);
}

}  // namespace cobble
