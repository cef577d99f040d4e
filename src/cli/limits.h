// How large a picture may be unless --max-pixels says otherwise.
#ifndef COBBLE_CLI_LIMITS_H_
#define COBBLE_CLI_LIMITS_H_

#include <cstdint>
#include <string>

#include "cobble/image.h"
#include "cobble/recipe.h"

namespace cobble {

inline constexpr int64_t kUsualPixels = int64_t{1} << 34;

// Throws Error kLimit where the window, or the whole picture where its range is to be found, has
// more pixels than `most`. In: the key that asked for the window, or its flag.
void CheckPixels(const Recipe& recipe, const Window& window, const std::string& where,
                 int64_t most);

// Throws Error kLimit about `where`, as CheckPixels takes it.
[[noreturn]] void RefuseLimit(const Recipe& recipe, const std::string& where,
                              const std::string& message, const std::string& hint);

}  // namespace cobble

#endif  // COBBLE_CLI_LIMITS_H_
