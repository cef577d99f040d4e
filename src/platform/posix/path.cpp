// Follows symbolic links.
#include "platform/path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "core/numbers.h"
#include "platform/posix/calls.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

// Returns the descriptor N of a path .../fd/N if N refers to the same file in this process;
// otherwise -1.
int OwnDescriptor(const std::string& path) {
  const auto number = ParseInteger(std::string_view{path}.substr(FolderOf(path).size()));
  struct stat named, opened;
  if (!number || *number < 0 || *number > 1 << 30) return -1;
  const int fd = static_cast<int>(*number);
  if (::stat(path.c_str(), &named) != 0 || ::fstat(fd, &opened) != 0) return -1;
  return named.st_dev == opened.st_dev && named.st_ino == opened.st_ino ? fd : -1;
}

// Returns the target of the link at `path`. `size` is the length of the link's text, 0 if unknown.
std::optional<std::string> LinkTarget(const std::string& path, off_t size) {
  std::string text(size > 0 ? static_cast<std::size_t>(size) + 1 : 4096, '\0');
  const ssize_t n = ::readlink(path.c_str(), text.data(), text.size());
  if (n < 0) return std::nullopt;
  text.resize(static_cast<std::size_t>(n));
  return text.starts_with('/') ? text : FolderOf(path) + text;
}

Location Found(std::string path, const struct stat& status) {
  return {.target = std::move(path),
          .exists = true,
          .direct = !S_ISREG(status.st_mode),
          .rights = {.mode = status.st_mode, .user = status.st_uid, .group = status.st_gid},
          .error = S_ISDIR(status.st_mode) ? EISDIR : 0};
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
  if (path == "-") return {.direct = true, .own_handle = STDOUT_FILENO};
  constexpr int kMaxLinks = 40;  // the kernel's limit
  for (int links = 0; links <= kMaxLinks; ++links) {
    struct stat status;
    if (::lstat(path.c_str(), &status) != 0)
      return {.target = path, .error = errno == ENOENT ? 0 : errno};
    if (!S_ISLNK(status.st_mode)) return Found(std::move(path), status);
    if (call::IsInProc(path)) {
      const int own = OwnDescriptor(path);
      return {.target = std::move(path), .exists = true, .direct = true, .own_handle = own};
    }
    auto next = LinkTarget(path, status.st_size);
    if (!next) return {.target = path, .error = errno};
    path = std::move(*next);
  }
  return {.target = path, .error = ELOOP};
}

Location LocateItself(const std::string& path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0)
    return {.target = path, .error = errno == ENOENT ? 0 : errno};
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return Found(path, status);
  return {.target = path};
}

Obstacle FindObstacleAt(const std::string& file) {
  struct stat status;
  if (::lstat(file.c_str(), &status) != 0) {
    const bool is_absent = errno == ENOENT || errno == ENOTDIR;
    return {file, is_absent ? 0 : errno};
  }
  if (S_ISDIR(status.st_mode)) return {file, EISDIR};
  const bool is_usable =
      !S_ISREG(status.st_mode) || ::faccessat(AT_FDCWD, file.c_str(), R_OK | W_OK, AT_EACCESS) == 0;
  return {file, is_usable || errno == ENOENT ? 0 : errno};
}

Obstacle FindObstacleAbove(std::string folder) {
  for (;;) {
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    const char* const path = folder.empty() ? "." : folder.c_str();
    struct stat status;
    if (::stat(path, &status) == 0) {
      if (!S_ISDIR(status.st_mode)) return {folder, ENOTDIR};
      const bool is_usable = ::faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0;
      return {path, is_usable ? 0 : errno};
    }
    const int error = errno;
    // A link that leads nowhere cannot become a folder.
    if ((error != ENOENT && error != ENOTDIR) || ::lstat(path, &status) == 0)
      return {folder, error};
    folder = FolderOf(folder);
  }
}

}  // namespace cobble
