// What paths of Windows lead to.
#include "platform/path.h"

#include <windows.h>

#include <algorithm>
#include <cerrno>

#include "core/utf8.h"
#include "platform/windows/calls.h"
#include "platform/windows/text.h"

namespace cobble {
namespace {

bool IsDriveLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Returns where the name at `at` and the separator behind it end.
std::size_t SkipName(std::string_view path, std::size_t at) {
  while (at < path.size() && !IsSeparator(path[at])) ++at;
  return std::min(at + 1, path.size());
}

// Returns the final path of something that exists, or "".
std::string FinalPath(const std::string& path) {
  Handle file = kNoHandle;
  if (call::Open(path, {.access = FILE_READ_ATTRIBUTES}, &file) != 0) return {};
  const std::wstring native = Filled([&](wchar_t* to, DWORD size) {
    return ::GetFinalPathNameByHandleW(call::NativeHandle(file), to, size, FILE_NAME_NORMALIZED);
  });
  file::Close(file);
  return PathOfNative(native);
}

Location FoundAt(std::string path, const FileStatus& status) {
  DWORD attributes = 0;
  call::AttributesOf(path, &attributes);
  return {.target = std::move(path),
          .exists = true,
          .direct = status.kind != FileKind::kRegular,
          .rights = {.mode = attributes},
          .error = status.kind == FileKind::kFolder ? EISDIR : 0};
}

Location NotFound(const std::string& path, int error) {
  return {.target = path, .error = error == ENOENT ? 0 : error};
}

}  // namespace

bool IsSeparator(char c) { return c == '/' || c == '\\'; }

std::string WithSlashes(std::string path) {
  std::ranges::replace(path, '\\', '/');
  constexpr std::string_view kMark = "//?/", kShare = "//?/unc/";
  const std::string start = LowerCase(path.substr(0, kShare.size()));
  if (start == kShare) return "//" + path.substr(kShare.size());
  const bool has_drive = start.size() > kMark.size() + 1 && start[kMark.size() + 1] == ':';
  return start.starts_with(kMark) && has_drive ? path.substr(kMark.size()) : path;
}

std::size_t RootLength(std::string_view path) {
  if (path.size() >= 2 && IsDriveLetter(path[0]) && path[1] == ':')
    return path.size() > 2 && IsSeparator(path[2]) ? 3 : 2;
  if (path.empty() || !IsSeparator(path[0])) return 0;
  if (path.size() < 3 || !IsSeparator(path[1]) || IsSeparator(path[2])) return 1;
  // \\server\share\, \\?\C:\, \\?\UNC\server\share\.
  const std::size_t first = SkipName(path, 2), second = SkipName(path, first);
  const bool is_mark = path.substr(2, first - 2).starts_with('?');
  const std::string_view name = path.substr(first, second - first);
  if (!is_mark || name.size() != 4 || LowerCase(name.substr(0, 3)) != "unc") return second;
  return SkipName(path, SkipName(path, second));
}

bool IsAbsolute(std::string_view path) {
  return RootLength(path) >= 3;  // a drive and a separator, or a share
}

std::string AbsolutePath(const std::string& path) {
  std::wstring wide;
  if (path.empty() || IsDevice(path) || !ToUtf16(path, &wide))
    return std::string(WithoutSeparator(NormalPath(path)));
  const std::wstring full = FullPath(wide);
  return std::string(WithoutSeparator(NormalPath(full.empty() ? path : PathOfNative(full))));
}

std::string RealPath(const std::string& path) {
  const std::string absolute = AbsolutePath(path);
  std::string rest;
  for (std::string above = absolute;; above = ParentOf(above)) {
    if (const std::string real = FinalPath(above); !real.empty())
      return rest.empty() ? real : WithSeparator(real) + rest;
    if (NamesIn(above).empty()) return absolute;
    const std::string name(FileNameOf(above));
    rest = rest.empty() ? name : name + '/' + rest;
  }
}

std::string PathKey(const std::string& real_path) {
  std::wstring wide;
  if (!ToUtf16(real_path, &wide) || wide.empty()) return real_path;
  std::wstring upper(wide.size(), L'\0');
  const int length = ::LCMapStringEx(LOCALE_NAME_INVARIANT, LCMAP_UPPERCASE, wide.data(),
                                     static_cast<int>(wide.size()), upper.data(),
                                     static_cast<int>(upper.size()), nullptr, nullptr, 0);
  return length > 0 ? ToUtf8(upper) : real_path;
}

// A symbolic link that leads nowhere cannot be written to.
Location Locate(std::string path) {
  if (path.empty()) return {.error = ENOENT};
  if (path == "-") return {.direct = true, .own_handle = kStandardOutput};
  FileStatus status;
  const bool is_link = file::IsLink(path);
  if (const int error = file::StatusOf(path, &status))
    return is_link ? Location{.target = path, .error = error} : NotFound(path, error);
  return FoundAt(is_link ? RealPath(path) : path, status);
}

Location LocateItself(const std::string& path) {
  FileStatus status;
  if (const int error = file::StatusOf(path, &status)) return NotFound(path, error);
  if (file::IsLink(path) || (status.kind != FileKind::kRegular && status.kind != FileKind::kFolder))
    return {.target = path};
  return FoundAt(path, status);
}

Obstacle FindObstacleAt(const std::string& file) {
  FileStatus status;
  if (const int error = file::StatusOf(file, &status))
    return {file, file::IsAbsent(error) ? 0 : error};
  if (status.kind == FileKind::kFolder) return {file, EISDIR};
  if (status.kind != FileKind::kRegular) return {file, 0};
  int error = file::CheckReadable(file);
  if (error == 0) error = file::CheckWritable(file);
  return {file, file::IsAbsent(error) ? 0 : error};
}

}  // namespace cobble
