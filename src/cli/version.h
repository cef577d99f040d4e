// The versions that cobble tells of itself.
#ifndef COBBLE_CLI_VERSION_H_
#define COBBLE_CLI_VERSION_H_

#include <string_view>

namespace cobble {

std::string_view Version();  // "0.1.0", CMake's

// Grows whenever the pixels of a recipe change; every picture carries it.
inline constexpr int kNoiseVersion = 1;

}  // namespace cobble

#endif  // COBBLE_CLI_VERSION_H_
