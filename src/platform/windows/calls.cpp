// System calls of Windows, and descriptors of the C runtime for its handles.
#include "platform/windows/calls.h"

#include <aclapi.h>
#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <utility>
#include <vector>

#include "platform/error_text.h"
#include "platform/windows/console.h"
#include "platform/windows/text.h"

namespace cobble {
namespace {

// FileRenameInfoEx, which mingw-w64's headers have only for later versions of Windows.
constexpr auto kRenameInfoEx = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);

OVERLAPPED At(uint64_t offset) {
  OVERLAPPED at{};
  at.Offset = static_cast<DWORD>(offset);
  at.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return at;
}

// Renames by an information class that takes flags, or by the older one, with a BOOLEAN there.
bool RenameBy(FILE_INFO_BY_HANDLE_CLASS info_class, HANDLE file, std::wstring_view to,
              DWORD flags) {
  const std::size_t bytes = to.size() * sizeof(wchar_t);
  std::vector<std::byte> buffer(sizeof(FILE_RENAME_INFO) + bytes);
  auto* const info = reinterpret_cast<FILE_RENAME_INFO*>(buffer.data());
  *reinterpret_cast<DWORD*>(buffer.data()) = flags;
  info->FileNameLength = static_cast<DWORD>(bytes);
  std::copy(to.begin(), to.end(), info->FileName);  // the vector leaves a 0 behind it
  return ::SetFileInformationByHandle(file, info_class, info, static_cast<DWORD>(buffer.size()));
}

}  // namespace

HANDLE SystemCalls::Open(const wchar_t* path, const OpenMode& mode) {
  return ::CreateFileW(path, mode.access, mode.share, nullptr, mode.disposition, mode.flags,
                       nullptr);
}
HANDLE SystemCalls::Duplicate(HANDLE from) {
  HANDLE copy = INVALID_HANDLE_VALUE;
  const HANDLE process = ::GetCurrentProcess();
  if (!::DuplicateHandle(process, from, process, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
    return INVALID_HANDLE_VALUE;
  return copy;
}
bool SystemCalls::Write(HANDLE file, const void* data, DWORD size, DWORD* count) {
  return ::WriteFile(file, data, size, count, nullptr);
}
bool SystemCalls::WriteAt(HANDLE file, const void* data, DWORD size, uint64_t offset,
                          DWORD* count) {
  OVERLAPPED at = At(offset);
  return ::WriteFile(file, data, size, count, &at);
}
bool SystemCalls::ReadAt(HANDLE file, void* data, DWORD size, uint64_t offset, DWORD* count) {
  OVERLAPPED at = At(offset);
  return ::ReadFile(file, data, size, count, &at);
}
bool SystemCalls::Sync(HANDLE file) { return ::FlushFileBuffers(file); }
bool SystemCalls::Close(Handle file) { return ::_close(file) == 0; }

// POSIX semantics replace even a file that others have open, if they let it be deleted. FAT, file
// systems of servers and older versions of Windows lack them, and differ in how they say so.
bool SystemCalls::Rename(HANDLE file, const wchar_t* to, bool replace) {
  constexpr DWORD kReplace = 1, kPosix = 2;
  if (RenameBy(kRenameInfoEx, file, to, kPosix | (replace ? kReplace : 0))) return true;
  constexpr DWORD kFinal[] = {ERROR_SHARING_VIOLATION, ERROR_ACCESS_DENIED, ERROR_FILE_EXISTS,
                              ERROR_ALREADY_EXISTS, ERROR_NOT_SAME_DEVICE};
  if (std::ranges::count(kFinal, ::GetLastError()) > 0) return false;
  return RenameBy(FileRenameInfo, file, to, replace ? kReplace : 0);
}
bool SystemCalls::Remove(const wchar_t* path) { return ::DeleteFileW(path); }

bool SystemCalls::SetAttributes(HANDLE file, DWORD attributes) {
  FILE_BASIC_INFO info{};  // times of 0 stay as they are
  info.FileAttributes = attributes;
  return ::SetFileInformationByHandle(file, FileBasicInfo, &info, sizeof info);
}
bool SystemCalls::SetList(HANDLE file, ACL* list, bool is_protected) {
  const SECURITY_INFORMATION what =
      DACL_SECURITY_INFORMATION |
      (is_protected ? PROTECTED_DACL_SECURITY_INFORMATION : UNPROTECTED_DACL_SECURITY_INFORMATION);
  const DWORD error =
      ::SetSecurityInfo(file, SE_FILE_OBJECT, what, nullptr, nullptr, list, nullptr);
  ::SetLastError(error);
  return error == ERROR_SUCCESS;
}

namespace {

SystemCalls real_calls;
SystemCalls* calls = &real_calls;

constexpr std::size_t kMaxBytes = 1 << 30;  // of one call

int Result(bool is_done) { return is_done ? 0 : LastErrno(); }

// Takes over the handle, which is closed on failure.
int DescriptorOf(HANDLE handle, Handle* file) {
  *file = ::_open_osfhandle(reinterpret_cast<intptr_t>(handle), _O_BINARY | _O_NOINHERIT);
  if (*file < 0) {
    ::CloseHandle(handle);
    return EMFILE;
  }
  if (*file > kStandardError) return 0;
  // The next one is higher, since this one is taken.
  const Handle low = *file;
  const HANDLE copy = real_calls.Duplicate(handle);
  const int error = copy == INVALID_HANDLE_VALUE ? LastErrno() : DescriptorOf(copy, file);
  ::_close(low);
  return error;
}

// Restores the file's position after a transfer at an offset, which moves it. Pipes have none.
class PositionKeeper {
 public:
  PositionKeeper(HANDLE file, const uint64_t* offset) : file_(file) {
    has_position_ = offset && ::SetFilePointerEx(file, {}, &position_, FILE_CURRENT);
  }
  ~PositionKeeper() {
    const DWORD error = ::GetLastError();
    if (has_position_) ::SetFilePointerEx(file_, position_, nullptr, FILE_BEGIN);
    ::SetLastError(error);
  }
  PositionKeeper(const PositionKeeper&) = delete;
  PositionKeeper& operator=(const PositionKeeper&) = delete;

 private:
  const HANDLE file_;
  LARGE_INTEGER position_{};
  bool has_position_ = false;
};

bool IsFolderHandle(HANDLE file) {
  BY_HANDLE_FILE_INFORMATION info;
  return ::GetFileInformationByHandle(file, &info) &&
         (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

// Returns 0 at the end of a file or if the other end of a pipe is closed.
int ReadError(HANDLE file) {
  const DWORD error = ::GetLastError();
  if (error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE) return 0;
  return IsFolderHandle(file) ? EISDIR : ErrnoOf(error);
}

// Waits for other programs to close a file.
class Patience {
 public:
  // Waits for a moment; returns false, at once, if a second is over.
  bool Wait() {
    constexpr DWORD kPause = 20, kPatience = 1000;  // milliseconds
    if (waited_ >= kPatience) return false;
    ::Sleep(kPause);
    waited_ += kPause;
    return true;
  }

 private:
  DWORD waited_ = 0;
};

bool IsLocked(DWORD error) {
  return error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION;
}

int OpenBy(SystemCalls* by, const std::string& path, const OpenMode& mode, HANDLE* handle) {
  std::wstring native;
  if (const int error = NativePath(path, &native)) return error;
  for (Patience patience;;) {
    *handle = by->Open(native.c_str(), mode);
    if (*handle != INVALID_HANDLE_VALUE) return 0;
    if (!mode.waits || !IsLocked(::GetLastError()) || !patience.Wait())
      return LastErrnoAt(std::move(native));
  }
}

// Whether the file is open. When it is to be replaced, Windows says only that access is denied.
bool IsOpen(const std::wstring& path) {
  const HANDLE alone = real_calls.Open(path.c_str(), {.share = 0, .flags = 0});
  if (alone == INVALID_HANDLE_VALUE) return ::GetLastError() == ERROR_SHARING_VIOLATION;
  ::CloseHandle(alone);
  return false;
}

}  // namespace

void ReplaceSystemCalls(SystemCalls* other) { calls = other ? other : &real_calls; }

namespace call {

HANDLE NativeHandle(Handle file) {
  const intptr_t handle = file < 0 ? -1 : ::_get_osfhandle(file);
  return handle < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(handle);
}

int AttributesOf(const std::string& path, DWORD* attributes) {
  std::wstring native;
  if (const int error = NativePath(path, &native)) return error;
  *attributes = ::GetFileAttributesW(native.c_str());
  return *attributes == INVALID_FILE_ATTRIBUTES ? LastErrnoAt(std::move(native)) : 0;
}

int OpenNative(const std::string& path, const OpenMode& mode, HANDLE* handle) {
  return OpenBy(&real_calls, path, mode, handle);
}

int Open(const std::string& path, const OpenMode& mode, Handle* file) {
  HANDLE handle = INVALID_HANDLE_VALUE;
  const int error = OpenBy(calls, path, mode, &handle);
  return error != 0 ? error : DescriptorOf(handle, file);
}

int Rename(Handle file, const std::string& to, bool replace) {
  std::wstring native;
  if (const int error = NativePath(to, &native)) return error;
  for (Patience patience;;) {
    if (calls->Rename(NativeHandle(file), native.c_str(), replace)) return 0;
    const DWORD error = ::GetLastError();
    if (!IsLocked(error) && error != ERROR_ACCESS_DENIED) return ErrnoOf(error);
    if (!patience.Wait()) return IsOpen(native) ? kOpenElsewhere : ErrnoOf(error);
  }
}

int SetAttributes(Handle file, DWORD attributes) {
  return Result(calls->SetAttributes(NativeHandle(file), attributes));
}

int SetList(Handle file, ACL* list, bool is_protected) {
  // Asks for the right to change the list only where it is needed: shares may not grant it.
  const HANDLE handle = ::ReOpenFile(NativeHandle(file), WRITE_DAC | READ_CONTROL,
                                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0);
  if (handle == INVALID_HANDLE_VALUE) return LastErrno();
  const int error = Result(calls->SetList(handle, list, is_protected));
  ::CloseHandle(handle);
  return error;
}

}  // namespace call

namespace file {

int Open(const std::string& path, Access access, Handle* handle) {
  return call::Open(path, {.access = access == kRead ? GENERIC_READ : GENERIC_WRITE}, handle);
}

int Duplicate(Handle from, Handle* file) {
  const HANDLE handle = call::NativeHandle(from);
  if (handle == INVALID_HANDLE_VALUE) return EBADF;
  const HANDLE copy = calls->Duplicate(handle);
  return copy == INVALID_HANDLE_VALUE ? LastErrno() : DescriptorOf(copy, file);
}

int Close(Handle file) { return calls->Close(file) ? 0 : EIO; }

int WriteSome(Handle file, const void* data, std::size_t size, const uint64_t* offset,
              std::size_t* count) {
  const HANDLE handle = call::NativeHandle(file);
  if (handle == INVALID_HANDLE_VALUE) return EBADF;
  if (IsConsole(handle)) {
    *count = size;
    return WriteToConsole(file, {static_cast<const char*>(data), size});
  }
  const auto block = static_cast<DWORD>(std::min(size, kMaxBytes));
  DWORD written = 0;
  const PositionKeeper keeper(handle, offset);
  const bool is_done = offset ? calls->WriteAt(handle, data, block, *offset, &written)
                              : calls->Write(handle, data, block, &written);
  *count = written;
  return Result(is_done);
}

int ReadSome(Handle file, void* data, std::size_t size, const uint64_t* offset,
             std::size_t* count) {
  const HANDLE handle = call::NativeHandle(file);
  *count = 0;
  if (handle == INVALID_HANDLE_VALUE) return EBADF;
  if (!offset && IsConsole(handle)) return ReadFromConsole(handle, data, size, count);
  const auto block = static_cast<DWORD>(std::min(size, kMaxBytes));
  DWORD read = 0;
  const PositionKeeper keeper(handle, offset);
  const bool is_done = offset ? calls->ReadAt(handle, data, block, *offset, &read)
                              : ::ReadFile(handle, data, block, &read, nullptr);
  *count = read;
  return is_done ? 0 : ReadError(handle);
}

int Sync(Handle file) { return Result(calls->Sync(call::NativeHandle(file))); }

int Remove(const std::string& path) {
  std::wstring native;
  if (const int error = NativePath(path, &native)) return error;
  return Result(calls->Remove(native.c_str()));
}

}  // namespace file
}  // namespace cobble
