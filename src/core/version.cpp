// The library's version.
#include "cobble/version.h"

#include <string>

namespace cobble {

std::string_view Version() {
  static const std::string version = std::to_string(COBBLE_VERSION_MAJOR) + "." +
                                     std::to_string(COBBLE_VERSION_MINOR) + "." +
                                     std::to_string(COBBLE_VERSION_PATCH);
  return version;
}

}  // namespace cobble
