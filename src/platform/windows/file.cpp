// Files on Windows: what is at a path, rights, standard handles, folders. calls.cpp has the rest.
#include "platform/file.h"

#include <windows.h>

#include <fcntl.h>
#include <io.h>

#include <cerrno>
#include <cstring>

#include "platform/error_text.h"
#include "platform/path.h"
#include "platform/windows/calls.h"
#include "platform/windows/console.h"
#include "platform/windows/text.h"

namespace cobble {
namespace {

// Opens a link itself.
constexpr DWORD kOpenLink = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT;

// A handle without a descriptor; closed on destruction. The rights in the mode alone decide whether
// a file that others have open can be opened: to ask for its attributes is always possible.
class ShortHandle {
 public:
  ShortHandle(const std::string& path, const OpenMode& mode)
      : error_(call::OpenNative(path, mode, &handle_)) {}
  ~ShortHandle() {
    if (handle_ != INVALID_HANDLE_VALUE) ::CloseHandle(handle_);
  }
  ShortHandle(const ShortHandle&) = delete;
  ShortHandle& operator=(const ShortHandle&) = delete;

  int error() const { return error_; }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_ = INVALID_HANDLE_VALUE;
  const int error_;
};

// Of the 128 bits that identify a file, NTFS uses the lower 64; ReFS uses all.
FileIdentity IdentityOfHandle(HANDLE handle, const BY_HANDLE_FILE_INFORMATION& info) {
  FILE_ID_INFO id;
  if (::GetFileInformationByHandleEx(handle, FileIdInfo, &id, sizeof id)) {
    uint64_t low = 0, high = 0;
    std::memcpy(&low, &id.FileId, sizeof low);
    std::memcpy(&high, reinterpret_cast<const char*>(&id.FileId) + sizeof low, sizeof high);
    constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;
    return {.volume = id.VolumeSerialNumber, .number = low ^ (high * kOdd)};
  }
  return {.volume = info.dwVolumeSerialNumber,
          .number = (uint64_t{info.nFileIndexHigh} << 32) | info.nFileIndexLow};
}

// Windows counts 100 ns from 1601.
void SetTime(const FILETIME& time, FileStatus* status) {
  constexpr int64_t kTicks = 10'000'000, kSecondsTo1970 = 11'644'473'600;
  const auto ticks =
      static_cast<int64_t>((uint64_t{time.dwHighDateTime} << 32) | time.dwLowDateTime);
  status->seconds = ticks / kTicks - kSecondsTo1970;
  status->nanoseconds = ticks % kTicks * 100;
}

int StatusOfHandle(HANDLE handle, FileStatus* status) {
  const DWORD type = ::GetFileType(handle);
  if (type != FILE_TYPE_DISK) {
    if (type == FILE_TYPE_UNKNOWN && ::GetLastError() != NO_ERROR) return LastErrno();
    *status = {.kind = type == FILE_TYPE_CHAR ? FileKind::kCharacterDevice : FileKind::kOther};
    return 0;
  }
  BY_HANDLE_FILE_INFORMATION info;
  if (!::GetFileInformationByHandle(handle, &info)) return LastErrno();
  const bool is_folder = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  *status = {.kind = is_folder ? FileKind::kFolder : FileKind::kRegular,
             .identity = IdentityOfHandle(handle, info),
             .size = (uint64_t{info.nFileSizeHigh} << 32) | info.nFileSizeLow};
  SetTime(info.ftLastWriteTime, status);
  return 0;
}

int RenameFile(const std::string& from, const std::string& to, bool replace) {
  Handle file = kNoHandle;
  const OpenMode mode{.access = DELETE | SYNCHRONIZE, .flags = kOpenLink};
  if (const int error = call::Open(from, mode, &file)) return error;
  const int error = call::Rename(file, to, replace);
  file::Close(file);
  return error;
}

}  // namespace

namespace file {

int StatusOf(const std::string& path, FileStatus* status) {
  if (IsDevice(path)) {  // to open a pipe would connect to it
    *status = {.kind = IsNullDevice(path) ? FileKind::kCharacterDevice : FileKind::kOther};
    return 0;
  }
  const ShortHandle handle(path, {.access = FILE_READ_ATTRIBUTES});
  return handle.error() != 0 ? handle.error() : StatusOfHandle(handle.get(), status);
}

int StatusOf(Handle handle, FileStatus* status) {
  const HANDLE native = call::NativeHandle(handle);
  return native == INVALID_HANDLE_VALUE ? EBADF : StatusOfHandle(native, status);
}

// Other reparse points, such as files in the cloud, are ordinary files.
bool IsLink(const std::string& path) {
  DWORD attributes = 0;
  if (call::AttributesOf(path, &attributes) != 0 ||
      (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0)
    return false;
  const ShortHandle handle(path, {.access = FILE_READ_ATTRIBUTES, .flags = kOpenLink});
  FILE_ATTRIBUTE_TAG_INFO info;
  return handle.error() == 0 &&
         ::GetFileInformationByHandleEx(handle.get(), FileAttributeTagInfo, &info, sizeof info) &&
         (info.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
          info.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

bool NamesAnything(const std::string& path) {
  DWORD attributes = 0;
  return !IsAbsent(call::AttributesOf(path, &attributes));
}

int CheckReadable(const std::string& path) {
  return ShortHandle(path, {.access = GENERIC_READ}).error();
}

// A file can be replaced if it may be deleted, even while others read it, if they allow that. Its
// list of rights must also allow writing, but others need not.
int CheckWritable(const std::string& path) {
  DWORD attributes = 0;
  if (const int error = call::AttributesOf(path, &attributes)) return error;
  constexpr DWORD kBits = FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_DIRECTORY;
  if ((attributes & kBits) == FILE_ATTRIBUTE_READONLY) return kReadOnly;
  if (const int error = ShortHandle(path, {.access = DELETE}).error()) return error;
  const int error = ShortHandle(path, {.access = GENERIC_WRITE, .waits = false}).error();
  return error == kOpenElsewhere ? 0 : error;
}

int CheckMayAddFiles(const std::string& folder) {
  return ShortHandle(folder, {.access = FILE_ADD_FILE}).error();
}

void WriteToStandardError(std::string_view text) {
  const HANDLE handle = call::NativeHandle(kStandardError);
  if (IsConsole(handle)) return WriteLastToConsole(handle, text);
  while (!text.empty()) {
    DWORD count = 0;
    const auto size = static_cast<DWORD>(text.size());
    if (!::WriteFile(handle, text.data(), size, &count, nullptr) || count == 0) return;
    text.remove_prefix(count);
  }
}

void TryToRemove(const std::string& path) {
  std::wstring native;
  if (NativePath(path, &native) == 0) ::DeleteFileW(native.c_str());
}

// Opens the null device for the other direction, so that reads and writes fail.
void OpenStandardHandles() {
  for (Handle standard = kStandardInput; standard <= kStandardError; ++standard) {
    if (call::NativeHandle(standard) == INVALID_HANDLE_VALUE) {
      const int flags = standard == kStandardInput ? _O_WRONLY : _O_RDONLY;
      const int null = ::_open("nul", flags | _O_BINARY | _O_NOINHERIT);
      if (null < 0) return;
      if (null != standard) {
        ::_dup2(null, standard);
        ::_close(null);
      }
    }
    ::_setmode(standard, _O_BINARY);
  }
}

int Rename(const std::string& from, const std::string& to) { return RenameFile(from, to, true); }

int RenameToNew(const std::string& from, const std::string& to) {
  return RenameFile(from, to, false);
}

int MakeFolders(const std::string& folder) {
  FileStatus status;
  const int error = StatusOf(folder, &status);
  if (error == 0) return status.kind == FileKind::kFolder ? 0 : ENOTDIR;
  if (!IsAbsent(error)) return error;
  const std::string path(WithoutSeparator(folder)), parent = ParentOf(path);
  if (!parent.empty() && parent != path) {
    if (const int above = MakeFolders(parent)) return above;
  }
  std::wstring native;
  if (const int bad = NativePath(path, &native)) return bad;
  if (::CreateDirectoryW(native.c_str(), nullptr)) return 0;
  const int made = LastErrno();  // unless another process has been faster
  return made == EEXIST && IsFolder(path) ? 0 : made;
}

int VisitFolder(const std::string& folder, const std::function<bool(const std::string&)>& visit) {
  std::wstring native;
  if (const int error = NativePath(folder.empty() ? "." : folder, &native)) return error;
  WIN32_FIND_DATAW entry;
  const std::wstring all = native + (native.ends_with(L'\\') ? L"*" : L"\\*");
  const HANDLE search =
      ::FindFirstFileExW(all.c_str(), FindExInfoBasic, &entry, FindExSearchNameMatch, nullptr, 0);
  if (search == INVALID_HANDLE_VALUE) return LastErrno();
  bool goes_on = true;
  do {
    const std::string name = ToUtf8(entry.cFileName);
    if (name != "." && name != "..") goes_on = visit(name);
  } while (goes_on && ::FindNextFileW(search, &entry));
  const DWORD last = ::GetLastError();
  ::FindClose(search);
  return !goes_on || last == ERROR_NO_MORE_FILES ? 0 : ErrnoOf(last);
}

}  // namespace file
}  // namespace cobble
