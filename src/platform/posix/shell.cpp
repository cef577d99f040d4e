// The shell of POSIX.
#include "platform/shell.h"

namespace cobble {

ShellKind SystemShell() { return ShellKind::kPosix; }

}  // namespace cobble
