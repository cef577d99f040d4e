// Takes paths apart and puts them together. posix/path.cpp and windows/path.cpp know what a
// separator and a root are.
#include "platform/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

namespace cobble {
namespace {

// Where FileNameOf begins.
std::size_t NameStart(std::string_view path) {
  std::size_t start = path.size();
  while (start > RootLength(path) && !IsSeparator(path[start - 1])) --start;
  return start;
}

std::string Joined(const std::vector<std::string_view>& names) {
  return fmt::format("{}", fmt::join(names, "/"));
}

// Roots are written with slashes, and at most two of them at their start.
std::string NormalRoot(std::string_view path) {
  std::string root = WithSlashes(std::string(path.substr(0, RootLength(path))));
  const std::size_t start = root.find_first_not_of('/');
  return start == std::string::npos ? root.substr(0, 1) : root;
}

}  // namespace

std::string FolderOf(std::string_view path) { return std::string(path.substr(0, NameStart(path))); }

std::string_view FileNameOf(std::string_view path) { return path.substr(NameStart(path)); }

std::string ParentOf(std::string_view path) {
  return std::string(WithoutSeparator(path.substr(0, NameStart(path))));
}

std::vector<std::string_view> NamesIn(std::string_view path) {
  std::vector<std::string_view> names;
  for (path.remove_prefix(RootLength(path)); !path.empty();) {
    const auto end = std::ranges::find_if(path, &IsSeparator);
    const auto length = static_cast<std::size_t>(end - path.begin());
    if (length > 0) names.push_back(path.substr(0, length));
    path.remove_prefix(std::min(length + 1, path.size()));
  }
  return names;
}

std::string_view WithoutSeparator(std::string_view path) {
  while (path.size() > RootLength(path) && EndsInSeparator(path)) path.remove_suffix(1);
  return path;
}

std::string WithSeparator(std::string folder) {
  if (!folder.empty() && !EndsInSeparator(folder)) folder += '/';
  return folder;
}

std::string_view SuffixOfName(std::string_view path) {
  const std::string_view name = FileNameOf(path);
  return name.substr(std::min(name.rfind('.'), name.size()));
}

std::string NormalPath(std::string_view path) {
  if (path.empty()) return {};
  const std::string root = NormalRoot(path);
  const bool has_top = !root.empty() && root.back() == '/';
  std::vector<std::string_view> names;
  bool is_folder = EndsInSeparator(path);
  for (const std::string_view name : NamesIn(path)) {
    is_folder = name == "." || name == ".." || EndsInSeparator(path);
    if (name == ".") continue;
    if (name != "..") {
      names.push_back(name);
    } else if (!names.empty() && names.back() != "..") {
      names.pop_back();
    } else if (!has_top) {
      names.push_back(name);
    }
  }
  std::string normal = root + Joined(names);
  if (normal.empty()) return ".";
  if (is_folder && !names.empty() && names.back() != "..") normal += '/';
  return normal;
}

std::string RelativePath(const std::string& path, const std::string& base) {
  if (NormalRoot(path) != NormalRoot(base)) return path;
  std::vector<std::string_view> to = NamesIn(path), from = NamesIn(base);
  std::erase(from, ".");
  std::erase(to, ".");
  const auto [to_rest, from_rest] = std::ranges::mismatch(to, from);
  if (std::find(from_rest, from.end(), "..") != from.end()) return path;
  std::vector<std::string_view> names(static_cast<std::size_t>(from.end() - from_rest), "..");
  names.insert(names.end(), to_rest, to.end());
  return names.empty() ? "." : Joined(names);
}

Obstacle FindObstacleAbove(std::string folder) {
  for (;;) {
    folder = std::string(WithoutSeparator(folder));
    const std::string path = folder.empty() ? "." : folder;
    FileStatus status;
    const int error = file::StatusOf(path, &status);
    if (error == 0) {
      if (status.kind != FileKind::kFolder) return {folder, ENOTDIR};
      return {path, file::CheckMayAddFiles(path)};
    }
    const std::string above = ParentOf(folder);
    // A link that leads nowhere cannot become a folder.
    if (!file::IsAbsent(error) || file::IsLink(path) || above == folder) return {folder, error};
    folder = above;
  }
}

}  // namespace cobble
