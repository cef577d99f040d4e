// Watches no folders, since nothing notifies a module.
#include "platform/file_watch.h"

namespace cobble {

std::unique_ptr<FolderWatch> WatchFolders(const std::set<std::string>&) { return nullptr; }

}  // namespace cobble
