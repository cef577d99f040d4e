// The system calls of Windows that write files, in one place so that tests can make them fail. Only
// for src/platform and tests.
#pragma once

#include <windows.h>

#include <cstdint>
#include <string>

#include "platform/file.h"

namespace cobble {

// How CreateFileW opens a file.
struct OpenMode {
  DWORD access = GENERIC_READ;
  DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  DWORD disposition = OPEN_EXISTING;
  DWORD flags = FILE_FLAG_BACKUP_SEMANTICS;  // without it, folders cannot be opened
  bool waits = true;                         // for other programs: see OpenNative
};

// The plain system calls. Each fails like its namesake and then sets the last error. Tests override
// them to inject errors or discard output.
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
  // Renames a file that is open with the right to delete it. With `replace`, replaces an existing
  // file in the same step.
  virtual bool Rename(HANDLE file, const wchar_t* to, bool replace);
  virtual bool Remove(const wchar_t* path);  // DeleteFileW
  // Gives an open file attributes, and an access control list if `list` is not null.
  virtual bool SetAttributes(HANDLE file, DWORD attributes);
  virtual bool SetList(HANDLE file, ACL* list, bool is_protected);
};

// Replaces the real calls; null restores them. Do not call while another thread writes files.
void ReplaceSystemCalls(SystemCalls* calls);

// What platform/file.h lacks. Each returns 0, an errno or a PathError.
namespace call {

HANDLE NativeHandle(Handle file);

// Gets the attributes of what the path itself names; does not follow links.
int AttributesOf(const std::string& path, DWORD* attributes);

// Opens without a descriptor, and not by a call that tests replace. Waits up to a second for
// programs that scan, index or back up files, which open them exclusively for a moment.
int OpenNative(const std::string& path, const OpenMode& mode, HANDLE* handle);

// Never returns descriptors 0 to 2: see file::Open.
int Open(const std::string& path, const OpenMode& mode, Handle* file);
int Rename(Handle file, const std::string& to, bool replace);
int SetAttributes(Handle file, DWORD attributes);
int SetList(Handle file, ACL* list, bool is_protected);

}  // namespace call
}  // namespace cobble
