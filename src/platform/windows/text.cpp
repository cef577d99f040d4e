// Translates text, names and errors from and to those of Windows.
#include "platform/windows/text.h"

#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "core/utf8.h"
#include "platform/error_text.h"
#include "platform/path.h"

namespace cobble {
namespace {

// Not in the headers of mingw-w64.
constexpr unsigned long kVirusInfected = 225, kVirusDeleted = 226, kQuotaExceeded = 1295;

struct ErrorRow {
  unsigned long windows;
  int number;
};

constexpr ErrorRow kErrors[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},
    {ERROR_PATH_NOT_FOUND, ENOENT},
    {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
    {ERROR_ACCESS_DENIED, EACCES},
    {ERROR_INVALID_HANDLE, EBADF},
    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    {ERROR_OUTOFMEMORY, ENOMEM},
    {ERROR_INVALID_DRIVE, ENOENT},
    {ERROR_CURRENT_DIRECTORY, EBUSY},
    {ERROR_NOT_SAME_DEVICE, EXDEV},
    {ERROR_WRITE_PROTECT, EROFS},
    {ERROR_NOT_READY, ENXIO},
    {ERROR_SHARING_VIOLATION, kOpenElsewhere},
    {ERROR_LOCK_VIOLATION, kOpenElsewhere},
    {ERROR_HANDLE_DISK_FULL, ENOSPC},
    {ERROR_NOT_SUPPORTED, ENOTSUP},
    {ERROR_BAD_NETPATH, ENOENT},
    {ERROR_NETWORK_ACCESS_DENIED, EACCES},
    {ERROR_BAD_NET_NAME, ENOENT},
    {ERROR_FILE_EXISTS, EEXIST},
    {ERROR_INVALID_PARAMETER, EINVAL},
    {ERROR_BROKEN_PIPE, EPIPE},
    {ERROR_DISK_FULL, ENOSPC},
    {ERROR_CALL_NOT_IMPLEMENTED, ENOSYS},
    {ERROR_INVALID_NAME, EINVAL},
    {ERROR_NEGATIVE_SEEK, EINVAL},
    {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
    {ERROR_BAD_PATHNAME, EINVAL},
    {ERROR_BUSY, EBUSY},
    {ERROR_ALREADY_EXISTS, EEXIST},
    {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    {ERROR_FILE_TOO_LARGE, EFBIG},
    {kVirusInfected, EACCES},
    {kVirusDeleted, EACCES},
    {ERROR_PIPE_BUSY, EAGAIN},
    {ERROR_NO_DATA, EPIPE},
    {ERROR_PIPE_NOT_CONNECTED, EPIPE},
    {ERROR_DIRECTORY, ENOTDIR},
    {ERROR_DELETE_PENDING, EBUSY},
    {ERROR_NO_UNICODE_TRANSLATION, EILSEQ},
    {ERROR_USER_MAPPED_FILE, kOpenElsewhere},
    {kQuotaExceeded, ENOSPC},
    {ERROR_PRIVILEGE_NOT_HELD, EPERM},
    {ERROR_COMMITMENT_LIMIT, ENOMEM},
    {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
    {ERROR_IO_DEVICE, EIO},
};

// The names of devices, in lower case. Ports are numbered.
constexpr std::string_view kDevices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
constexpr std::string_view kPorts[] = {"com", "lpt"};
constexpr std::string_view kPortNumbers[] = {"1", "2", "3", "4", "5", "6",
                                             "7", "8", "9", "¹", "²", "³"};

// Windows ignores everything from the first dot on, and spaces before it.
bool IsReserved(std::string_view name) {
  std::string_view stem = name.substr(0, name.find('.'));
  stem = stem.substr(0, stem.find_last_not_of(' ') + 1);
  const std::string word = LowerCase(stem);
  if (std::ranges::count(kDevices, word) > 0) return true;
  return std::ranges::any_of(kPorts, [&](std::string_view port) {
    return word.starts_with(port) && std::ranges::count(kPortNumbers, word.substr(port.size())) > 0;
  });
}

bool IsBadCharacter(char c) {
  return static_cast<unsigned char>(c) < 0x20 ||
         std::string_view("<>:\"|?*").find(c) != std::string_view::npos;
}

// Whether the path starts with \\?\ or \\.\, with any separators: Windows takes it as it is.
bool IsVerbatim(std::string_view path) {
  return path.size() >= 4 && IsSeparator(path[0]) && IsSeparator(path[1]) &&
         (path[2] == '?' || path[2] == '.') && IsSeparator(path[3]);
}

}  // namespace

bool ToUtf16(std::string_view text, std::wstring* wide) {
  if (!IsUtf8(text)) return false;
  *wide = LossyUtf16(text);
  return text.empty() || !wide->empty();
}

std::wstring LossyUtf16(std::string_view text) {
  std::wstring wide(text.size(), L'\0');  // UTF-16 never has more units than UTF-8
  const int length = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()),
                                           wide.data(), static_cast<int>(wide.size()));
  wide.resize(static_cast<std::size_t>(length));
  return wide;
}

std::string ToUtf8(std::wstring_view text) {
  if (text.empty()) return {};
  std::string utf8(3 * text.size(), '\0');
  const int length =
      ::WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), utf8.data(),
                            static_cast<int>(utf8.size()), nullptr, nullptr);
  utf8.resize(static_cast<std::size_t>(length));
  return utf8;
}

int ErrnoOf(unsigned long error) {
  const auto* const row = std::ranges::find(kErrors, error, &ErrorRow::windows);
  if (row != std::end(kErrors)) return row->number;
  return error != NO_ERROR && error <= kMaxWindowsError ? kWindowsErrors + static_cast<int>(error)
                                                        : EIO;
}

int LastErrno() { return ErrnoOf(::GetLastError()); }

int LastErrnoAt(std::wstring native) {
  const int error = LastErrno();
  if (error != ENOENT) return error;
  for (;;) {
    const std::size_t end = native.rfind(L'\\');
    if (end == std::wstring::npos || end == 0) return error;
    native.resize(end);
    const DWORD attributes = ::GetFileAttributesW(native.c_str());
    if (attributes != INVALID_FILE_ATTRIBUTES)
      return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? error : ENOTDIR;
  }
}

bool IsNullDevice(std::string_view path) {
  if (IsVerbatim(path) && path[2] == '.') path.remove_prefix(4);
  return LowerCase(path) == "nul";
}

bool IsDevice(std::string_view path) {
  return IsNullDevice(path) || (IsVerbatim(path) && path[2] == '.');
}

int CheckName(std::string_view name) {
  if (name == "." || name == "..") return 0;
  if (IsReserved(name)) return kReservedName;
  if (std::ranges::any_of(name, &IsBadCharacter)) return kBadNameCharacter;
  constexpr std::size_t kMaxNameUnits = 255;
  std::wstring wide;
  if (name.size() > kMaxNameUnits && ToUtf16(name, &wide) && wide.size() > kMaxNameUnits)
    return ENAMETOOLONG;
  return name.ends_with('.') || name.ends_with(' ') ? kBadNameEnd : 0;
}

std::wstring FullPath(const std::wstring& path) {
  return Filled(
      [&](wchar_t* to, DWORD size) { return ::GetFullPathNameW(path.c_str(), size, to, nullptr); });
}

int NativePath(std::string_view written, std::wstring* native) {
  if (written.empty()) return ENOENT;
  if (written.find('\0') != std::string_view::npos) return EINVAL;
  const std::string path = WithSlashes(std::string(written));
  std::wstring wide;
  if (!ToUtf16(IsNullDevice(path) ? R"(\\.\nul)" : path, &wide)) return EILSEQ;
  std::ranges::replace(wide, L'/', L'\\');
  if (IsVerbatim(path) || IsNullDevice(path)) {
    *native = std::move(wide);
    return 0;
  }
  for (const std::string_view name : NamesIn(path))
    if (const int error = CheckName(name)) return error;
  const std::wstring full = FullPath(wide);
  if (full.empty()) return LastErrno();
  const bool is_share = full.starts_with(L"\\\\");
  *native = is_share ? L"\\\\?\\UNC" + full.substr(1) : L"\\\\?\\" + full;
  return 0;
}

std::string PathOfNative(std::wstring_view native) { return WithSlashes(ToUtf8(native)); }

}  // namespace cobble
