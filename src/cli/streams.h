// What a command reads and writes.
#ifndef COBBLE_CLI_STREAMS_H_
#define COBBLE_CLI_STREAMS_H_

#include <iosfwd>

namespace cobble {

struct Streams {
  std::istream& in;
  std::ostream& out;  // data alone
  std::ostream& err;
};

// Hands what `out` still holds to the system. Throws Error kIo where that, or a write before it,
// failed.
void Flush(std::ostream& out);

// Whether `err` is this process's standard error, on a terminal.
bool IsTerminal(const std::ostream& err);

}  // namespace cobble

#endif  // COBBLE_CLI_STREAMS_H_
