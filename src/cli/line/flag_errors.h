// Rewrites the library's errors in terms of flags. The library names an option in Issue::where
// ("simd"), or in backquotes in a message or hint ("use `limits.cost` 2e14 to raise the limit"), or
// a recipe key with a value ("use `domain.scale=2`").
#ifndef COBBLE_CLI_LINE_FLAG_ERRORS_H_
#define COBBLE_CLI_LINE_FLAG_ERRORS_H_

#include "cobble/error.h"

namespace cobble {

// Replaces options with their flags, recipe keys with their flags or, if they have none, --set.
Error InFlags(const Error& error);

// Calls the library and rethrows its Errors through InFlags.
template <typename Call>
auto WithFlags(const Call& call) {
  try {
    return call();
  } catch (const Error& error) {
    throw InFlags(error);
  }
}

}  // namespace cobble

#endif  // COBBLE_CLI_LINE_FLAG_ERRORS_H_
