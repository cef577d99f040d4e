// Copies the owner, mode and access control list of a file. On Linux, the list is an extended
// attribute.
#include "platform/access.h"

#include <sys/stat.h>
#include <sys/xattr.h>

#include <cerrno>
#include <string>

#include "platform/posix/calls.h"
#include "platform/posix/rights.h"

namespace cobble {
namespace {

// Reads the access control list of `path`, or of `fd` if `path` is empty. Returns "" if there is no
// list or the file system does not support lists.
std::string ReadList(const char* name, const std::string& path, int fd) {
  const auto read = [&](char* to, std::size_t size) {
    return path.empty() ? ::fgetxattr(fd, name, to, size)
                        : ::getxattr(path.c_str(), name, to, size);
  };
  const ssize_t size = read(nullptr, 0);
  if (size <= 0) return {};
  std::string list(static_cast<std::size_t>(size), '\0');
  return read(list.data(), list.size()) == size ? list : std::string();
}

// If a file has a list, the group bits of its mode are a mask: the maximum rights of any entry.
// Copying the mode without the list would give the whole group the rights of a single user. The new
// file may have inherited a list from its folder.
int KeepList(const Location& old, int fd) {
  constexpr char kName[] = "system.posix_acl_access";
  const std::string list = ReadList(kName, old.target, -1);
  if (list == ReadList(kName, {}, fd)) return 0;
  return call::SetAttribute(fd, kName, list);
}

}  // namespace

int KeepAccess(const Location& old, Handle fd, const char** action) {
  struct stat now;
  *action = "create";
  if (::fstat(fd, &now) != 0) return errno;
  *action = "keep its owner";
  if (const int error = KeepOwner(old.rights, now, fd)) return error;
  *action = "keep its access control list";
  if (const int error = KeepList(old, fd)) return error;
  *action = "keep its mode";
  if (::fstat(fd, &now) != 0) return errno;
  return KeepMode(old.rights, now, fd);
}

}  // namespace cobble
