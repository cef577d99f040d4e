// What a process finds on POSIX.
#include "platform/environment.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <thread>

namespace cobble {

std::vector<std::string> Arguments(int argc, char** argv) {
  return {argv + (argc > 0 ? 1 : 0), argv + argc};
}

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

int AvailableProcessors() {
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

ShellKind SystemShell() { return ShellKind::kPosix; }

TimeOfDay LocalTime() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return {local.tm_hour, local.tm_min, local.tm_sec};
}

}  // namespace cobble
