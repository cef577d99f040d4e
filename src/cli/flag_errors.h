// The library's errors in terms of flags. The library calls an option by its own name: as the place
// of an issue ("simd"), or in backquotes in a text ("`limits.cost` 2e14 allows it").
#ifndef COBBLE_CLI_FLAG_ERRORS_H_
#define COBBLE_CLI_FLAG_ERRORS_H_

#include "cobble/error.h"

namespace cobble {

// The same error with options replaced by their flags, and other keys of a recipe by --set.
Error InFlags(const Error& error);

// Calls the library and rethrows its Errors in terms of flags.
template <typename Call>
auto WithFlags(const Call& call) {
  try {
    return call();
  } catch (const Error& error) {
    throw InFlags(error);
  }
}

}  // namespace cobble

#endif  // COBBLE_CLI_FLAG_ERRORS_H_
