// Running out of memory, as an Error.
#pragma once

#include <string_view>

namespace cobble {

// Call in a catch block. Throws Error kLimit "not enough memory for WHAT" if the current exception
// means that memory ran out or that a container would exceed any memory, else rethrows it.
[[noreturn]] void RethrowMemoryError(std::string_view what);

}  // namespace cobble
