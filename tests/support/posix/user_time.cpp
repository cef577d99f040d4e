// UserSeconds, by getrusage.
#include "support/user_time.h"

#include <sys/resource.h>

namespace cobble::test {

double UserSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

}  // namespace cobble::test
