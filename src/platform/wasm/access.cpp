// Copies the mode of a file. Node cannot read or write access control lists.
#include "platform/access.h"

#include <sys/stat.h>

#include <cerrno>

#include "platform/posix/calls.h"

namespace cobble {

int KeepAccess(const Location& old, Handle fd, const char** action) {
  constexpr mode_t kBits = 0777;  // without set-user-ID, set-group-ID and sticky bits
  struct stat now;
  *action = "create";
  if (::fstat(fd, &now) != 0) return errno;
  if ((now.st_mode & kBits) == (old.rights.mode & kBits)) return 0;
  *action = "keep its mode";
  return call::SetMode(fd, old.rights.mode & kBits);
}

}  // namespace cobble
