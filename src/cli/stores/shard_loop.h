// What scripts for different schedulers share: names of jobs, and the sh code of a task that runs
// several shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/stores/shard_scripts.h"

namespace cobble {

// Returns the text with each run of characters other than ASCII letters, digits and `others`
// replaced by a hyphen, none at the start or end, and with at most `length` characters; "cobble" if
// nothing is left.
std::string JobName(std::string_view text, std::string_view others, std::size_t length);

// Returns the text with each $ doubled: make and Kubernetes expand $(...).
std::string DollarsDoubled(std::string_view text);

// How a task runs its shards.
struct ShardLoop {
  std::string first;    // a word of sh: the task's first shard
  int64_t tasks = 1;    // the step from shard to shard
  int64_t shards = 1;   // the last shard
  std::string before;   // lines of sh that run before each shard
  std::string command;  // without the shard
  std::string flags;    // words after the shard
};

// Returns sh code that runs the task's shards one after the other. It forwards SIGTERM to cobble.
// If cobble was stopped, by SIGTERM or with status 75, the code calls the function `stop`, which
// exits and which the script has to define. After other failures it goes on, and exits with the
// last failure's status.
std::string ShardLoopText(const ShardLoop& loop);

}  // namespace cobble
