// What paths of Windows lead to, and its access rights.
#include "platform/path.h"

#include <windows.h>

#include <aclapi.h>

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

// Attributes that users set. A file with the attribute "read-only" is not replaced.
constexpr DWORD kKeptAttributes =
    FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED;

bool HasOwnEntries(ACL* list) {
  for (DWORD i = 0; list != nullptr && i < list->AceCount; ++i) {
    void* entry = nullptr;
    if (::GetAce(list, i, &entry) &&
        (static_cast<const ACE_HEADER*>(entry)->AceFlags & INHERITED_ACE) == 0)
      return true;
  }
  return false;
}

int KeepOwnList(const std::string& old, Handle file) {
  std::wstring native;
  if (const int error = NativePath(old, &native)) return error;
  ACL* list = nullptr;
  void* descriptor = nullptr;
  const DWORD read =
      ::GetNamedSecurityInfoW(native.data(), SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, nullptr,
                              nullptr, &list, nullptr, &descriptor);
  if (read != ERROR_SUCCESS) return 0;  // FAT has no lists, and some may not be read
  SECURITY_DESCRIPTOR_CONTROL control = 0;
  DWORD revision = 0;
  ::GetSecurityDescriptorControl(descriptor, &control, &revision);
  const bool is_protected = (control & SE_DACL_PROTECTED) != 0;
  // Without a list, everyone may do everything; with an empty one, nobody may do anything.
  int error = 0;
  if (list != nullptr && (is_protected || HasOwnEntries(list)))
    error = call::SetList(file, list, is_protected);
  ::LocalFree(descriptor);
  return error == ENOTSUP ? 0 : error;
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

// Copies a list that has entries of its own. One of inherited entries is not copied: the new file
// inherits them from its folder, too. The owner stays as Windows sets it: only administrators may
// give files to others.
int KeepAccess(const Location& old, Handle file, const char** action) {
  *action = "keep its access control list";
  if (const int error = KeepOwnList(old.target, file)) return error;
  *action = "keep its attributes";
  const DWORD kept = old.rights.mode & kKeptAttributes;
  return kept == 0 ? 0 : call::SetAttributes(file, kept | FILE_ATTRIBUTE_ARCHIVE);
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
