// Notices changes of files, by any means: written in place, replaced by renaming, touched.
#ifndef COBBLE_CLI_RENDER_FILE_WATCH_H_
#define COBBLE_CLI_RENDER_FILE_WATCH_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace cobble {

// Compares what stat(2) says about the files with what it said before. inotify, where there is any,
// watches their folders, so that the comparison comes at once; it is also repeated every second,
// for file systems that notify nobody.
class FileWatch {
 public:
  FileWatch();
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Sets the files to watch. The state of those that were watched before is kept.
  void Set(const std::vector<std::string>& paths);

  // Returns whether any file differs from its state at the last Accept, or at Set.
  bool HasChanged() const;

  // Waits until a file has changed and none has changed for 50 ms (but at most a second longer),
  // then accepts the state.
  void WaitForChange();

 private:
  // What identifies the contents of a file. All 0 if it does not exist.
  struct State {
    uint64_t device = 0, inode = 0, size = 0;
    int64_t seconds = 0, nanoseconds = 0;  // of its last modification

    bool operator==(const State&) const = default;
  };
  struct File {
    std::string path;
    State accepted;
  };

  static State StateOf(const std::string& path);
  void Accept();
  void WatchFolders();
  // Waits until something happens in a folder, or for the time.
  void Pause(std::chrono::milliseconds maximum) const;
  void WaitUntilQuiet();

  std::vector<File> files_;
  int notifier_ = -1;  // of inotify; -1 if there is none
};

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_FILE_WATCH_H_
