// Lays out the help of a command.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "cli/line/command_line.h"

namespace cobble {

// Return --help, which fits a screen, and --help all, for `columns`, at least kMinFullColumns.
std::string ShortHelp(const CommandLine& line);
std::string FullHelp(const CommandLine& line, std::size_t columns);
inline constexpr std::size_t kMinFullColumns = 60, kMaxFullColumns = 100;

// The maximum size of --help.
inline constexpr std::size_t kScreenLines = 40, kScreenColumns = 80;

// Prints either, as wide as the terminal.
void PrintHelp(const CommandLine& line, bool is_full, std::ostream& out);

}  // namespace cobble
