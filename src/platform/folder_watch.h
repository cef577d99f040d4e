// Notices that something happens in folders.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <string>

namespace cobble {

// Only saves time: some systems, and file systems that other machines write to, notify nobody.
class FolderWatch {
 public:
  FolderWatch();
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Replaces the watched folders. Ignores those that cannot be watched.
  void Set(const std::set<std::string>& folders);
  // Whether this system notifies anybody.
  bool is_on() const { return notifier_ != nullptr; }
  // Waits until something has happened in a folder since the last call, or for the time.
  void Wait(std::chrono::milliseconds maximum) const;

 private:
  struct Notifier;

  std::unique_ptr<Notifier> notifier_;
};

}  // namespace cobble
