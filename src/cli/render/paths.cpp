// Compares and checks paths. POSIX.
#include "cli/render/paths.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "cobble/error.h"
#include "core/suggest.h"
#include "output/sink/path.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

// Returns whether the lookup failed. std::filesystem also reports failed allocations as error
// codes.
bool IsMissing(const std::error_code& error) {
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
  return static_cast<bool>(error);
}

// Resolves symbolic links, "." and ".." in the path. The file need not exist.
fs::path RealPath(const fs::path& path) {
  std::error_code error;
  if (fs::path real = fs::canonical(path, error); !IsMissing(error)) return real;
  const Location location = Locate(path.string());
  fs::path target = location.target;
  if (location.error == ELOOP) return target;
  const auto folder = [&] {
    return target.has_parent_path() ? target.parent_path() : fs::path(".");
  };
  // Locate stops at links in /proc, but their text identifies pipes and other unnamed files.
  if (const fs::path text = fs::read_symlink(target, error); !IsMissing(error))
    target = folder() / text;
  const fs::path real = fs::weakly_canonical(folder(), error);
  return IsMissing(error) ? target : real / target.filename();
}

[[noreturn]] void Refuse(const std::string& what, const std::string& problem, int error) {
  throw Error(ErrorKind::kIo, what, problem + ": " + std::generic_category().message(error));
}

void CheckFolder(const std::string& what, const std::string& path) {
  const fs::path folder = RealPath(path).parent_path();
  struct stat status;
  int error = ::stat(folder.c_str(), &status) != 0 ? errno : 0;
  if (error == 0 && !S_ISDIR(status.st_mode)) error = ENOTDIR;
  if (error == 0 && ::access(folder.c_str(), W_OK | X_OK) != 0) error = errno;
  if (error != 0) Refuse(what, "cannot create", error);
}

// Checks before rendering that the output can be written. The sink detects later changes.
void CheckOutput(const std::string& what, const std::string& path, bool no_clobber) {
  struct stat status;
  if (path == "-") return;
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) Refuse(what, "cannot create", errno);
  if (exists && S_ISDIR(status.st_mode)) Refuse(what, "cannot create", EISDIR);
  if (IsWrittenDirectly(path)) return;
  if (exists && no_clobber) Refuse(what, "cannot create (--no-clobber)", EEXIST);
  if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    Refuse(what, "cannot replace the file", errno);
  CheckFolder(what, path);
}

}  // namespace

PathCheck::Entry PathCheck::Identify(const std::string& what, const std::string& path,
                                     bool is_output) {
  Entry entry{.what = what, .path = path, .is_output = is_output};
  struct stat status;
  int failed = 0;
  if (path == "-") {
    failed = ::fstat(is_output ? STDOUT_FILENO : STDIN_FILENO, &status);
  } else {
    entry.real_path = RealPath(path).string();
    failed = ::stat(path.c_str(), &status);
  }
  // All users of a terminal or of /dev/null share one inode, so it does not identify the file.
  if (failed != 0 || S_ISCHR(status.st_mode)) return entry;
  entry.inode = {status.st_dev, status.st_ino};
  entry.is_regular = S_ISREG(status.st_mode);
  return entry;
}

bool PathCheck::SameFile(const Entry& a, const Entry& b) {
  const bool same_inode = a.inode.second != 0 && a.inode == b.inode;
  if (!a.real_path.empty() || !b.real_path.empty()) return same_inode || a.real_path == b.real_path;
  // Both are "-". Standard input and output may be one socket, which is fine.
  return a.is_output == b.is_output || (same_inode && a.is_regular);
}

void PathCheck::AddInput(const std::string& what, const std::string& path,
                         const std::string& hint) {
  Entry mine = Identify(what, path, false);
  mine.hint = hint;
  for (const Entry& other : entries_)
    if (path == "-" && other.path == "-")
      throw Error(ErrorKind::kUsage, what, "standard input is already used for " + other.what);
  Add(std::move(mine));
}

void PathCheck::Add(Entry entry) {
  by_real_path_.emplace(entry.real_path, entries_.size());
  by_inode_number_.emplace(entry.inode.second, entries_.size());
  entries_.push_back(std::move(entry));
}

const PathCheck::Entry* PathCheck::Find(const Entry& entry) const {
  std::size_t first = entries_.size();
  const auto search = [&](const auto& index, const auto& key) {
    const auto [begin, end] = index.equal_range(key);
    for (auto each = begin; each != end; ++each)
      if (SameFile(entry, entries_[each->second])) first = std::min(first, each->second);
  };
  search(by_real_path_, entry.real_path);  // empty for "-"
  if (entry.inode.second != 0) search(by_inode_number_, entry.inode.second);
  return first < entries_.size() ? &entries_[first] : nullptr;
}

void PathCheck::AddOutput(const std::string& what, const std::string& path) {
  const Entry mine = Identify(what, path, true);
  if (const Entry* const other = Find(mine)) {
    const bool twice = path == "-" && other->path == "-" && other->is_output;
    throw Error(ErrorKind::kUsage, what,
                twice ? "standard output is already used for " + other->what
                      : "is the same file as " + other->what,
                other->hint);
  }
  Add(mine);
  CheckOutput(what, path, no_clobber_);
}

bool IsTerminal(const std::string& path) {
  if (path == "-") return ::isatty(STDOUT_FILENO) == 1;
  struct stat status;
  if (::stat(path.c_str(), &status) != 0 || !S_ISCHR(status.st_mode)) return false;
  const int fd = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return false;
  const bool is_terminal = ::isatty(fd) == 1;
  ::close(fd);
  return is_terminal;
}

bool IsStandardOutput(const std::string& path) {
  struct stat named, standard;
  if (path == "-") return true;
  if (::stat(path.c_str(), &named) != 0 || ::fstat(STDOUT_FILENO, &standard) != 0) return false;
  return !S_ISCHR(standard.st_mode) && named.st_dev == standard.st_dev &&
         named.st_ino == standard.st_ino;
}

void RefuseStandardOutput(const std::string& path) {
  if (path != "-" && IsStandardOutput(path))
    throw Error(ErrorKind::kUsage, Shown(path), "is also standard output");
}

}  // namespace cobble
