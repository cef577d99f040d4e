// Lays out the help of a command.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "cli/line/command_line.h"

namespace cobble {

// Return the texts of --help, which fits a screen, and of --help all, for a terminal of so many
// columns, at least kMinFullColumns.
std::string ShortHelp(const CommandLine& line);
std::string FullHelp(const CommandLine& line, std::size_t columns);
inline constexpr std::size_t kMinFullColumns = 60, kMaxFullColumns = 100;

// Maximum size of the text of --help.
inline constexpr std::size_t kScreenLines = 40, kScreenColumns = 80;

// Prints one of the two, as wide as the terminal.
void PrintHelp(const CommandLine& line, bool is_full, std::ostream& out);

}  // namespace cobble
