// The versions of cobble: of the library, of its noises, of the recipe format.
#ifndef COBBLE_VERSION_H_
#define COBBLE_VERSION_H_

#include <string_view>

#include "cobble/export.h"

// The version of these headers. CMakeLists.txt reads it from here.
#define COBBLE_VERSION_MAJOR 0
#define COBBLE_VERSION_MINOR 1
#define COBBLE_VERSION_PATCH 0

namespace cobble {

// The version of the linked library, as in "0.1.0". A shared library may be newer than these
// headers.
COBBLE_EXPORT std::string_view Version();

// Grows whenever the pixels of a recipe change; every picture carries it.
inline constexpr int kNoiseVersion = 1;

// The version of the recipe format: the value of the key "cobble".
inline constexpr int kRecipeVersion = 1;

}  // namespace cobble

#endif  // COBBLE_VERSION_H_
