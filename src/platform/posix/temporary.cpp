// Temporary files: unnamed (O_TMPFILE) if possible, and locked (flock).
#include "platform/temporary.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "platform/path.h"
#include "platform/posix/calls.h"

namespace cobble {
namespace {

// Before the umask is applied.
constexpr mode_t kMode = 0666, kPrivateMode = S_IRUSR | S_IWUSR;

int OpenNew(const std::string& path, mode_t mode, Handle* file) {
  return call::Open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode, file);
}

int OpenTmpfile(const std::string& folder, int flags, mode_t mode, Handle* file) {
  return call::Open(folder.empty() ? "." : folder, O_TMPFILE | O_RDWR | flags, mode, file);
}

// Whether linkat can give the descriptor a name: it needs /proc, which a minimal chroot lacks.
bool CanBeNamed(int fd) { return ::access(fmt::format("/proc/self/fd/{}", fd).c_str(), F_OK) == 0; }

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
  const bool is_unnamed = OpenTmpfile(folder_, 0, kMode, &fd_) == 0;
  if (is_unnamed && !CanBeNamed(fd_)) {
    file::Close(fd_);
    fd_ = kNoHandle;
  }
  if (fd_ < 0) {
    const auto open = [&](const std::string& path) { return OpenNew(path, kMode, &fd_); };
    if (const int error = MakeHiddenName(open)) return error;
  }
  call::Lock(fd_);  // if locks are unsupported, RemoveStaleTemporaries removes nothing
  return 0;
}

int Temporary::OpenUnnamed() {
  std::error_code missing;
  const std::string folder = std::filesystem::temp_directory_path(missing) / "";
  if (missing) return missing.value();
  if (OpenTmpfile(folder, O_EXCL, kPrivateMode, &fd_) == 0) return 0;
  return TryNewPaths(folder + HiddenPrefix(), [&](const std::string& path) {
    const SignalShield shield;
    const int error = OpenNew(path, kPrivateMode, &fd_);
    return error != 0 ? error : file::Remove(path);
  });
}

// Network file systems may report failed writes only on close.
int Temporary::Close() {
  if (!name_) {
    const auto link = [&](const std::string& path) {
      return call::Try([&] { return Calls().LinkDescriptor(fd_, path.c_str()); });
    };
    if (const int error = MakeHiddenName(link)) return error;
  }
  if (file::Duplicate(fd_, &lock_) != 0) lock_ = kNoHandle;  // continue without a lock
  const int error = file::Close(fd_);
  fd_ = kNoHandle;
  return error;
}

int Temporary::MoveTo(const std::string& target, bool no_clobber) {
  const SignalShield shield;
  const int error =
      no_clobber ? file::RenameToNew(name_->path(), target) : file::Rename(name_->path(), target);
  if (error == 0) name_.reset();
  return error;
}

std::string SystemName() {
  std::string name;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> name;
  if (!name.empty()) return name;
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return host.data();
}

uint64_t ProcessNumber() { return static_cast<uint64_t>(::getpid()); }

// Holds the lock until the name is removed.
void RemoveUnlocked(const std::string& path, const FileIdentity& identity) {
  Handle found = kNoHandle;
  if (call::Open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0, &found) != 0) return;
  FileStatus status;
  if (call::Lock(found) == 0 && file::StatusOf(found, &status) == 0 && status.identity == identity)
    file::Remove(path);
  file::Close(found);
}

}  // namespace cobble
