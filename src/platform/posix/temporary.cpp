// Temporary files (O_TMPFILE if available), their locks, and removal of stale ones.
#include "platform/temporary.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "platform/path.h"
#include "platform/posix/calls.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

constexpr int kAttempts = 100;  // to find an unused name
constexpr mode_t kMode = 0666;  // before the umask is applied
constexpr std::string_view kPrefix = ".cobble-";
constexpr std::size_t kDigits = 24;
constexpr std::chrono::hours kStale{1};  // without a lock, if this machine made the file
constexpr std::chrono::hours kStaleElsewhere{24 * 7};

// Returns what names the running system: all its processes see each other's locks.
std::string SystemName() {
  std::string name;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> name;
  if (!name.empty()) return name;
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return host.data();
}

// Returns a new hidden path. It does not contain the target's name, which may already have the
// maximum length.
std::string NewHiddenPath(const std::string& folder) {
  static std::atomic<uint32_t> counter{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  const uint64_t run = Fnv1a(fmt::format("{} {}", ::getpid(), now));
  return folder + HiddenPrefix() +
         fmt::format("{:08x}{:08x}", static_cast<uint32_t>(run), counter++);
}

// Calls `use` with new hidden names until it does not fail with EEXIST. Returns 0 or errno.
template <typename Use>
int TryNames(const std::string& folder, const Use& use) {
  int error = EEXIST;
  for (int i = 0; i < kAttempts && error == EEXIST; ++i) error = use(NewHiddenPath(folder));
  return error;
}

// Returns whether linkat can give the descriptor a name: it needs /proc, which a minimal chroot
// lacks.
bool CanBeNamed(int fd) { return ::access(fmt::format("/proc/self/fd/{}", fd).c_str(), F_OK) == 0; }

int OpenTmpfile(const std::string& folder, int flags, mode_t mode, int* fd) {
  return call::Open(folder.empty() ? "." : folder, O_TMPFILE | flags, mode, fd);
}

bool IsHidden(std::string_view name) {
  return name.starts_with(kPrefix) && name.size() == kPrefix.size() + kDigits &&
         name.find_first_not_of("0123456789abcdef", kPrefix.size()) == std::string_view::npos;
}

bool IsOlderThan(std::chrono::hours age, const struct stat& status) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return now - std::chrono::seconds(status.st_mtime) > age;
}

// Removes a file that is unlocked and older than `age`. Holds its lock until the name is removed,
// and checks that the name still refers to the locked file.
void RemoveIfStale(const std::string& path, std::chrono::hours age) {
  struct stat named, opened;
  if (::lstat(path.c_str(), &named) != 0 || !S_ISREG(named.st_mode) || !IsOlderThan(age, named))
    return;
  int fd = -1;
  if (call::Open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0, &fd) != 0) return;
  if (call::Lock(fd) == 0 && ::fstat(fd, &opened) == 0 && opened.st_ino == named.st_ino &&
      opened.st_dev == named.st_dev)
    file::Remove(path);
  file::Close(fd);
}

}  // namespace

Temporary::~Temporary() {
  // Errors are ignored: a destructor cannot report them.
  if (fd_ >= 0) file::Close(fd_);
  if (name_) {
    const SignalShield shield;
    file::Remove(name_->path());
    name_.reset();
  }
  if (lock_ >= 0) ::close(lock_);
}

int Temporary::Open(const std::string& target) {
  folder_ = FolderOf(target);
  // On any error, fall back to a named file, which either works or reports the error.
  const bool is_unnamed = OpenTmpfile(folder_, O_RDWR, kMode, &fd_) == 0;
  if (is_unnamed && !CanBeNamed(fd_)) {
    file::Close(fd_);
    fd_ = -1;
  }
  if (fd_ < 0) {
    if (const int error = OpenNamed(folder_)) return error;
  }
  call::Lock(fd_);  // if locks are unsupported, RemoveStaleTemporaries removes nothing
  return 0;
}

int Temporary::OpenNamed(const std::string& folder) {
  return TryNames(folder, [&](std::string path) {
    const SignalShield shield;
    name_.emplace(std::move(path));
    const int error =
        call::Open(name_->path(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, kMode, &fd_);
    if (error != 0) name_.reset();
    return error;
  });
}

int Temporary::OpenUnnamed() {
  std::error_code missing;
  const std::string folder = fs::temp_directory_path(missing) / "";
  if (missing) return missing.value();
  if (OpenTmpfile(folder, O_RDWR | O_EXCL, S_IRUSR | S_IWUSR, &fd_) == 0) return 0;
  return TryNames(folder, [&](const std::string& path) {
    const SignalShield shield;
    const int error =
        call::Open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, S_IRUSR | S_IWUSR, &fd_);
    return error != 0 ? error : file::Remove(path);
  });
}

int Temporary::LinkHiddenName() {
  return TryNames(folder_, [&](std::string path) {
    const SignalShield shield;
    name_.emplace(std::move(path));
    const int error = call::LinkDescriptor(fd_, name_->path());
    if (error != 0) name_.reset();
    return error;
  });
}

// Network file systems may report failed writes only on close.
int Temporary::Close() {
  if (!name_) {
    if (const int error = LinkHiddenName()) return error;
  }
  if (file::Duplicate(fd_, &lock_) != 0) lock_ = -1;  // continue without a lock
  const int error = file::Close(fd_);
  fd_ = -1;
  return error;
}

int Temporary::MoveTo(const std::string& target, bool no_clobber) {
  const SignalShield shield;
  const int error =
      no_clobber ? file::RenameToNew(name_->path(), target) : file::Rename(name_->path(), target);
  if (error == 0) name_.reset();
  return error;
}

const std::string& HiddenPrefix() {
  static const std::string prefix =
      fmt::format("{}{:08x}", kPrefix, static_cast<uint32_t>(Fnv1a(SystemName())));
  return prefix;
}

// Locks are local on some network file systems, so they show nothing about other machines.
void RemoveStaleTemporaries(const std::string& folder) {
  file::VisitFolder(folder, [&folder](const std::string& name) {
    if (IsHidden(name))
      RemoveIfStale(folder + name, name.starts_with(HiddenPrefix()) ? kStale : kStaleElsewhere);
    return true;
  });
}

}  // namespace cobble
