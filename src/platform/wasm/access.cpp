// Copies the owner and the mode of a file. Node cannot read or write access control lists.
#include "platform/access.h"

#include <sys/stat.h>

#include <cerrno>

#include "platform/posix/rights.h"

namespace cobble {

int KeepAccess(const Location& old, Handle fd, const char** action) {
  struct stat now;
  *action = "create";
  if (::fstat(fd, &now) != 0) return errno;
  *action = "keep its owner";
  if (const int error = KeepOwner(old.rights, now, fd)) return error;
  *action = "keep its mode";
  return KeepMode(old.rights, now, fd);
}

}  // namespace cobble
