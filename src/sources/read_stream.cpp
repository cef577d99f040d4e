// Reads input streams to their end.
#include "sources/read_stream.h"

#include <cerrno>
#include <istream>
#include <system_error>

#include "cobble/error.h"
#include "input/byte_source.h"
#include "platform/error_text.h"

namespace cobble {

std::string ReadStream(std::istream& in,
                       const std::function<std::size_t(std::string_view)>& max_length) try {
  in.exceptions(std::ios::badbit);  // rethrows what a buffer throws
  const auto read_some = [&in](char* to, std::size_t size) {
    in.read(to, static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(in.gcount());
  };
  return ReadToEnd(read_some, max_length);
} catch (const std::system_error& error) {
  const bool is_errno = error.code().category() == std::generic_category();
  const std::string reason = ErrorText(is_errno ? error.code().value() : EIO);
  throw Error(ErrorKind::kIo, {{.where = "-", .message = "cannot read: " + reason, .file = "-"}});
}

}  // namespace cobble
