// The shells of Windows.
#include "platform/shell.h"

namespace cobble {

ShellKind SystemShell() { return ShellKind::kWindows; }

}  // namespace cobble
