// Files on POSIX. What the sink does goes through the calls that tests replace.
#include "platform/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <new>
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

// std::filesystem also reports failed allocations as error codes.
int ErrorOf(const std::error_code& error) {
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
  return error.value();
}

// With the rights of the effective user, as open checks them.
int CheckAccess(const std::string& path, int access) {
  return ::faccessat(AT_FDCWD, path.c_str(), access, AT_EACCESS) == 0 ? 0 : errno;
}

ssize_t TryRead(Handle handle, void* data, std::size_t size, const uint64_t* offset) {
  return offset ? ::pread(handle, data, size, static_cast<off_t>(*offset))
                : ::read(handle, data, size);
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

bool Exists(const std::string& path) { return CheckAccess(path, F_OK) == 0; }

bool IsFolder(const std::string& path) {
  FileStatus status;
  return StatusOf(path, &status) == 0 && status.kind == FileKind::kFolder;
}

bool IsAbsent(int error) { return error == ENOENT || error == ENOTDIR; }

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

int Open(const std::string& path, Access access, Handle* handle) {
  return call::Open(path, access == kRead ? O_RDONLY : O_WRONLY | O_NOCTTY, 0, handle);
}

int Duplicate(Handle from, Handle* handle) { return call::Duplicate(from, handle); }

int Close(Handle handle) { return call::Close(handle); }

int Write(Handle handle, const void* data, std::size_t size, const uint64_t* offset) {
  return call::Write(handle, data, size, offset);
}

int Read(Handle handle, void* data, std::size_t size, uint64_t offset) {
  return call::Read(handle, data, size, offset);
}

int Sync(Handle handle) { return call::Sync(handle); }

int ReadSome(Handle handle, void* data, std::size_t size, const uint64_t* offset,
             std::size_t* count) {
  for (;;) {
    const ssize_t n = TryRead(handle, data, size, offset);
    if (n >= 0) {
      *count = static_cast<std::size_t>(n);
      return 0;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd request{handle, POLLIN, 0};
      if (::poll(&request, 1, -1) >= 0) continue;
    }
    if (errno != EINTR) return errno;
  }
}

void WriteToStandardError(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

void OpenStandardHandles() {
  // open returns the lowest free descriptor. The wrong access mode makes reads and writes fail.
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

int Rename(const std::string& from, const std::string& to) { return call::Rename(from, to); }

int RenameToNew(const std::string& from, const std::string& to) {
  return call::RenameToNew(from, to);
}

int Remove(const std::string& path) { return call::Remove(path); }

int MakeFolders(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return ErrorOf(error);
}

int VisitFolder(const std::string& folder, const std::function<bool(const std::string&)>& visit) {
  std::error_code error;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
    if (!visit(entry->path().filename().native())) return 0;
  return ErrorOf(error);
}

}  // namespace file

InputFile::~InputFile() {
  if (handle_ >= 0) ::close(handle_);
}

int InputFile::Open(const std::string& path) {
  handle_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  return handle_ < 0 ? errno : 0;
}

}  // namespace cobble
