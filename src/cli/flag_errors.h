// Errors of the library in the words of the command line. The library names an option by its own
// name: as an issue's place ("simd"), or in backquotes in its texts ("`limits.cost` 2e14 allows
// it").
#ifndef COBBLE_CLI_FLAG_ERRORS_H_
#define COBBLE_CLI_FLAG_ERRORS_H_

#include "cobble/error.h"

namespace cobble {

// The same error, with flags in place of the options that have one, and of other keys `--set`.
Error InFlags(const Error& error);

// Calls the library, whose Errors are thrown on in flags.
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
