// Runs the command line, from arguments to exit status.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cobble {

// Runs one command. In: args, after the program's name. Reads `in` for "-", prints data to `out`
// and messages to `err`. Returns the exit status: 0, or the number of an ErrorKind. Pictures for
// standard output (`-o -`) go to descriptor 1, not to `out`.
int Run(const std::vector<std::string>& args, std::istream& in, std::ostream& out,
        std::ostream& err);

// Sets up the process's streams and signal handlers, then calls Run.
int RunProcess(int argc, char** argv) noexcept;

}  // namespace cobble
