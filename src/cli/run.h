// The command line, from its words to the exit status.
#ifndef COBBLE_CLI_RUN_H_
#define COBBLE_CLI_RUN_H_

#include <iosfwd>
#include <string>
#include <vector>

namespace cobble {

// Runs one command. In: the words after the program's name; `in` is what "-" reads, `out` takes
// data alone, `err` messages. Returns the exit status: 0, or an ErrorKind's number.
// Pictures that go to standard output (`-o -`) are written to descriptor 1, not to `out`.
int Run(const std::vector<std::string>& args, std::istream& in, std::ostream& out,
        std::ostream& err);

// The same as a whole process, whose streams and signals it sets up.
int RunProcess(int argc, char** argv) noexcept;

}  // namespace cobble

#endif  // COBBLE_CLI_RUN_H_
