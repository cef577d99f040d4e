// The shells of a system, whose words its users write.
#pragma once

namespace cobble {

enum class ShellKind {
  kPosix,    // sh
  kWindows,  // PowerShell and cmd.exe
};
ShellKind SystemShell();

}  // namespace cobble
