// Watches no folders, since nothing notifies a module. Waiting takes the whole time.
#include "platform/folder_watch.h"

#include <thread>

namespace cobble {

struct FolderWatch::Notifier {};

FolderWatch::FolderWatch() = default;
FolderWatch::~FolderWatch() = default;

void FolderWatch::Set(const std::set<std::string>&) {}

void FolderWatch::Wait(std::chrono::milliseconds maximum) const {
  std::this_thread::sleep_for(maximum);
}

}  // namespace cobble
