// Copies the access control list of a file, if it has entries of its own, and attributes.
//
// A list of inherited entries is not copied: the new file inherits them from its folder, too. The
// owner stays as Windows sets it: only administrators may give files to others.
#include "platform/path.h"

#include <windows.h>

#include <aclapi.h>

#include <cerrno>

#include "platform/windows/calls.h"
#include "platform/windows/text.h"

namespace cobble {
namespace {

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

int KeepAccess(const Location& old, Handle file, const char** action) {
  *action = "keep its access control list";
  if (const int error = KeepOwnList(old.target, file)) return error;
  *action = "keep its attributes";
  const DWORD kept = old.rights.mode & kKeptAttributes;
  return kept == 0 ? 0 : call::SetAttributes(file, kept | FILE_ATTRIBUTE_ARCHIVE);
}

}  // namespace cobble
