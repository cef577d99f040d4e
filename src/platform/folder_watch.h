// Notices that something happens in folders.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <string>

namespace cobble {

// Only saves time: file systems that other machines write to, and some systems, notify nobody.
class FolderWatch {
 public:
  FolderWatch();
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Replaces the folders that are watched. Those that cannot be watched are ignored.
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
