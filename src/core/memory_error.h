// Turns running out of memory into an Error.
#pragma once

#include <string_view>

namespace cobble {

// For catch blocks: throws Error kLimit "not enough memory for WHAT" if the current exception means
// that memory ran out or a container would exceed any memory, else rethrows it.
[[noreturn]] void RethrowMemoryError(std::string_view what);

}  // namespace cobble
