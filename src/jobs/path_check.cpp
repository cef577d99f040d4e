// Compares and checks paths.
#include "jobs/path_check.h"

#include <algorithm>
#include <cerrno>

#include "cobble/error.h"
#include "core/suggest.h"
#include "output/sink/sink.h"
#include "platform/error_text.h"
#include "platform/path.h"
#include "platform/terminal.h"

namespace cobble {
namespace {

[[noreturn]] void Refuse(const std::string& what, const Phrase& problem, int error) {
  throw Error(ErrorKind::kIo, what, problem + ": " + ErrorText(error));
}

// Returns the path's folder, as written, if it does not exist; else an empty string.
std::string MissingFolder(const std::string& path) {
  const std::string folder = ParentOf(path);
  FileStatus status;
  return !folder.empty() && file::StatusOf(folder, &status) == ENOENT ? folder : "";
}

std::string ExistingFolder(std::string folder) {
  FileStatus status;
  while (file::StatusOf(folder, &status) == ENOENT && folder != ParentOf(folder)) {
    folder = ParentOf(folder);
    if (folder.empty()) folder = ".";
  }
  return folder;
}

// Drives and shares cannot be made. Other roots exist.
void CheckRoot(const std::string& what, const std::string& path) {
  const std::string root = path.substr(0, RootLength(path));
  FileStatus status;
  if (root.empty() || file::StatusOf(root, &status) != ENOENT) return;
  throw Error(
      ErrorKind::kIo, what,
      (IsSeparator(root.front()) ? "the share " : "the drive ") + Shown(root) + " does not exist");
}

}  // namespace

void PathCheck::CheckFolder(const std::string& what, const std::string& path) {
  std::string folder = ParentOf(RealPath(path));
  if (std::string missing = MissingFolder(path); !missing.empty()) {
    CheckRoot(what, path);
    if (!rules_.makes_folders)
      throw Error(ErrorKind::kIo, {{.where = what,
                                    .message = "the folder " + Shown(missing) + " does not exist",
                                    .hint = rules_.folder_hint,
                                    .file = WithSeparator(missing)}});
    folder = ExistingFolder(missing);
    missing_folders_.insert(std::move(missing));
  }
  FileStatus status;
  int error = file::StatusOf(folder, &status);
  if (error == 0 && status.kind != FileKind::kFolder) error = ENOTDIR;
  if (error == 0) error = file::CheckMayAddFiles(folder);
  if (error != 0) Refuse(what, "cannot create", error);
}

// Checks before rendering that the output can be written. The sink detects later changes.
void PathCheck::CheckOutput(const std::string& what, const std::string& path) {
  if (path == "-") return;
  FileStatus status;
  const int error = file::StatusOf(path, &status);
  const bool exists = error == 0;
  if (!exists && error != ENOENT) Refuse(what, "cannot create", error);
  if (exists && status.kind == FileKind::kFolder) Refuse(what, "cannot create", EISDIR);
  if (IsWrittenDirectly(path)) return;
  if (exists && rules_.no_clobber)
    Refuse(what, "cannot create (" + Phrase::Option("no_clobber") + ")", EEXIST);
  if (exists) {
    const int denied = file::CheckWritable(path);
    if (denied != 0 && denied != ENOENT)  // another process may have hidden it
      Refuse(what, "cannot replace the file", denied);
  }
  CheckFolder(what, path);
}

void PathCheck::MakeFolders() const { cobble::MakeFolders(missing_folders_); }

PathCheck::Entry PathCheck::Identify(const std::string& what, const std::string& path,
                                     bool is_output) {
  Entry entry{.what = what, .path = path, .is_output = is_output};
  FileStatus status;
  int error = 0;
  if (path == "-") {
    error = file::StatusOf(is_output ? kStandardOutput : kStandardInput, &status);
  } else {
    entry.real_path = PathKey(RealPath(path));
    error = file::StatusOf(path, &status);
  }
  if (error != 0 || status.kind == FileKind::kCharacterDevice) return entry;
  entry.identity = status.identity;
  entry.is_regular = status.kind == FileKind::kRegular;
  return entry;
}

bool PathCheck::SameFile(const Entry& a, const Entry& b) {
  const bool is_same = a.identity.number != 0 && a.identity == b.identity;
  if (!a.real_path.empty() || !b.real_path.empty()) return is_same || a.real_path == b.real_path;
  // Both are "-". Standard input and output may be one socket, which is fine.
  return a.is_output == b.is_output || (is_same && a.is_regular);
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
  by_file_number_.emplace(entry.identity.number, entries_.size());
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
  if (entry.identity.number != 0) search(by_file_number_, entry.identity.number);
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
  CheckOutput(what, path);
}

void MakeFolders(const std::set<std::string>& folders) {
  for (const std::string& folder : folders) {
    if (const int error = file::MakeFolders(folder))
      throw Error(ErrorKind::kIo, {{.where = Shown(folder),
                                    .message = "cannot make the folder: " + ErrorText(error),
                                    .file = WithSeparator(folder)}});
  }
}

bool IsTerminal(const std::string& path) {
  return path == "-" ? IsTerminalHandle(kStandardOutput) : IsTerminalPath(path);
}

bool IsStandardOutput(const std::string& path) {
  if (path == "-") return true;
  FileStatus named, standard;
  if (file::StatusOf(path, &named) != 0 || file::StatusOf(kStandardOutput, &standard) != 0)
    return false;
  return standard.kind != FileKind::kCharacterDevice && named.identity != FileIdentity{} &&
         named.identity == standard.identity;
}

void RefuseStandardOutput(const std::string& path) {
  if (path != "-" && IsStandardOutput(path))
    throw Error(ErrorKind::kUsage, Shown(path), "is also standard output");
}

}  // namespace cobble
