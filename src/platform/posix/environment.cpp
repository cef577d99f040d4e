// Arguments and variables on POSIX.
#include "platform/environment.h"

#include <cstdlib>

namespace cobble {

std::vector<std::string> Arguments(int argc, char** argv) {
  return {argv + (argc > 0 ? 1 : 0), argv + argc};
}

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace cobble
