// Turns running out of memory into an Error.
#include "core/memory_error.h"

#include <new>
#include <stdexcept>
#include <string>

#include "cobble/error.h"

namespace cobble {
namespace {

[[noreturn]] void ThrowNoMemory(std::string_view what) {
  throw Error(ErrorKind::kLimit, "", "not enough memory for " + std::string(what));
}

}  // namespace

void RethrowMemoryError(std::string_view what) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    ThrowNoMemory(what);
  } catch (const std::length_error&) {
    ThrowNoMemory(what);
  }
}

}  // namespace cobble
