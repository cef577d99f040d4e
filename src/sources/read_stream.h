// Reads input streams to their end.
#ifndef COBBLE_SOURCES_READ_STREAM_H_
#define COBBLE_SOURCES_READ_STREAM_H_

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace cobble {

// Like ReadToEnd (input/byte_source.h), of standard input. Throws Error kIo at "-".
std::string ReadStream(std::istream& in,
                       const std::function<std::size_t(std::string_view)>& max_length);

}  // namespace cobble

#endif  // COBBLE_SOURCES_READ_STREAM_H_
