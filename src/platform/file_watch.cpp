// Implements FileWatch.
#include "platform/file_watch.h"

#include <algorithm>

#include "platform/clock.h"
#include "platform/path.h"

namespace cobble {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kQuiet{50}, kMaxWait{1000}, kUnwatched{200};

// Returns the folders that decide what the path names: its own and, for a link, its target's.
std::set<std::string> FoldersOf(const std::string& path) {
  const std::string folder = ParentOf(path);
  std::set<std::string> folders{folder.empty() ? "." : folder};
  if (file::Exists(path)) folders.insert(ParentOf(RealPath(path)));
  return folders;
}

FileStatus StateOf(const std::string& path) {
  FileStatus status;
  return file::StatusOf(path, &status) == 0 ? status : FileStatus{};
}

}  // namespace

void FileWatch::Set(const std::vector<std::string>& paths) {
  std::vector<File> files;
  for (const std::string& path : paths) {
    const auto known = std::ranges::find(files_, path, &File::path);
    files.push_back(known != files_.end() ? *known : File{path, StateOf(path)});
  }
  files_ = std::move(files);
  RenewFolders();
}

void FileWatch::RenewFolders() {
  std::set<std::string> folders;
  for (const File& file : files_) folders.merge(FoldersOf(file.path));
  folders_.reset();
  folders_ = WatchFolders(folders);
}

bool FileWatch::HasChanged() const {
  return std::ranges::any_of(files_,
                             [](const File& file) { return StateOf(file.path) != file.accepted; });
}

void FileWatch::Accept() {
  for (File& file : files_) file.accepted = StateOf(file.path);
}

void FileWatch::Pause(milliseconds maximum) const {
  // A negative time would wait forever.
  folders_->Wait(std::clamp(maximum, milliseconds{0}, folders_->is_on() ? kMaxWait : kUnwatched));
}

void FileWatch::WaitForChange() {
  while (!WaitForChange(kMaxWait)) {
  }
}

bool FileWatch::WaitForChange(milliseconds maximum) {
  for (const auto end = Clock::now() + maximum; !HasChanged();) {
    if (Clock::now() >= end) return false;
    Pause(std::chrono::duration_cast<milliseconds>(end - Clock::now()) + milliseconds{1});
  }
  WaitUntilQuiet();
  RenewFolders();  // a folder or a link may be new
  return true;
}

void FileWatch::WaitUntilQuiet() {
  const auto end = Clock::now() + kMaxWait;
  Accept();
  for (auto quiet = Clock::now() + kQuiet; Clock::now() < std::min(quiet, end);) {
    Pause(std::chrono::duration_cast<milliseconds>(quiet - Clock::now()) + milliseconds{1});
    if (!HasChanged()) continue;
    Accept();
    quiet = Clock::now() + kQuiet;
  }
}

}  // namespace cobble
