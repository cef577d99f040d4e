// Watches no folders, since nothing notifies a module. Waiting takes the whole time.
#include "platform/file_watch.h"

#include <thread>

namespace cobble {
namespace {

class NoWatch final : public FolderWatch {
 public:
  bool is_on() const override { return false; }
  void Wait(std::chrono::milliseconds maximum) override { std::this_thread::sleep_for(maximum); }
};

}  // namespace

std::unique_ptr<FolderWatch> WatchFolders(const std::set<std::string>&) {
  return std::make_unique<NoWatch>();
}

}  // namespace cobble
