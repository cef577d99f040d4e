// The names of temporary files. Only for src/platform.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "platform/file.h"

namespace cobble {

// Calls `use` with new paths, which are `start` and 16 hex digits, until it does not fail with
// EEXIST. Returns its result.
int TryNewPaths(const std::string& start, const std::function<int(const std::string& path)>& use);

// In the files of systems:

// Returns what HiddenPrefix is made of.
std::string SystemName();
uint64_t ProcessNumber();
// Removes a file if no process has its lock, and if the path still names the file of this identity.
void RemoveUnlocked(const std::string& path, const FileIdentity& identity);

}  // namespace cobble
