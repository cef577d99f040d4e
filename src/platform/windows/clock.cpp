// The time of day on Windows.
#include "platform/clock.h"

#include <windows.h>

namespace cobble {

TimeOfDay LocalTime() {
  SYSTEMTIME now;
  ::GetLocalTime(&now);
  return {now.wHour, now.wMinute, now.wSecond};
}

}  // namespace cobble
