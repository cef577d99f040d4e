// Runs the command line, from arguments to exit status.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cobble {

// Runs one command. `args` are the arguments after the program's name. Reads `in` for "-", prints
// data to `out` and messages to `err`. Returns the exit status: 0, or the number of an ErrorKind.
// Pictures for standard output (`-o -`) are written to descriptor 1, not to `out`.
int Run(const std::vector<std::string>& args, std::istream& in, std::ostream& out,
        std::ostream& err);

// Sets up the streams and signal handlers of the process, then calls Run.
int RunProcess(int argc, char** argv) noexcept;

}  // namespace cobble
