// The program's version, handed over by CMake.
#include "cli/version.h"

namespace cobble {

std::string_view Version() { return COBBLE_VERSION; }

}  // namespace cobble
