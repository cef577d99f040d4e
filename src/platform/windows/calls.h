// The system calls of Windows for files, in one place so that tests can make them fail. Only for
// src/platform and tests.
#pragma once

#include <windows.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "platform/file.h"

namespace cobble {

// How a file is opened, in the numbers of CreateFileW.
struct OpenMode {
  DWORD access = GENERIC_READ;
  DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  DWORD disposition = OPEN_EXISTING;
  DWORD flags = FILE_FLAG_BACKUP_SEMANTICS;  // without it, folders cannot be opened
  bool waits = true;                         // for other programs: see Patience
};

// Programs that scan, index or back up files open them for a moment, for themselves alone. What
// fails for that reason is tried again for a second.
class Patience {
 public:
  // Waits for a moment; returns false, at once, if the second is over.
  bool Wait();

 private:
  DWORD waited_ = 0;
};
inline bool IsLocked(DWORD error) {
  return error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION;
}

// The plain system calls. Each fails as its namesake and then sets the last error. Tests override
// them to inject errors or to discard output.
class SystemCalls {
 public:
  virtual ~SystemCalls() = default;

  virtual HANDLE Open(const wchar_t* path, const OpenMode& mode);  // CreateFileW
  virtual HANDLE Duplicate(HANDLE from);
  virtual bool Write(HANDLE file, const void* data, DWORD size, DWORD* count);
  // At an offset. Windows also moves the file's position.
  virtual bool WriteAt(HANDLE file, const void* data, DWORD size, uint64_t offset, DWORD* count);
  virtual bool ReadAt(HANDLE file, void* data, DWORD size, uint64_t offset, DWORD* count);
  virtual bool Sync(HANDLE file);  // FlushFileBuffers
  virtual bool Close(Handle file);
  // Renames an open file, which needs the right to delete it. With `replace`, an existing file is
  // replaced in the same step.
  virtual bool Rename(HANDLE file, const wchar_t* to, bool replace);
  virtual bool Remove(const wchar_t* path);  // DeleteFileW
  // Gives an open file attributes, and an access control list if `list` is not null.
  virtual bool SetAttributes(HANDLE file, DWORD attributes);
  virtual bool SetList(HANDLE file, ACL* list, bool is_protected);
};

// Replaces the real calls; null restores them. Must not be called while another thread writes
// files.
void ReplaceSystemCalls(SystemCalls* calls);

// Each returns 0, an errno or a PathError.
namespace call {

HANDLE NativeHandle(Handle file);

// Never returns descriptors 0 to 2, even if they are closed, since messages are written to them.
int Open(const std::string& path, const OpenMode& mode, Handle* file);
int Duplicate(Handle from, Handle* file);

// Writes all bytes. If `offset` is null, writes at the file's position, which offsets do not move.
int Write(Handle file, const void* data, std::size_t size, const uint64_t* offset);
// Reads at least one byte, unless the file ends.
int ReadSome(Handle file, void* data, std::size_t size, const uint64_t* offset, std::size_t* count);
// Reads all `size` bytes; EIO at EOF.
int Read(Handle file, void* data, std::size_t size, uint64_t offset);

int Sync(Handle file);
int Close(Handle file);
int Rename(Handle file, const std::string& to, bool replace);
int Remove(const std::string& path);
int SetAttributes(Handle file, DWORD attributes);
int SetList(Handle file, ACL* list, bool is_protected);

}  // namespace call
}  // namespace cobble
