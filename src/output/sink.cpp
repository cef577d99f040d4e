// Files that appear whole or not at all. Linux: POSIX, renameat2 and /proc.
#include "output/sink.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>

#include "cobble/error.h"
#include "core/numbers.h"

namespace cobble {
namespace {

// The system calls that change something. Each returns 0 or errno, and is tried again after EINTR.
namespace call {

int Close(int fd) {
  // Linux has closed the descriptor when it says EINTR.
  return ::close(fd) != 0 && errno != EINTR ? errno : 0;
}

// Never one of 0 to 2, where messages go even if they were closed.
int Duplicate(int from, int* fd) {
  *fd = ::fcntl(from, F_DUPFD_CLOEXEC, 3);
  return *fd < 0 ? errno : 0;
}

int Open(const std::string& path, int flags, mode_t mode, int* fd) {
  do {
    *fd = ::open(path.c_str(), flags | O_CLOEXEC, mode);
  } while (*fd < 0 && errno == EINTR);
  if (*fd < 0) return errno;
  if (*fd > STDERR_FILENO) return 0;
  const int low = *fd;
  const int error = Duplicate(low, fd);
  const int close_error = Close(low);
  return error != 0 ? error : close_error;
}

// A pipe that somebody made non-blocking says EAGAIN where it is full.
int AwaitRoom(int fd) {
  pollfd room{fd, POLLOUT, 0};
  return ::poll(&room, 1, -1) < 0 && errno != EINTR ? errno : 0;
}

// place: null means where the file stands.
int Write(int fd, const char* data, std::size_t size, const uint64_t* place, std::size_t* written) {
  const ssize_t n = place
                        ? ::pwrite(fd, data, size, static_cast<off_t>(*place))  // past 2^63: EINVAL
                        : ::write(fd, data, size);
  *written = n > 0 ? static_cast<std::size_t>(n) : 0;
  if (n > 0) return 0;
  if (n == 0) return EIO;  // no progress and no reason: waiting for it would never end
  if (errno == EINTR) return 0;
  return errno == EAGAIN || errno == EWOULDBLOCK ? AwaitRoom(fd) : errno;
}

int Read(int fd, char* data, std::size_t size, uint64_t place, std::size_t* read) {
  const ssize_t n = ::pread(fd, data, size, static_cast<off_t>(place));
  *read = n > 0 ? static_cast<std::size_t>(n) : 0;
  if (n > 0 || (n < 0 && errno == EINTR)) return 0;
  return n == 0 ? EIO : errno;  // it ends before what was written: somebody else cut it
}

int SetMode(int fd, mode_t mode) { return ::fchmod(fd, mode) != 0 ? errno : 0; }

int Replace(const std::string& from, const std::string& to) {
  return ::rename(from.c_str(), to.c_str()) != 0 ? errno : 0;
}

int Remove(const std::string& path) { return ::unlink(path.c_str()) != 0 ? errno : 0; }

// Gives `from` the name `to` unless something has it already. File systems that know no such
// rename (EINVAL) have links.
int Place(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (::link(from.c_str(), to.c_str()) != 0) return errno;
  return Remove(from);
}

}  // namespace call

std::string Message(const char* what, int error) {
  return std::string("cannot ") + what + ": " + std::generic_category().message(error);
}

std::string FolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// What a path leads to.
struct Location {
  std::string target{};  // the path with its links followed; it may not exist
  bool exists = false;
  bool direct = false;
  mode_t mode = 0;
  int own_descriptor = -1;  // of this process, where the path names one
  int error = 0;            // errno, where it cannot be told
};

// The descriptor N that a name .../fd/N means, where it is one of this process.
int OwnDescriptor(const std::string& path) {
  const auto number = ParseWhole(std::string_view(path).substr(FolderOf(path).size()));
  struct stat named, own;
  if (!number || *number < 0 || *number > 1 << 30) return -1;
  const int fd = static_cast<int>(*number);
  if (::stat(path.c_str(), &named) != 0 || ::fstat(fd, &own) != 0) return -1;
  return named.st_dev == own.st_dev && named.st_ino == own.st_ino ? fd : -1;
}

// The links of /proc lead to open files whatever their text says, so they are not followed.
bool IsInProc(const std::string& path) {
  struct statfs system;
  const std::string folder = FolderOf(path);
  return ::statfs(folder.empty() ? "." : folder.c_str(), &system) == 0 &&
         system.f_type == PROC_SUPER_MAGIC;
}

// Where the link at `path`, whose own name is `size` bytes long or unknown (0), leads.
std::optional<std::string> LinkTarget(const std::string& path, off_t size) {
  std::string text(size > 0 ? static_cast<std::size_t>(size) + 1 : 4096, '\0');
  const ssize_t n = ::readlink(path.c_str(), text.data(), text.size());
  if (n < 0) return std::nullopt;
  text.resize(static_cast<std::size_t>(n));
  return text.starts_with('/') ? text : FolderOf(path) + text;
}

// Follows links by hand, since the last one may lead to a file that is yet to be made.
Location Locate(std::string path) {
  if (path.empty()) return {.error = ENOENT};
  constexpr int kMostLinks = 40;  // as the kernel's own limit
  for (int links = 0; links <= kMostLinks; ++links) {
    struct stat status;
    if (::lstat(path.c_str(), &status) != 0)
      return {.target = path, .error = errno == ENOENT ? 0 : errno};
    if (!S_ISLNK(status.st_mode)) {
      return {.target = path,
              .exists = true,
              .direct = !S_ISREG(status.st_mode),
              .mode = status.st_mode,
              .error = S_ISDIR(status.st_mode) ? EISDIR : 0};
    }
    if (IsInProc(path)) {
      return {
          .target = path, .exists = true, .direct = true, .own_descriptor = OwnDescriptor(path)};
    }
    auto next = LinkTarget(path, status.st_size);
    if (!next) return {.target = path, .error = errno};
    path = std::move(*next);
  }
  return {.target = path, .error = ELOOP};
}

// A name that no other run is likely to have; O_EXCL sees to the rest. It does not grow with the
// file's own name, which may be as long as names can be.
std::string TemporaryName(const std::string& target) {
  static std::atomic<uint32_t> counter{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  char name[64];
  std::snprintf(name, sizeof name, ".cobble-%x-%x-%x", static_cast<unsigned>(::getpid()),
                static_cast<unsigned>(now), static_cast<unsigned>(counter++));
  return FolderOf(target) + name;
}

constexpr int kAttempts = 100;  // at a name that nobody else has

}  // namespace

bool IsWrittenDirectly(const std::string& path) { return path == "-" || Locate(path).direct; }

FileSink::FileSink(const std::string& path, bool no_clobber, Order order)
    : path_(path), no_clobber_(no_clobber) {
  const Location place =
      path == "-" ? Location{.direct = true, .own_descriptor = STDOUT_FILENO} : Locate(path);
  if (place.error != 0) Fail("create", place.error);
  target_ = place.target;
  direct_ = place.direct;
  exists_ = place.exists;
  mode_ = place.mode & 0777;
  own_descriptor_ = place.own_descriptor;
  if (direct_) {
    OpenDirectly();
    if (order == kAnyOrder) OpenSpool();
  } else {
    OpenTemporary();
  }
}

FileSink::~FileSink() {
  // Nobody is left to tell of a failure here.
  if (spool_fd_ >= 0) call::Close(spool_fd_);
  if (fd_ >= 0) call::Close(fd_);
  if (!temporary_.empty()) call::Remove(temporary_);
}

// A descriptor that is open already is shared, not opened anew: its file's place and its append
// mode are the caller's.
void FileSink::OpenDirectly() {
  const int error = own_descriptor_ >= 0 ? call::Duplicate(own_descriptor_, &fd_)
                                         : call::Open(target_, O_WRONLY | O_NOCTTY, 0, &fd_);
  if (error != 0) Fail("open", error);
}

// The file loses its name at once, so that it goes whatever becomes of this run.
void FileSink::OpenSpool() {
  std::error_code missing;
  const std::string folder = std::filesystem::temp_directory_path(missing) / "";
  int error = missing ? missing.value() : EEXIST;
  for (int i = 0; i < kAttempts && error == EEXIST; ++i) {
    const std::string name = TemporaryName(folder);
    error = call::Open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600, &spool_fd_);
    if (error == 0) error = call::Remove(name);
  }
  if (error == 0) return;
  call::Close(fd_);  // a constructor that throws has no destructor
  if (spool_fd_ >= 0) call::Close(spool_fd_);
  Fail("make a temporary file for it", error);
}

void FileSink::OpenTemporary() {
  if (exists_ && no_clobber_) Fail("create (--no-clobber)", EEXIST);
  // A rename would replace a file that is write-protected; its owner did not mean that.
  if (exists_ && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0)
    Fail("replace it", errno);

  int error = EEXIST;
  for (int i = 0; i < kAttempts && error == EEXIST; ++i) {
    temporary_ = TemporaryName(target_);
    error = call::Open(temporary_, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666, &fd_);
  }
  if (error != 0) {
    temporary_.clear();
    Fail("create", error);
  }
  try {
    KeepMode();
  } catch (...) {  // a constructor that throws has no destructor
    call::Close(fd_);
    call::Remove(temporary_);
    throw;
  }
}

// Gives the temporary the mode of the file it will replace. File systems without modes refuse to
// set one, but never show two that differ.
void FileSink::KeepMode() {
  struct stat status;
  if (!exists_) return;
  if (::fstat(fd_, &status) != 0) Fail("create", errno);
  if ((status.st_mode & 0777) == mode_) return;
  if (const int error = call::SetMode(fd_, mode_)) Fail("keep its mode", error);
}

void FileSink::Fail(const char* what, int error) {
  if (first_error_ == 0) {
    first_error_ = error;
    first_what_ = what;
  }
  throw Error(ErrorKind::kIo, path_, Message(first_what_, first_error_));
}

void FileSink::Write(const void* data, std::size_t size) {
  WriteAll(spool_fd_ >= 0 ? spool_fd_ : fd_, data, size, nullptr);
  place_ += size;
  bytes_written_ = std::max(bytes_written_, place_);
}

void FileSink::WriteAt(uint64_t place, const void* data, std::size_t size) {
  WriteAll(spool_fd_ >= 0 ? spool_fd_ : fd_, data, size, &place);
  bytes_written_ = std::max(bytes_written_, place + size);
}

// place: null means where the file stands.
void FileSink::WriteAll(int fd, const void* data, std::size_t size, const uint64_t* place) {
  if (first_error_ != 0) Fail(first_what_, first_error_);
  const char* const bytes = static_cast<const char*>(data);
  for (std::size_t done = 0; done < size;) {
    std::size_t written = 0;
    const uint64_t at = place ? *place + done : 0;
    const int error = call::Write(fd, bytes + done, size - done, place ? &at : nullptr, &written);
    if (error != 0) Fail("write", error);
    done += written;
  }
}

// The spool's bytes, in their order, to where they were meant to go.
void FileSink::HandOn() {
  std::array<char, 1 << 16> block;
  for (uint64_t at = 0; at < bytes_written_;) {
    std::size_t n = 0;
    const auto size =
        static_cast<std::size_t>(std::min<uint64_t>(block.size(), bytes_written_ - at));
    if (const int error = call::Read(spool_fd_, block.data(), size, at, &n))
      Fail("read its temporary file", error);
    WriteAll(fd_, block.data(), n, nullptr);
    at += n;
  }
}

void FileSink::RemoveOld() {
  if (direct_ || no_clobber_) return;  // no_clobber: none stood there
  const int error = call::Remove(target_);
  if (error != 0 && error != ENOENT) Fail("remove the old one", error);
}

// File systems over a network report failed writes here.
void FileSink::Close() {
  const int error = call::Close(fd_);
  fd_ = -1;
  if (error != 0) Fail("write", error);
}

void FileSink::Commit() {
  if (first_error_ != 0) Fail(first_what_, first_error_);
  if (spool_fd_ >= 0) HandOn();
  Close();
  if (direct_) return;
  if (no_clobber_) {
    if (const int error = call::Place(temporary_, target_)) Fail("create (--no-clobber)", error);
  } else {
    if (const int error = call::Replace(temporary_, target_)) Fail("replace it", error);
  }
  temporary_.clear();
}

}  // namespace cobble
