// The time of day on POSIX.
#include "platform/clock.h"

#include <ctime>

namespace cobble {

TimeOfDay LocalTime() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return {local.tm_hour, local.tm_min, local.tm_sec};
}

}  // namespace cobble
