// Watches no folders: nothing notifies a module, so who waits has to look.
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
