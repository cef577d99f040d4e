// Reads input streams to their end.
#include "cli/terminal/read_stream.h"

#include <istream>

#include "cli/terminal/streams.h"
#include "cobble/error.h"
#include "input/byte_source.h"
#include "platform/error_text.h"

namespace cobble {

std::string ReadStream(std::istream& in,
                       const std::function<std::size_t(std::string_view)>& max_length) {
  const auto read_some = [&in](char* to, std::size_t size) {
    in.read(to, static_cast<std::streamsize>(size));
    if (in.bad())
      throw Error(
          ErrorKind::kIo,
          {{.where = "-", .message = "cannot read: " + ErrorText(StreamError(in)), .file = "-"}});
    return static_cast<std::size_t>(in.gcount());
  };
  return ReadToEnd(read_some, max_length);
}

}  // namespace cobble
