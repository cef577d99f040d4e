// UserSeconds, by GetProcessTimes.
#include <windows.h>

#include "support/user_time.h"

namespace cobble::test {

double UserSeconds() {
  FILETIME created, ended, kernel, user;
  ::GetProcessTimes(::GetCurrentProcess(), &created, &ended, &kernel, &user);
  return (user.dwHighDateTime * 4294967296.0 + user.dwLowDateTime) * 1e-7;
}

}  // namespace cobble::test
