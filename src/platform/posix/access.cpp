// Copies the owner, mode and access control list of a file.
#include "platform/path.h"

#include <sys/stat.h>

#include <cerrno>

#include "platform/posix/calls.h"

namespace cobble {
namespace {

// Only the superuser may change a file's owner, so EPERM is not an error.
int KeepOwner(const FileRights& old, const struct stat& now, int fd) {
  if (now.st_uid == old.user && now.st_gid == old.group) return 0;
  int error = call::SetOwner(fd, old.user, old.group);
  if (error == EPERM) error = call::SetOwner(fd, static_cast<uid_t>(-1), old.group);
  return error == EPERM ? 0 : error;
}

// File systems without modes report the same mode for all files, so no attempt is made to set one.
int KeepMode(const FileRights& old, const struct stat& now, int fd) {
  constexpr mode_t kBits = 0777;  // without set-user-ID, set-group-ID and sticky bits
  if ((now.st_mode & kBits) == (old.mode & kBits)) return 0;
  return call::SetMode(fd, old.mode & kBits);
}

}  // namespace

int KeepAccess(const Location& old, Handle fd, const char** action) {
  struct stat now;
  *action = "create";
  if (::fstat(fd, &now) != 0) return errno;
  *action = "keep its owner";
  if (const int error = KeepOwner(old.rights, now, fd)) return error;
  *action = "keep its access control list";
  if (const int error = call::KeepList(old.target, fd)) return error;
  *action = "keep its mode";
  if (::fstat(fd, &now) != 0) return errno;
  return KeepMode(old.rights, now, fd);
}

}  // namespace cobble
