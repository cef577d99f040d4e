// The standard streams of a command.
//
// They do not use std::cin and std::cout, which lose errno and fail on EINTR, partial writes and
// non-blocking pipes.
#pragma once

#include <array>
#include <cstddef>
#include <iosfwd>
#include <streambuf>

#include "platform/file.h"

namespace cobble {

struct Streams {
  std::istream& in;
  std::ostream& out;  // data only
  std::ostream& err;
};

// Buffers an open file, for either input or output. Does not close it.
class HandleBuffer : public std::streambuf {
 public:
  explicit HandleBuffer(Handle handle) : handle_(handle) {
    setp(block_.data(), block_.data() + block_.size());
  }

  Handle handle() const { return handle_; }
  int error() const { return error_; }  // the first errno, or 0

 protected:
  int_type underflow() override;
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  const Handle handle_;
  int error_ = 0;
  std::array<char, 1 << 14> block_;
};

// Thrown if the reader of a pipe has closed it: the program ends without a message, as if by
// SIGPIPE.
struct ClosedPipe {};

// Flushes `out`. Throws Error kIo if that or an earlier write failed, and ClosedPipe instead if the
// reader has gone.
void Flush(std::ostream& out, const char* name = "standard output");

// Returns the errno of a failed stream, or EIO if unknown.
int StreamError(const std::ios& stream);

// Returns whether `stream` writes to a terminal.
bool IsTerminal(const std::ostream& stream);

// Returns the width of the terminal that `stream` writes to; 80 if it is unknown.
std::size_t TerminalColumns(const std::ostream& stream);

}  // namespace cobble
