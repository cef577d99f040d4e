// Notices that something happens in folders.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <string>

namespace cobble {

class FolderWatch {
 public:
  virtual ~FolderWatch() = default;
  // Waits until something has happened in a folder since the last call, or for the time.
  virtual void Wait(std::chrono::milliseconds maximum) = 0;
};

// Watches the folders that can be watched; null if this system notifies nobody. Only saves time:
// file systems that other machines write to notify nobody either.
std::unique_ptr<FolderWatch> WatchFolders(const std::set<std::string>& folders);

}  // namespace cobble
