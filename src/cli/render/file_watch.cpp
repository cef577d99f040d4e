// Implements FileWatch with stat and inotify.
#include "cli/render/file_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

namespace cobble {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kQuiet{50}, kMaxWait{1000}, kWithoutNotifier{200};

// Whatever an editor does to save a file.
constexpr uint32_t kEvents =
    IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;

// Returns the folders whose entries decide what the path means: its own, and that of the file that
// it leads to if it is a symbolic link.
std::set<std::string> FoldersOf(const std::string& path) {
  std::error_code error;
  const auto folder = [](const std::filesystem::path& file) {
    const std::string parent = file.parent_path().string();
    return parent.empty() ? "." : parent;
  };
  std::set<std::string> folders{folder(path)};
  const auto real = std::filesystem::canonical(path, error);
  if (!error) folders.insert(folder(real));
  return folders;
}

}  // namespace

FileWatch::FileWatch() = default;

FileWatch::~FileWatch() {
  if (notifier_ >= 0) ::close(notifier_);
}

FileWatch::State FileWatch::StateOf(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size),
          status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

void FileWatch::Set(const std::vector<std::string>& paths) {
  std::vector<File> files;
  for (const std::string& path : paths) {
    const auto known = std::ranges::find(files_, path, &File::path);
    files.push_back(known != files_.end() ? *known : File{path, StateOf(path)});
  }
  files_ = std::move(files);
  WatchFolders();
}

// A new notifier has no watches, so those of the last one need not be removed.
void FileWatch::WatchFolders() {
  if (notifier_ >= 0) ::close(notifier_);
  notifier_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (notifier_ < 0) return;
  for (const File& file : files_)
    for (const std::string& folder : FoldersOf(file.path))
      ::inotify_add_watch(notifier_, folder.c_str(), kEvents);  // if it fails: once a second
}

bool FileWatch::HasChanged() const {
  return std::ranges::any_of(files_,
                             [](const File& file) { return StateOf(file.path) != file.accepted; });
}

void FileWatch::Accept() {
  for (File& file : files_) file.accepted = StateOf(file.path);
}

void FileWatch::Pause(milliseconds maximum) const {
  // A negative time would wait for ever.
  maximum = std::clamp(maximum, milliseconds{0}, notifier_ < 0 ? kWithoutNotifier : kMaxWait);
  pollfd request{notifier_, POLLIN, 0};  // poll ignores a negative descriptor
  if (::poll(&request, 1, static_cast<int>(maximum.count())) <= 0) return;
  std::array<char, 4096> events;
  while (::read(notifier_, events.data(), events.size()) > 0) continue;
}

void FileWatch::WaitForChange() {
  while (!HasChanged()) Pause(kMaxWait);
  WaitUntilQuiet();
  WatchFolders();  // a folder or a link may be a new one
}

void FileWatch::WaitUntilQuiet() {
  using Clock = std::chrono::steady_clock;
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
