// Turns running out of memory into an Error.
#include "core/memory_error.h"

#include <new>
#include <stdexcept>
#include <string>

#include "cobble/error.h"

namespace cobble {

void RethrowMemoryError(std::string_view what) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  throw Error(ErrorKind::kLimit, "", "not enough memory for " + std::string(what));
}

}  // namespace cobble
