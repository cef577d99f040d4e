// Notices changes of files, by any means: written in place, replaced by renaming, touched.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "platform/file.h"

namespace cobble {

// Notices that something happens in folders.
class FolderWatch {
 public:
  virtual ~FolderWatch() = default;
  // Whether this system notifies anybody.
  virtual bool is_on() const = 0;
  // Waits until something has happened in a folder since the last call, or for the time.
  virtual void Wait(std::chrono::milliseconds maximum) = 0;
};

// In the files of systems: watches the folders that can be watched. Only saves time: some systems,
// and file systems that other machines write to, notify nobody.
std::unique_ptr<FolderWatch> WatchFolders(const std::set<std::string>& folders);

// Compares the files' status with an earlier one: at once when something happens in their folders,
// and every second, for file systems that notify nobody.
class FileWatch {
 public:
  // Sets the files to watch. Those that were watched before keep their accepted state.
  void Set(const std::vector<std::string>& paths);

  // Returns whether any file differs from its state at the last Accept, or at Set.
  bool HasChanged() const;

  // Waits until a file has changed and then none changes for 50 ms (but at most a second longer),
  // and accepts the state.
  void WaitForChange();
  // The same, but waits at most this long for a change. Returns whether there was one.
  bool WaitForChange(std::chrono::milliseconds maximum);

 private:
  struct File {
    std::string path;
    FileStatus accepted;  // all 0 if the file does not exist
  };

  void Accept();
  void RenewFolders();
  // Waits until something happens in a folder, or for the time.
  void Pause(std::chrono::milliseconds maximum) const;
  void WaitUntilQuiet();

  std::vector<File> files_;
  std::unique_ptr<FolderWatch> folders_ = WatchFolders({});
};

}  // namespace cobble
