// Buffers for the standard streams that retry interrupted calls and report errors.
#include "cli/terminal/streams.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <ostream>
#include <system_error>

#include "cobble/error.h"
#include "output/sink/calls.h"

namespace cobble {
namespace {

// Returns the stream's buffer, or null if it is not a DescriptorBuffer.
const DescriptorBuffer* AsDescriptorBuffer(const std::ios& stream) {
  return dynamic_cast<const DescriptorBuffer*>(stream.rdbuf());
}

// Like read(2), but waits for data or EOF and retries after EINTR.
ssize_t ReadSome(int fd, char* to, std::size_t size) {
  for (;;) {
    const ssize_t n = ::read(fd, to, size);
    if (n >= 0) return n;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd request{fd, POLLIN, 0};
      if (::poll(&request, 1, -1) >= 0) continue;
    }
    if (errno != EINTR) return n;
  }
}

}  // namespace

// Throwing sets badbit on the stream; EOF does not.
DescriptorBuffer::int_type DescriptorBuffer::underflow() {
  const ssize_t n = ReadSome(fd_, block_.data(), block_.size());
  if (n < 0) {
    error_ = errno;
    throw std::system_error(error_, std::generic_category());
  }
  setg(block_.data(), block_.data(), block_.data() + n);
  return n == 0 ? traits_type::eof() : traits_type::to_int_type(block_[0]);
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type c) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

// Writes nothing after a failure: later data would end up at the wrong offset.
int DescriptorBuffer::sync() {
  const auto size = static_cast<std::size_t>(pptr() - pbase());
  setp(block_.data(), block_.data() + block_.size());
  if (error_ == 0) error_ = call::Write(fd_, block_.data(), size, nullptr);
  return error_ == 0 ? 0 : -1;
}

void Flush(std::ostream& out, const char* name) {
  if (out.flush()) return;
  if (StreamError(out) == EPIPE) throw ClosedPipe();
  throw Error(ErrorKind::kIo, name,
              "cannot write: " + std::generic_category().message(StreamError(out)));
}

int StreamError(const std::ios& stream) {
  const DescriptorBuffer* const buffer = AsDescriptorBuffer(stream);
  const int error = buffer ? buffer->error() : errno;
  return error != 0 ? error : EIO;
}

bool IsTerminal(const std::ostream& stream) {
  const DescriptorBuffer* const buffer = AsDescriptorBuffer(stream);
  return buffer && ::isatty(buffer->fd()) == 1;
}

std::size_t TerminalColumns(const std::ostream& stream) {
  constexpr std::size_t kUnknown = 80;
  const DescriptorBuffer* const buffer = AsDescriptorBuffer(stream);
  winsize size{};
  if (!buffer || ::ioctl(buffer->fd(), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUnknown;
  return size.ws_col;
}

}  // namespace cobble
