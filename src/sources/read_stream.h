// Reads input streams to their end.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace cobble {

// Like ReadToEnd (input/byte_source.h), for standard input. Throws Error kIo at "-".
std::string ReadStream(std::istream& in,
                       const std::function<std::size_t(std::string_view)>& max_length);

}  // namespace cobble
