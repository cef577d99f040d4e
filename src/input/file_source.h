// Opens files for reading.
#pragma once

#include <memory>
#include <string>

#include "input/byte_source.h"

namespace cobble {

// Maximum bytes read into memory from a pipe or another file without random access.
inline constexpr std::size_t kMaxPipeBytes = std::size_t{1} << 28;

// Opens a file; reads all bytes of one that is not regular. Throws Error kIo if it cannot be read,
// kLimit if a pipe has more than kMaxPipeBytes.
std::shared_ptr<const ByteSource> OpenFile(const std::string& path);

}  // namespace cobble
