// Files on POSIX: what is at a path, rights, standard handles, folders. calls.cpp has the rest.
#include "platform/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "platform/posix/calls.h"

namespace cobble {
namespace {

FileKind KindOf(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::kRegular;
  if (S_ISDIR(mode)) return FileKind::kFolder;
  return S_ISCHR(mode) ? FileKind::kCharacterDevice : FileKind::kOther;
}

FileStatus Described(const struct stat& status) {
  return {.kind = KindOf(status.st_mode),
          .identity = {.volume = status.st_dev, .number = status.st_ino},
          .size = static_cast<uint64_t>(status.st_size),
          .seconds = status.st_mtim.tv_sec,
          .nanoseconds = status.st_mtim.tv_nsec};
}

// With the rights of the effective user, as open checks them.
int CheckAccess(const std::string& path, int access) {
  return ::faccessat(AT_FDCWD, path.c_str(), access, AT_EACCESS) == 0 ? 0 : errno;
}

}  // namespace

namespace file {

int StatusOf(const std::string& path, FileStatus* status) {
  struct stat found;
  if (::stat(path.c_str(), &found) != 0) return errno;
  *status = Described(found);
  return 0;
}

int StatusOf(Handle handle, FileStatus* status) {
  struct stat found;
  if (::fstat(handle, &found) != 0) return errno;
  *status = Described(found);
  return 0;
}

bool IsLink(const std::string& path) {
  struct stat found;
  return ::lstat(path.c_str(), &found) == 0 && S_ISLNK(found.st_mode);
}

bool NamesAnything(const std::string& path) {
  struct stat found;
  return ::lstat(path.c_str(), &found) == 0 || !IsAbsent(errno);
}

int CheckReadable(const std::string& path) { return CheckAccess(path, R_OK); }

int CheckWritable(const std::string& path) { return CheckAccess(path, W_OK); }

int CheckMayAddFiles(const std::string& folder) { return CheckAccess(folder, W_OK | X_OK); }

void WriteToStandardError(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

void TryToRemove(const std::string& path) { ::unlink(path.c_str()); }

void OpenStandardHandles() {
  // open returns the lowest free descriptor. The wrong mode makes reads and writes fail.
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

int MakeFolders(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return call::ErrorOf(error);
}

int VisitFolder(const std::string& folder, const std::function<bool(const std::string&)>& visit) {
  std::error_code error;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
    if (!visit(entry->path().filename().native())) return 0;
  return call::ErrorOf(error);
}

}  // namespace file
}  // namespace cobble
