// Paths on POSIX: follows symbolic links, and copies the access rights of what they lead to.
#include "platform/path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/numbers.h"
#include "platform/posix/calls.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

// Returns the descriptor N of a path .../fd/N if it is the same file in this process, or kNoHandle.
Handle OwnDescriptor(const std::string& path) {
  const auto number = ParseInteger(std::string_view{path}.substr(FolderOf(path).size()));
  if (!number || *number < 0 || *number > 1 << 30) return kNoHandle;
  const auto fd = static_cast<Handle>(*number);
  FileStatus named, opened;
  if (file::StatusOf(path, &named) != 0 || file::StatusOf(fd, &opened) != 0) return kNoHandle;
  return named.identity == opened.identity ? fd : kNoHandle;
}

Location Found(std::string path, const struct stat& status) {
  return {.target = std::move(path),
          .exists = true,
          .direct = !S_ISREG(status.st_mode),
          .rights = {.mode = status.st_mode, .user = status.st_uid, .group = status.st_gid},
          .error = S_ISDIR(status.st_mode) ? EISDIR : 0};
}

Location NotFound(const std::string& path, int error) {
  return {.target = path, .error = error == ENOENT ? 0 : error};
}

// Only the superuser may change a file's owner, so EPERM is not an error.
int KeepOwner(const FileRights& old, const struct stat& now, int fd) {
  if (now.st_uid == old.user && now.st_gid == old.group) return 0;
  const auto give = [&](uid_t user) {
    return call::Try([&] { return Calls().SetOwner(fd, user, old.group); });
  };
  int error = give(old.user);
  if (error == EPERM) error = give(static_cast<uid_t>(-1));
  return error == EPERM ? 0 : error;
}

// File systems without modes report the same mode for all files, so no attempt is made to set one.
int KeepMode(const FileRights& old, const struct stat& now, int fd) {
  constexpr mode_t kBits = 0777;  // without set-user-ID, set-group-ID and sticky bits
  if ((now.st_mode & kBits) == (old.mode & kBits)) return 0;
  return call::Try([&] { return Calls().SetMode(fd, old.mode & kBits); });
}

}  // namespace

bool IsSeparator(char c) { return c == '/'; }

std::string WithSlashes(std::string path) { return path; }

std::size_t RootLength(std::string_view path) {
  return std::min(path.find_first_not_of('/'), path.size());
}

bool IsAbsolute(std::string_view path) { return path.starts_with('/'); }

std::string AbsolutePath(const std::string& path) {
  std::string start;
  if (!path.empty() && !IsAbsolute(path)) {
    std::error_code error;
    start = WithSeparator(fs::current_path(error));
    if (call::ErrorOf(error) != 0) start.clear();
  }
  return std::string(WithoutSeparator(NormalPath(start + path)));
}

std::string RealPath(const std::string& path) {
  std::error_code error;
  if (std::string real = fs::canonical(path, error); call::ErrorOf(error) == 0) return real;
  const Location location = Locate(path);
  std::string target = location.target;
  if (location.error == ELOOP || target.empty()) return target;
  // Locate stops at links in /proc, but their text identifies pipes and other unnamed files.
  if (const std::string text = fs::read_symlink(target, error); call::ErrorOf(error) == 0)
    target = FolderOf(target) + text;
  const fs::path folder = fs::weakly_canonical(fs::absolute(FolderOf(target) + "."), error);
  if (call::ErrorOf(error) != 0) return AbsolutePath(target);
  return AbsolutePath(WithSeparator(folder) + std::string(FileNameOf(target)));
}

std::string PathKey(const std::string& real_path) { return real_path; }

Location Locate(std::string path) {
  if (path.empty()) return {.error = ENOENT};
  if (path == "-") return {.direct = true, .own_handle = kStandardOutput};
  constexpr int kMaxLinks = 40;  // the kernel's limit
  for (int links = 0; links <= kMaxLinks; ++links) {
    struct stat status;
    if (::lstat(path.c_str(), &status) != 0) return NotFound(path, errno);
    if (!S_ISLNK(status.st_mode)) return Found(std::move(path), status);
    if (call::IsInProc(path)) {
      const Handle own = OwnDescriptor(path);
      return {.target = std::move(path), .exists = true, .direct = true, .own_handle = own};
    }
    std::error_code failed;
    const std::string text = fs::read_symlink(path, failed);
    if (const int error = call::ErrorOf(failed)) return {.target = path, .error = error};
    path = text.starts_with('/') ? text : FolderOf(path) + text;
  }
  return {.target = path, .error = ELOOP};
}

Location LocateItself(const std::string& path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0) return NotFound(path, errno);
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return Found(path, status);
  return {.target = path};
}

int KeepAccess(const Location& old, Handle fd, const char** action) {
  struct stat now;
  *action = "create";
  if (::fstat(fd, &now) != 0) return errno;
  *action = "keep its owner";
  if (const int error = KeepOwner(old.rights, now, fd)) return error;
  *action = "keep its access control list";
  if (const int error = call::KeepList(old.target, fd)) return error;
  *action = "keep its mode";
  if (::fstat(fd, &now) != 0) return errno;
  return KeepMode(old.rights, now, fd);
}

Obstacle FindObstacleAt(const std::string& file) {
  const Location found = LocateItself(file);
  int error = found.error;
  if (error == 0 && found.exists &&
      ::faccessat(AT_FDCWD, file.c_str(), R_OK | W_OK, AT_EACCESS) != 0)
    error = errno;
  return {file, file::IsAbsent(error) ? 0 : error};
}

}  // namespace cobble
