// How much memory the pictures of a run may take.
#ifndef COBBLE_CLI_MEMORY_H_
#define COBBLE_CLI_MEMORY_H_

#include <span>
#include <string>

#include "cli/outputs.h"
#include "cobble/render.h"

namespace cobble {

// What the bands of a run, and the pictures that are made whole, may take together. Pictures of
// ordinary width stay far below, whatever their height.
inline constexpr uint64_t kMostMemory = uint64_t{1} << 31;

// With how many threads, at most as many as `options` ask for (0: as many as there are), the
// pictures stay within kMostMemory. Throws Error kLimit where one thread is too many.
// In: the key that asked for the window, or its flag; whether the noise's values are hashed, too.
int ThreadsForMemory(const Program& program, const RenderOptions& options, const std::string& where,
                     std::span<const PlannedOutput> outputs, bool checksum);

}  // namespace cobble

#endif  // COBBLE_CLI_MEMORY_H_
