// The shells of a system, whose words its users write.
#ifndef COBBLE_PLATFORM_SHELL_H_
#define COBBLE_PLATFORM_SHELL_H_

namespace cobble {

enum class ShellKind {
  kPosix,    // sh
  kWindows,  // PowerShell and cmd.exe
};
ShellKind SystemShell();

}  // namespace cobble

#endif  // COBBLE_PLATFORM_SHELL_H_
