// Dependency files for make and ninja.
#pragma once

#include <span>
#include <string>

namespace cobble {

// Returns a rule that makes all outputs depend on all inputs, and an empty rule for each input, so
// that make does not stop when an input was removed. Throws Error kUsage at `depfile` for a path
// that GNU make and ninja cannot both read: a build would lose the dependency or never finish.
std::string DepfileText(std::span<const std::string> outputs, std::span<const std::string> inputs);

}  // namespace cobble
