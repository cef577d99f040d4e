// The processors that this process may use.
#ifndef COBBLE_PLATFORM_PROCESSORS_H_
#define COBBLE_PLATFORM_PROCESSORS_H_

namespace cobble {

// Returns how many there are, at least 1.
int AvailableProcessors();

}  // namespace cobble

#endif  // COBBLE_PLATFORM_PROCESSORS_H_
