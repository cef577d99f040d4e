// The versions of the library, of its noises and of the recipe format.
#ifndef COBBLE_VERSION_H_
#define COBBLE_VERSION_H_

#include <string_view>

#include "cobble/export.h"

// The version of these headers; the build reads it from here.
#define COBBLE_VERSION_MAJOR 0
#define COBBLE_VERSION_MINOR 10
#define COBBLE_VERSION_PATCH 0

namespace cobble {

// Returns the linked library's version, for example "0.10.0". It may be newer than these headers.
COBBLE_EXPORT std::string_view Version();

// Rises when the pixels of any recipe change. Stored in every picture.
inline constexpr int kNoiseVersion = 3;

// The version of the recipe format, the key "cobble" of recipes.
inline constexpr int kRecipeVersion = 1;

}  // namespace cobble

#endif  // COBBLE_VERSION_H_
