// The standard streams of a command.
//
// Not std::cin and std::cout: they lose errno and fail on EINTR, partial writes and O_NONBLOCK.
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

// Thrown if a pipe's reader has closed it: the program ends silently, as if by SIGPIPE.
struct ClosedPipe {};

// Throws Error kIo if flushing or an earlier write failed, ClosedPipe if the reader is gone.
void Flush(std::ostream& out, const char* name = "standard output");

// Returns a failed stream's errno, or EIO if unknown.
int StreamError(const std::ios& stream);

bool IsTerminal(const std::ostream& stream);

// Returns the width of the terminal that `stream` writes to, or 80.
std::size_t TerminalColumns(const std::ostream& stream);

}  // namespace cobble
