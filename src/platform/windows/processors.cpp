// The processors on Windows, which counts them in groups of 64.
#include "platform/processors.h"

#include <windows.h>

#include <algorithm>
#include <bit>

namespace cobble {

// A process that is bound to some processors, by itself or by its job, has these. Others run on all
// groups.
int AvailableProcessors() {
  DWORD_PTR mine = 0, all = 0;
  int count = 0;
  if (::GetProcessAffinityMask(::GetCurrentProcess(), &mine, &all) && mine != all)
    count = std::popcount(static_cast<unsigned long long>(mine));
  if (count == 0) count = static_cast<int>(::GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
  return std::max(count, 1);
}

}  // namespace cobble
