// What a command reads and writes.
//
// Based on: read(2) and write(2), whose errors std::cin and std::cout lose, or end at: EINTR, what
// is written in part, a pipe that somebody made non-blocking.
#ifndef COBBLE_CLI_STREAMS_H_
#define COBBLE_CLI_STREAMS_H_

#include <array>
#include <iosfwd>
#include <streambuf>

namespace cobble {

struct Streams {
  std::istream& in;
  std::ostream& out;  // data alone
  std::ostream& err;
};

// An open descriptor as the buffer of a stream, of input or of output; it stays open.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int fd) : fd_(fd) {
    setp(block_.data(), block_.data() + block_.size());
  }

  int fd() const { return fd_; }
  int error() const { return error_; }  // the first errno, or 0

 protected:
  int_type underflow() override;
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  const int fd_;
  int error_ = 0;
  std::array<char, 1 << 14> block_;
};

// Hands what `out` still holds to the system. Throws Error kIo where that, or a write before it,
// failed.
void Flush(std::ostream& out, const char* name = "standard output");

// The errno of a stream that has failed, or EIO where it is not known.
int StreamError(const std::ios& stream);

// Whether `err` writes to a terminal.
bool IsTerminal(const std::ostream& err);

}  // namespace cobble

#endif  // COBBLE_CLI_STREAMS_H_
