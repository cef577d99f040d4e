// Buffers of the standard streams: they retry interrupted calls and report errors.
#include "cli/terminal/streams.h"

#include <cerrno>
#include <ostream>
#include <system_error>

#include "cobble/error.h"
#include "platform/error_text.h"
#include "platform/terminal.h"

namespace cobble {
namespace {

// Returns the stream's buffer, or null if it is not a HandleBuffer.
const HandleBuffer* AsHandleBuffer(const std::ios& stream) {
  return dynamic_cast<const HandleBuffer*>(stream.rdbuf());
}

}  // namespace

// Throwing sets badbit on the stream; EOF does not.
HandleBuffer::int_type HandleBuffer::underflow() {
  std::size_t n = 0;
  error_ = file::ReadSome(handle_, block_.data(), block_.size(), nullptr, &n);
  if (error_ != 0) throw std::system_error(error_, std::generic_category());
  setg(block_.data(), block_.data(), block_.data() + n);
  return n == 0 ? traits_type::eof() : traits_type::to_int_type(block_[0]);
}

HandleBuffer::int_type HandleBuffer::overflow(int_type c) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

// Writes nothing after a failure, since later data would be at the wrong offset.
int HandleBuffer::sync() {
  const auto size = static_cast<std::size_t>(pptr() - pbase());
  setp(block_.data(), block_.data() + block_.size());
  if (error_ == 0) error_ = file::Write(handle_, block_.data(), size, nullptr);
  return error_ == 0 ? 0 : -1;
}

void Flush(std::ostream& out, const char* name) {
  if (out.flush()) return;
  if (StreamError(out) == EPIPE) throw ClosedPipe();
  throw Error(ErrorKind::kIo, name, "cannot write: " + ErrorText(StreamError(out)));
}

int StreamError(const std::ios& stream) {
  const HandleBuffer* const buffer = AsHandleBuffer(stream);
  const int error = buffer ? buffer->error() : errno;
  return error != 0 ? error : EIO;
}

bool IsTerminal(const std::ostream& stream) {
  const HandleBuffer* const buffer = AsHandleBuffer(stream);
  return buffer && IsTerminalHandle(buffer->handle());
}

std::size_t TerminalColumns(const std::ostream& stream) {
  constexpr std::size_t kUnknown = 80;
  const HandleBuffer* const buffer = AsHandleBuffer(stream);
  const int columns = buffer ? WindowOf(buffer->handle()).columns : 0;
  return columns > 0 ? static_cast<std::size_t>(columns) : kUnknown;
}

}  // namespace cobble
