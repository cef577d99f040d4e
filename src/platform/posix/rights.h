// Gives a new file the owner and the mode of the file that it replaces. Each returns 0 or errno.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cerrno>

#include "platform/path.h"
#include "platform/posix/calls.h"

namespace cobble {

// Only the superuser may change a file's owner, so EPERM is not an error.
inline int KeepOwner(const FileRights& old, const struct stat& now, int fd) {
  if (now.st_uid == old.user && now.st_gid == old.group) return 0;
  int error = call::SetOwner(fd, old.user, old.group);
  if (error == EPERM) error = call::SetOwner(fd, static_cast<uid_t>(-1), old.group);
  return error == EPERM ? 0 : error;
}

// File systems without modes report the same mode for all files, so no attempt is made to set one.
inline int KeepMode(const FileRights& old, const struct stat& now, int fd) {
  constexpr mode_t kBits = 0777;  // without set-user-ID, set-group-ID and sticky bits
  if ((now.st_mode & kBits) == (old.mode & kBits)) return 0;
  return call::SetMode(fd, old.mode & kBits);
}

}  // namespace cobble
